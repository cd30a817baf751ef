import { cut, isObject, splitWords } from './values';

/** How much of a response's reasons is kept, in characters: errors are stored with their execution. */
const LONGEST_REASON = 2_000;
const MAX_REASONS = 20;
const DEEPEST_LEVEL = 6;

/** The fields in which services say what went wrong: openapi's `error`, and what proxies and frameworks use. */
const REASON_FIELDS = splitWords('error errors message msg title detail error_description reason');

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const withName = (name: string, sentence: string): string =>
	name === '' ? sentence : `${name}${/^\p{Lu}/u.test(sentence) ? ':' : ''} ${sentence}`;

/** @param name the input field that the reasons belong to; '' for none */
function reasonsIn(value: unknown, name: string, level: number): string[] {
	if (isText(value)) return [withName(name, value.trim())];
	const within = (inner: unknown, innerName: string) =>
		level < DEEPEST_LEVEL ? reasonsIn(inner, innerName, level + 1) : [];
	if (Array.isArray(value)) return value.flatMap((entry) => within(entry, name));
	if (!isObject(value)) return [];
	const fields = new Map(Object.entries(value).map(([field, inner]) => [field.toLowerCase(), inner]));
	const reasons = REASON_FIELDS.flatMap((field) => within(fields.get(field), isText(value.field) ? value.field : name));
	if (reasons.length > 0) return reasons;
	// Reasons by the name of the input field. In a body without a known key, only lists are certain to be reasons.
	return Object.entries(value)
		.filter(([, inner]) => level > 0 || Array.isArray(inner))
		.flatMap(([field, inner]) => within(inner, ['base', 'data'].includes(field) ? '' : field));
}

/**
 * The sentences of a response that say why a request failed (openapi: Error), each once and not too long: from the
 * `error` of the interface, from other common shapes, or from plain text. An HTML page, or JSON that breaks off, has none.
 * @param hide takes secrets out of a text
 */
export function reasonsOf(body: unknown, hide: (text: string) => string): string[] {
	if (typeof body === 'string' && /^\s*(?:<|\[?\{)|[^\P{Cc}\s]/u.test(body.slice(0, LONGEST_REASON))) return [];
	const reasons = new Set<string>();
	let left = LONGEST_REASON;
	for (const reason of reasonsIn(body, '', 0)) {
		const kept = cut(hide(reason), left);
		if (!reasons.has(kept)) left -= kept.length;
		reasons.add(kept);
		if (left <= 0 || reasons.size >= MAX_REASONS) break;
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
