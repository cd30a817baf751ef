import { cut, isObject } from './values';

/** How much of a response's reasons is kept, in characters: errors are stored with their execution. */
const LONGEST_REASON = 2_000;
const MOST_SENTENCES = 20;
const DEEPEST_LEVEL = 6;

/** The fields in which services say what went wrong: openapi's `error`, and what proxies and frameworks use. */
const REASON_FIELDS = ['error', 'errors', 'message', 'msg', 'title', 'detail', 'error_description', 'reason'];
/** The fields that name the input which a reason is about. */
const NAME_FIELDS = ['field', 'param'];

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const withName = (name: string, sentence: string): string =>
	name === '' ? sentence : `${name}${/^\p{Lu}/u.test(sentence) ? ':' : ''} ${sentence}`;

/** @param name the field of the input that the reasons are about, if they are a field's own */
function* reasonsIn(value: unknown, name: string, level: number): Generator<string> {
	if (level > DEEPEST_LEVEL) return;
	if (isText(value)) yield withName(name, value.trim());
	if (Array.isArray(value)) for (const entry of value) yield* reasonsIn(entry, name, level + 1);
	if (isObject(value)) yield* reasonsOfObject(value, name, level);
}

function* reasonsOfObject(object: Record<string, unknown>, name: string, level: number): Generator<string> {
	const fields = Object.entries(object);
	const subject = NAME_FIELDS.map((field) => object[field]).find(isText) ?? name;
	let hasReason = false;
	for (const [field, value] of fields) {
		if (!REASON_FIELDS.includes(field.toLowerCase())) continue;
		for (const reason of reasonsIn(value, subject, level + 1)) {
			hasReason = true;
			yield reason;
		}
	}
	if (hasReason) return;
	if (level === 0 && object.data) return yield* reasonsIn(object.data, '', level + 1);
	// Reasons by the name of the input field. In a body without a known key, only lists are certain to be reasons.
	for (const [field, value] of fields) {
		if (level > 0 || Array.isArray(value)) yield* reasonsIn(value, field === 'base' ? '' : field, level + 1);
	}
}

/**
 * The sentences of a response that say why a request failed (openapi: Error), each once and not too long: from the
 * `error` of the interface, from other common shapes, or from plain text. An HTML page has none.
 * @param hide takes secrets out of a text
 */
export function reasonsOf(body: unknown, hide: (text: string) => string): string[] {
	if (typeof body === 'string' && /^\s*<|[^\P{Cc}\s]/u.test(body.slice(0, LONGEST_REASON))) return [];
	const reasons = new Set<string>();
	let left = LONGEST_REASON;
	for (const reason of reasonsIn(body, '', 0)) {
		const kept = cut(hide(reason), left);
		if (!reasons.has(kept)) left -= kept.length;
		reasons.add(kept);
		if (left <= 0 || reasons.size >= MOST_SENTENCES) break;
	}
	return [...reasons];
}

/** One text of several sentences. */
export const joined = (sentences: string[]): string =>
	sentences.reduce((text, sentence) => `${text}${/[.!?…]$/.test(text) ? '' : ';'} ${sentence}`);

/** Hides a secret in a text, even if it is escaped for JSON or a URL. */
export function hideSecret(text: string, secret: string): string {
	if (secret === '') return text;
	const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
	return forms.reduce((hidden, form) => hidden.replaceAll(form, '*****'), text);
}
