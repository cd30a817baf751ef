import { fingerprint } from '../../../api/fingerprint';
import { comparable, comparableEmail, isBlank } from '../../../api/values';
import type { Recipient } from './recipientInput';

/** What identifies a person, as it was read or checked. */
export type Person = Partial<Record<keyof Recipient, unknown>>;

/** Whether nothing but a name is known of a person. Several people may have the same name. */
export const isNameOnly = ({ email, phone, mailing_address: address }: Person): boolean =>
	[email, phone, address].every(isBlank);

const keyOf = (text: string) => fingerprint(text).slice(0, 12);

/** Each rule asks for the keys of the same people. */
const knownKeys = new WeakMap<Person, string>();

/**
 * Stands for a person: two recipients with the same key are the same person, unless only a name is known of them. The email
 * decides where there is one, else the phone, else the name and the address. Case does not count.
 */
export function personKey(person: Person): string {
	const cached = knownKeys.get(person);
	if (cached) return cached;
	const { email, phone, ...others } = person;
	const known = isBlank(email) ? (isBlank(phone) ? JSON.stringify(others) : String(phone)) : undefined;
	const key = keyOf(known === undefined ? comparableEmail(email) : comparable(known));
	knownKeys.set(person, key);
	return key;
}

/** Stands for a name, which several people may have. */
export const nameKey = ({ first_name: first, last_name: last }: Person): string =>
	`name ${keyOf(JSON.stringify([comparable(first), comparable(last)]))}`;

/** The same for the name of somebody without an email. */
export const nameOnlyKey = (person: Person): string => `no-email-${nameKey(person)}`;
