import { randomBytes } from 'node:crypto';

import { Webhook } from 'standardwebhooks';

import { checkSignature, signingKeysOf } from '../../../nodes/GiftOrderBatch/api/webhookSignature';

const secretOf = () => `whsec_${randomBytes(24).toString('base64')}`;
const keysOf = (signingSecret: string) => {
	const signing = signingKeysOf(signingSecret);
	if ('problem' in signing) throw new Error(signing.problem);
	return signing.keys;
};

const NOW = 1_800_000_000;
const BODY = Buffer.from('{"event_type":"order_batch.completed","data":{"id":"ü"}}');
const SECRET = secretOf();
const KEYS = keysOf(SECRET);

const sign = (secret: string, id: string, seconds: number, body: Buffer) =>
	new Webhook(secret).sign(id, new Date(seconds * 1000), body.toString());

function delivery(
	change: { prefix?: string; seconds?: number; signature?: string; body?: Buffer } = {},
	more: Record<string, unknown> = {},
) {
	const { prefix = 'webhook', seconds = NOW, signature = sign(SECRET, 'msg_1', seconds, BODY), body = BODY } = change;
	const headers = { id: 'msg_1', timestamp: String(seconds), signature };
	const entries = Object.entries(headers).map(([name, value]) => [`${prefix}-${name}`, value]);
	return { headers: { ...Object.fromEntries(entries), ...more }, rawBody: body };
}

const [right, other] = [SECRET, secretOf()].map((secret) => sign(secret, 'msg_1', NOW, BODY)) as [string, string];

test.each([
	['the headers of Standard Webhooks', delivery(), KEYS],
	['the headers of Svix', delivery({ prefix: 'svix' }), KEYS],
	['those of Standard Webhooks, and another ID of Svix', delivery({}, { 'svix-id': 'EVIL' }), KEYS],
	['those of Svix, and another ID of Standard Webhooks', delivery({ prefix: 'svix' }, { 'webhook-id': 'EVIL' }), KEYS],
	['a timestamp five minutes old', delivery({ seconds: NOW - 300 }), KEYS],
	['a timestamp five minutes ahead', delivery({ seconds: NOW + 300 }), KEYS],
	['an entry of another secret before the right one', delivery({ signature: `${other} ${right}` }), KEYS],
	['an entry of an unknown version before the right one', delivery({ signature: `v1a,AAAA ${right}` }), KEYS],
	['the second of two secrets', delivery(), keysOf(`${secretOf()} ${SECRET}`)],
	['the first of two secrets', delivery(), keysOf(`${SECRET},${secretOf()}`)],
	['one of two secrets with other spaces', delivery(), keysOf(` ${SECRET}\n${secretOf()} `)],
])('the signature of a delivery is genuine with %s', (_name, { headers, rawBody }, keys) => {
	expect(checkSignature(headers, rawBody, keys, NOW)).toBe('msg_1');
});

test.each([
	['there are no headers', { headers: {}, rawBody: BODY }],
	['the id is missing', delivery({}, { 'webhook-id': undefined })],
	['the timestamp is missing', delivery({}, { 'webhook-timestamp': undefined })],
	['the signature is missing', delivery({}, { 'webhook-signature': undefined })],
	['the signature is empty', delivery({ signature: '' })],
	['the signature is not base64', delivery({ signature: 'v1,???' })],
	['the signature has no version', delivery({ signature: right.slice(3) })],
	['the signature is cut short', delivery({ signature: right.slice(0, 20) })],
	['the version is unknown', delivery({ signature: right.replace('v1', 'v2') })],
	['the secret is another', delivery({ signature: other })],
	['the id was changed', delivery({ signature: sign(SECRET, 'msg_2', NOW, BODY) })],
	['the timestamp was changed', delivery({ seconds: NOW - 1, signature: right })],
	['the body was changed', delivery({ body: Buffer.concat([BODY, Buffer.from(' ')]) })],
	['the body is empty', delivery({ body: Buffer.alloc(0) })],
	['the timestamp is too old', delivery({ seconds: NOW - 301 })],
	['the timestamp is too far ahead', delivery({ seconds: NOW + 301 })],
	['the timestamp is NaN', delivery({ seconds: NaN })],
])('the signature of a delivery is refused when %s', (_name, { headers, rawBody }) => {
	expect(checkSignature(headers, rawBody, KEYS, NOW)).toBe(undefined);
});

test.each([
	['is empty', '', '"Webhook Signing Secret" is missing'],
	['is blank', ' \n', '"Webhook Signing Secret" is missing'],
	['has no prefix', randomBytes(24).toString('base64'), '"Webhook Signing Secret" must begin with whsec_'],
	['has nothing after its prefix', 'whsec_', /is incomplete/],
	['is not base64', 'whsec_not-base64-at-all-really-not', /is incomplete/],
	['is cut short', SECRET.slice(0, 20), /is incomplete/],
	['is the second of two and wrong', `${SECRET} nonsense`, '"Webhook Signing Secret" must begin with whsec_'],
])('a signing secret is refused when it %s', (_name, signingSecret, problem) => {
	expect(signingKeysOf(signingSecret)).toEqual({ problem: expect.stringMatching(problem) });
	expect(JSON.stringify(signingKeysOf(`whsec_topsecret${signingSecret}`))).not.toContain('topsecret');
});
