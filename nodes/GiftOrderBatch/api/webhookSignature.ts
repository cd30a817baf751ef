import { createHmac, timingSafeEqual } from 'crypto';

/** How far a delivery's timestamp may be from this machine's clock, in seconds, either way. */
const TIMESTAMP_TOLERANCE_SECONDS = 5 * 60;

const SECRET_PREFIX = 'whsec_';
const MIN_SECRET_BYTES = 16;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Reads a signing secret: `whsec_` and base64. While a secret is being replaced, the field may hold both the new and the old
 * one, separated by a space or a comma. Never throws.
 * @returns the keys, or the sentence that says what is wrong
 */
export function signingKeysOf(signingSecret: string): { keys: Buffer[] } | { problem: string } {
	const secrets = signingSecret.split(/[\s,]+/).filter((secret) => secret !== '');
	if (secrets.length === 0) return { problem: '"Webhook Signing Secret" is missing' };
	const keys: Buffer[] = [];
	for (const secret of secrets) {
		if (!secret.startsWith(SECRET_PREFIX))
			return { problem: `"Webhook Signing Secret" must begin with ${SECRET_PREFIX}` };
		const encoded = secret.slice(SECRET_PREFIX.length);
		const key = Buffer.from(encoded, 'base64');
		if (!BASE64.test(encoded) || key.length < MIN_SECRET_BYTES) {
			return {
				problem: `"Webhook Signing Secret" is incomplete: after ${SECRET_PREFIX}, it must have at least ${MIN_SECRET_BYTES} bytes in base64. Copy it again.`,
			};
		}
		keys.push(key);
	}
	return { keys };
}

/** The headers of Standard Webhooks. Svix has names of its own for them. */
function signatureHeaders(headers: Record<string, unknown>) {
	for (const prefix of ['webhook', 'svix']) {
		const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => headers[`${prefix}-${name}`]);
		if (typeof id === 'string' && typeof timestamp === 'string' && typeof signature === 'string') {
			return { id, timestamp, signature };
		}
	}
	return undefined;
}

/**
 * Checks a delivery's signature by the rules of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, one of the `v1`
 * entries made with one of the keys, compared in constant time. Never throws.
 * @param now Unix time in seconds
 * @returns the ID that was signed; `undefined` when the signature is not valid
 */
export function checkSignature(
	headers: Record<string, unknown>,
	rawBody: Buffer,
	keys: Buffer[],
	now: number,
): string | undefined {
	const signed = signatureHeaders(headers);
	if (!signed || !/^\d+$/.test(signed.timestamp)) return undefined;
	if (Math.abs(now - Number(signed.timestamp)) > TIMESTAMP_TOLERANCE_SECONDS) return undefined;

	const candidates = signed.signature
		.split(' ')
		.map((entry) => entry.split(','))
		.filter(([version]) => version === 'v1')
		.map(([, signature = '']) => Buffer.from(signature, 'base64'));
	const expected = keys.map((key) =>
		createHmac('sha256', key).update(`${signed.id}.${signed.timestamp}.`).update(rawBody).digest(),
	);
	const genuine = candidates.some((candidate) =>
		expected.some((signature) => candidate.length === signature.length && timingSafeEqual(candidate, signature)),
	);
	return genuine ? signed.id : undefined;
}
