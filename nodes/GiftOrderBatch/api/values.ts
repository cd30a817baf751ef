import type { IDataObject } from 'n8n-workflow';

/** Whether a value counts as not given: nothing, null, or text of spaces only. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether a value is an object with fields, and not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; none for anything that is no list. */
export const objectsIn = (list: unknown) => (Array.isArray(list) ? list : []).filter(isObject) as IDataObject[];

/** The value as text for comparisons: in lower case and one Unicode form, without spaces around it, '' for none. */
export const comparable = (value: unknown): string =>
	String(value ?? '')
		.normalize('NFC')
		.trim()
		.toLowerCase();

/** The number that a text of digits shows; any other value as it is. */
export const readNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

/** The number that a text of nothing but digits shows; any other value as it is. */
export const readWholeNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;

/** Up to `most` of the entries, and how many more there are: "a, b, and 3 more". */
export const listed = (entries: Array<string | number>, most: number, separator = ', '): string =>
	entries.slice(0, most).join(separator) +
	(entries.length > most ? `${separator}and ${entries.length - most} more` : '');

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
