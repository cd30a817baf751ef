import { byPath, competing, groupsOf, textOf } from './foundValues';
import { differences, nameOf, nameSource, personOf, type Person } from './person';
import { folded } from './text';
import { shareWord } from './personName';
import { isEmpty, isUs } from '../recipient';
import type { Columns } from './columns';
import { ADDRESS_FIELDS, isAddressField, isNameField, SEPARATOR, type AddressPlace, type Found } from './recordPlaces';
import { NO_SIGNS } from './recordSigns';

/** Values of a column called state that are those of an account. */
const ACCOUNT_STATES = new Set(
	'enabled disabled active inactive invited declined pending open closed new verified unverified subscribed unsubscribed archived deleted'.split(
		' ',
	),
);

const PREFERRED_PLACES: AddressPlace[] = ['mailing', 'shipping', 'home'];
const street = (group: Found[]) => group.find(({ field, value }) => field === 'address_1' && !isEmpty(value));
export const isForeign = (value: unknown) => !isEmpty(value) && !isUs(value);

/** Whether two streets are the same, or the one is the beginning of the other. */
function isSameStreet(a: Found, b: Found): boolean {
	const plain = ({ value }: Found) => folded(textOf(value)).replace(/[^\p{L}\p{N}]/gu, '');
	const [one, other] = [plain(a), plain(b)];
	return a.value === b.value || (one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one)));
}

/** The lines of one address, and the name on it. */
function addressColumns(group: Found[], problems: string[]): Columns {
	const columns: Columns = {};
	for (const field of ADDRESS_FIELDS) {
		const filled = group
			.filter((one) => one.field === field && !isEmpty(one.value))
			.filter(({ value }) => field !== 'state' || !ACCOUNT_STATES.has(folded(textOf(value)).trim()))
			.sort((a, b) => a.rank - b.rank || byPath(a, b));
		const [first] = filled;
		if (!first || field === 'street_number') continue;
		const different = field === 'address_1' ? filled.filter((one) => !isSameStreet(one, first)) : [];
		if (different.length > 0)
			problems.push(
				competing(
					[first, ...different].map(({ path }) => path),
					'address',
				),
			);
		const country = field === 'country' ? filled.find(({ value }) => isForeign(value)) : undefined;
		columns[field] = (country ?? first).value;
	}
	const number = group.find(({ field, value }) => field === 'street_number' && !isEmpty(value));
	const line = textOf(columns.address_1);
	if (number && line && !/\p{N}/u.test(line)) columns.address_1 = `${textOf(number.value)} ${line}`;
	const names = personOf(
		group.filter(({ isOnAddress }) => isOnAddress),
		NO_SIGNS,
	);
	columns.mailing_first_name = names.first_name;
	columns.mailing_last_name = names.last_name;
	return columns;
}

/**
 * The one address to which a direct send goes: the recipient's, else the mailing, shipping or home address, else the only one.
 * @param problems gets a sentence for each address that could be meant as well
 */
export function chooseAddress(
	found: Found[],
	person: Person | undefined,
	others: Person[],
	problems: string[],
): Columns {
	const parts = found.filter((one) => (isAddressField(one.field) || one.isOnAddress) && !one.isBilling);
	const groups = groupsOf(parts, ({ container, role, addressPlace }) =>
		[container, role, addressPlace].join(SEPARATOR),
	);
	const known = groups.filter(([one]) => !one?.isUnknown);
	const ofRecipient = known.filter((group) =>
		group.some(({ isRecipient, field }) => isRecipient && isAddressField(field)),
	);
	// Beside somebody else's data, an address without a word for whose it is may be the other's.
	const isOthers =
		person?.role === 'recipient' &&
		others.some((one) => (nameSource(one) ?? one.email) && differences(person, one).length > 0);
	const container = person?.container ?? '';
	let candidates = (ofRecipient.length > 0 ? ofRecipient : known).filter(
		(group) => street(group) && group[0]?.container === container,
	);
	if (ofRecipient.length === 0 && isOthers) {
		const toShip = candidates.filter(([one]) => one?.addressPlace === 'shipping');
		const [doubtful] = toShip.length > 0 ? [] : candidates.flatMap((group) => street(group) ?? []).sort(byPath);
		if (doubtful) problems.push(competing([doubtful.path], 'address'));
		candidates = toShip;
	}
	const place = PREFERRED_PLACES.find((one) => candidates.some(([first]) => first?.addressPlace === one));
	const atPlace = place === undefined ? candidates : candidates.filter(([one]) => one?.addressPlace === place);
	const chosen = atPlace[0];
	const chosenStreet = chosen && street(chosen);
	const rivals = [
		...atPlace.slice(1),
		// Nobody knows whether a gift is to go home or to work.
		...(place === 'home' ? candidates.filter(([one]) => one?.addressPlace === 'work') : []),
		...(ofRecipient.length > 0 ? [] : groups.filter((group) => group[0]?.isUnknown)),
	].flatMap((group) => street(group) ?? []);
	for (const rival of rivals) {
		if (!chosenStreet || !isSameStreet(chosenStreet, rival)) {
			problems.push(competing([...(chosenStreet ? [chosenStreet.path] : []), rival.path], 'address'));
		}
	}
	// Blank lines say which columns were found, for the validation to name what is missing.
	if (!chosen)
		return addressColumns(
			ofRecipient[0] ?? known.find((group) => group.some(({ role }) => role === '')) ?? [],
			problems,
		);
	const columns = addressColumns(chosen, problems);
	const named = [columns.mailing_first_name, columns.mailing_last_name].map(textOf).filter(Boolean).join(' ');
	const onAddress = chosen
		.filter(({ isOnAddress, field, value }) => isOnAddress && isNameField(field) && !isEmpty(value))
		.sort(byPath)[0];
	const nameAt = person && nameSource(person);
	if (named && person && onAddress && nameAt && nameOf(person) && !shareWord(named, nameOf(person))) {
		problems.push(competing([nameAt.path, onAddress.path], 'name'));
	}
	return columns;
}
