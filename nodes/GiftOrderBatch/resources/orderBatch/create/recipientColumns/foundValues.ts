import { grouped } from '../../../../api/values';
import type { Field } from './columnNames';
import { folded } from './text';
import { nameWords, sameName } from './personName';
import { emailOf } from '../recipient';
import type { Found, Place } from './recordPlaces';

const BY_HAND = 'choose "Input Items (Choose Columns)" under Recipients From and map the columns by hand';

/** The sentence about columns of which only one can be right. */
export function competing(paths: string[], what: string): string {
	const [first = '', ...others] = [...new Set(paths)].map((path) => JSON.stringify(path));
	if (others.length === 0) return `${first} could be the recipient's ${what} or somebody else's: ${BY_HAND}`;
	const [last, ...between] = others.reverse();
	const names = [[first, ...between.reverse()].join(', '), last].join(' and ');
	return `${names} could ${others.length > 1 ? 'all' : 'both'} be the recipient's ${what}: ${BY_HAND}`;
}

export const WHAT: Partial<Record<Field, string>> = {
	first_name: 'first name',
	last_name: 'last name',
	full_name: 'name',
	email: 'email',
	address_1: 'address',
};

export const byPath = (a: Place, b: Place) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
export const textOf = (value: unknown) =>
	typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Whether two values of a column are the same but for the way they are written. */
export function isSame(field: Field, a: unknown, b: unknown): boolean {
	const [one, other] = [field === 'email' ? emailOf(a) : a, field === 'email' ? emailOf(b) : b];
	if (typeof one !== typeof other || typeof one === 'object') return JSON.stringify(one) === JSON.stringify(other);
	const [text, otherText] = [folded(textOf(one)).trim(), folded(textOf(other)).trim()];
	if (text === otherText) return true;
	if (field === 'full_name') return sameName(text, otherText);
	if (field === 'email' || field === 'address_1') return false;
	const words = nameWords(text).join(' ');
	return words !== '' && words === nameWords(otherText).join(' ');
}

/** Groups what was found by whose it is. */
export const groupsOf = (found: Found[], keyOf: (one: Found) => string): Found[][] =>
	[...grouped(found.map((one) => [keyOf(one), one] as const))]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, group]) => group);

export const looksLikeEmail = (value: unknown) => typeof value === 'string' && /\S@\S/.test(value);
