import type { IDataObject } from 'n8n-workflow';

/** Whether a value counts as not given: nothing, null, or text of spaces only. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The words of a text: a short form of long lists of names. */
export const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** Whether a value is an object with fields, and not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object, or else an empty one. */
export const objectIn = (value: unknown) => (isObject(value) ? (value as IDataObject) : {});

/** The objects of a list; empty for anything that is not a list. */
export const objectsIn = (list: unknown) => (Array.isArray(list) ? list : []).filter(isObject) as IDataObject[];

/** The value as text for comparisons: in lower case and one Unicode form, with single spaces and none around it, '' for none. */
export const comparable = (value: unknown): string =>
	String(value ?? '')
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase()
		.normalize('NFC');

/** The most characters of an email address. */
export const LONGEST_EMAIL = 320;

/** Control characters and other invisible ones. */
export const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** An email address as text for comparisons, with its domain in ASCII: `münchen.de` is `xn--mnchen-3ya.de`. */
export function comparableEmail(value: unknown): string {
	const text = comparable(value);
	if (text.length > LONGEST_EMAIL) return text;
	const email = text.replace(INVISIBLE, '');
	const at = email.indexOf('@') + 1;
	const address = `http://${email.slice(at)}/`;
	if (/^[\x20-\x7e]*$/.test(address) || !URL.canParse(address)) return email;
	const { href, hostname } = new URL(address);
	return href === `http://${hostname}/` ? email.slice(0, at) + hostname : email;
}

/** The number that a text of digits shows; any other value as it is. */
export const readNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

/** The number that a text of nothing but digits shows; any other value as it is. */
export const readWholeNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;

/** The first characters of a text, as messages show it. They are copied, because a slice keeps the whole text in memory. */
export const cut = (text: string, length = 100): string =>
	text.length <= length ? text : `${[...text.slice(0, length)].slice(0, -1).join('')}…`;

/** How many characters a message has. */
const LONGEST_MESSAGE = 10_000;

/** A message as n8n's editor shows it. The editor treats messages as HTML, in which a `<` before a space is plain text. */
export const asText = (message: string): string => cut(message, LONGEST_MESSAGE).replace(/<(?=[a-z!/?])/gi, '< ');

/** Up to `max` of the entries, and how many more there are: "a, b, and 3 more". */
export const listed = (entries: Array<string | number>, max = 20, separator = ', '): string =>
	entries.slice(0, max).join(separator) + (entries.length > max ? `${separator}and ${entries.length - max} more` : '');

/** The values of each key, in the order of the entries. */
export function grouped<Key, Value>(entries: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const [key, value] of entries) {
		const group = groups.get(key);
		if (group) group.push(value);
		else groups.set(key, [value]);
	}
	return groups;
}
