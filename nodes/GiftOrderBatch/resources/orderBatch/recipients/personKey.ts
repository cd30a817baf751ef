import { fingerprint } from '../../../api/fingerprint';
import { comparable, comparableEmail, isBlank } from '../../../api/values';

/** What identifies a person, as it was read or checked. */
interface Person {
	email?: unknown;
	phone?: unknown;
	mailing_address?: unknown;
}

/** Whether nothing but a name is known of a person. Several people may have the same name. */
export const isNameOnly = ({ email, phone, mailing_address: address }: Person): boolean =>
	[email, phone, address].every(isBlank);

/** Each rule asks for the keys of the same people. */
const keys = new WeakMap<Person, string>();

/**
 * Stands for a person: two recipients with the same key are the same person, unless only a name is known of them. The email
 * decides where there is one, else everything that is known. Case does not count.
 */
export function personKey(person: Person): string {
	const known = keys.get(person);
	if (known) return known;
	const { email, ...others } = person;
	const key = fingerprint(isBlank(email) ? comparable(JSON.stringify(others)) : comparableEmail(email)).slice(0, 12);
	keys.set(person, key);
	return key;
}
