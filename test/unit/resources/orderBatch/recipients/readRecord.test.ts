import type { IDataObject } from 'n8n-workflow';

import {
	STANDALONE_NAMES,
	FIELD_NAMES,
	listOf,
	LISTS,
	PERSON_WORDS,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/columnNames';
import { recordReader } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/readRecord';
import type { Problem } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { METHODS, reading, recipientIn, RECIPIENT_RECORDS } from './records';

test('each record is read as its person, or refused', () => {
	const read = RECIPIENT_RECORDS.map((one) => ({ ...one, recipient: recipientIn(one.json, one.sendMethod) }));
	expect(read).toEqual(RECIPIENT_RECORDS);
});

const R = 'rex@acme.com';
const names = { 'First Name': 'Ann', 'Last Name': 'Lee' };
const rex = { Name: 'Rex Roe', Email: R };
const rexInParts = { 'First Name': 'Rex', 'Last Name': 'Roe', Email: R };
const email = 'ann.lee@example.com';
const coach = { 'Xyz First Name': 'Ann', 'Xyz Last Name': 'Lee', 'Xyz Email': email };
const bo = { name: 'Bo Ray', email: 'bo@example.com' };
const annLee = { name: 'Ann Lee', email };
const lines = { Street: '548 Market St', City: 'Boston', State: 'MA', Zip: '02108' };

test.each<[string, object]>([
	['a gift for somebody, in French', { Nom: 'Rex Roe', Email: R, 'Cadeau pour': 'Ann Lee' }],
	['an event', { Name: 'Spring Gala', Date: '2024-05-01', Email: 'gala@acme.com' }],
	['a name on a thing', { ...rex, 'Name on Box': 'Ann Lee' }],
	['a nominee', { ...rex, Nominee: 'Ann' }],
	['a bare place', { ...rex, Shipping: 'Ann Lee' }],
	['the person is a bot', { ...names, email, is_bot: true }],
	['the person is the guest of somebody', { guestOf: { ...names, email } }],
	['the gift card of a customer has a recipient', { customer: bo, gift_card: { value: 50, recipient: annLee } }],
	['all columns are under one word on no list', coach],
	['a column of the lists has another name', { ...coach, Name: 'Bo Ray' }],
	['nobody of the lists has the address', { xyz: { ...names, email }, Street: '548 Market St', Zip: '02108' }],
])('a record in which somebody else may be meant is refused, for every send method: %s', (_what, json) => {
	for (const sendMethod of METHODS) expect([sendMethod, recipientIn(json, sendMethod)]).toEqual([sendMethod, null]);
});

/** A row of a table of gifts. */
const noted = (note: string) => ({ Gift: 'Mug', Notes: note });
const loanOfficer = { 'Loan Officer': 'Rex Roe' };
const YEAR = new Date().getFullYear();
const giftFor = (value: string) => ({ name: 'Gift for', value });
const rexOf = (ownerEmail: string) => ({ Email: 'rex@x.com', 'Owner Email': ownerEmail });
const infoOfBlueBay = (hotel: string) => ({ Email: 'info@bluebay.com', Hotel: hotel });

/**
 * Each rule with the smallest record that it refuses, and the nearest one that it must not refuse: the columns that differ
 * from those of a recipient.
 */
const RULES: Array<[rule: string, refused: IDataObject, read: IDataObject]> = [
	['two names of one person differ', { 'Full Name': 'Bo Ray' }, { 'Full Name': 'Ann M. Lee' }],
	['two emails of one person differ', { 'E-mail': 'bo@x.com' }, { 'E-mail': 'ANN@example.com' }],
	['an email is on no list', { Remark: 'bo@x.com' }, { Remark: 'ann@example.com' }],
	[
		'an email on no list spells nobody else',
		{ 'LO Email': 'bo@x.com', ...loanOfficer },
		{ 'LO Email': 'rex.roe@x.com', ...loanOfficer },
	],
	['a private email is on no list', { 'Xyz Email': 'bo@x.com' }, { 'Private Email': 'ann@home.example' }],
	['a column asks who is meant', { 'Who is it for?': 'Bo' }, { 'Who is it for?': 'Ann' }],
	['a column names somebody', { Friend: 'Bo Ray' }, { Friend: 'Ann Lee' }],
	['a column seems to describe a recipient', { recipient_id: 'p1' }, { owner_id: 'p1' }],
	['an entry answers a question', { extra: [giftFor('Bo')] }, { extra: [giftFor('Ann')] }],
	['somebody is named in the metadata', { metadata: { gift_for: 'Bo Ray' } }, { metadata: { source: 'Web Shop' } }],
	['a word of two languages names somebody', { Kind: 'Bo Ray' }, { Kind: 'Volunteer' }],
	['a question in another language asks who is meant', { 'À qui offrez-vous ?': 'Bo' }, { 'Où offrez-vous ?': 'Bo' }],
	['somebody has died', { Deceased: 'Yes' }, { Deceased: 'No' }],
	['a date says that somebody has died', { 'Date of Death': '2025-03-01' }, { 'Spouse Deceased': 'Yes' }],
	['a column names the person as one who has died', { 'Deceased Name': 'Ann Lee' }, { 'Deceased Name': 'Bo Ray' }],
	['a status says that somebody has died', { Status: 'Deceased' }, { Status: 'Active' }],
	['a remark says that a name is nobody’s', { 'Last Name': 'Lee (Sample)' }, { 'Last Name': 'Lee (Sampson)' }],
	['a note says that somebody else gets the gift', { Note: 'Send it to Bo instead' }, { Note: 'Likes tea' }],
	['an email is locked', { Email: 'email_not_unlocked@domain.com' }, { Email: 'ann.lee@domain.com' }],
	['a note says that the gift was sent', { Note: 'Gift sent 3/4' }, { Note: 'Sent gift 12/2024' }],
	['a tag says that the gift was sent', { Tags: ['vip', 'gift-sent'] }, { Tags: ['vip', 'gift-card'] }],
	['a tag says not to send a gift', { Tags: 'vip, do-not-gift' }, { Tags: 'vip, gift' }],
	['a note says that there are no gifts', { Note: 'No gifts - company policy' }, { Note: 'No gifts sent so far' }],
	['a note says that gifts are not accepted', { Note: 'Does not accept gifts' }, { Note: 'Accepts gifts' }],
	['a note says that emails bounce', { Note: 'Email bounces' }, { Note: 'Emails often' }],
	['a gift of this year is said to be sent', { [`Gift Sent ${YEAR}`]: 'x' }, { [`Gift Sent ${YEAR - 1}`]: 'x' }],
	['a gift is said to be sent, with a place to tick', { 'Gift Sent (Y/N)': 'Y' }, { 'Gift Sent (Y/N)': 'N' }],
	['a table of gifts says that it was sent', { Gift: 'Mug', Status: 'Sent 11/18' }, { Status: 'Sent 11/18' }],
	['a table of gifts says when it was sent', { Occasion: 'Birthday', 'Sent on': '11/18' }, { 'Sent on': '11/18' }],
	['a gift is said to be given', { 'Gift Given': 'Yes' }, { 'Gift Given': 'No' }],
	['a table of gifts says that it was mailed', { Gift: 'Mug', 'Emailed?': 'Yes' }, { 'Emailed?': 'Yes' }],
	['an item is said to be shipped', { 'Mug Shipped': 'yes 10/20' }, { 'Mug Shipped': 'soon' }],
	['the person is not eligible for a gift', { Gift: 'Not eligible' }, { Gift: 'Mug' }],
	['a note says that somebody has died', { Note: 'RIP - Oct 2026' }, { Note: 'Grips the cup' }],
	['a name is that of a form', { 'First Name': 'Info', 'Last Name': 'Requested' }, { 'Last Name': 'Requested' }],
	['a gift is said to be ordered', { Gift: 'Mug', Ordered: '9/22' }, { Gift: 'Mug', Ordered: '☐' }],
	['somebody has opted out', { gifting_opt_out: 'true' }, { gifting_opt_out: 'false' }],
	['a note in German says that somebody has left', { Note: 'ausgeschieden zum 30.06.' }, { Note: 'mag Tee' }],
	['an employment has ended', { 'Employment Status': 'Retired 09/2026' }, { 'Employment Status': 'Since 09/2026' }],
	['a display name is another', { 'Display Name': 'Bob Lee' }, { 'Display Name': 'Annie Lee' }],
	['a gift is declined', { 'Closing Gift': 'No - declined' }, { 'Closing Gift': 'No' }],
	['a gift is not approved', { 'Manager approval': 'Pending' }, { 'Manager approval': 'Yes' }],
	['the gift is not to be sent', { 'Send?': 'No' }, { 'Sent?': 'No' }],
	['a person is not included', { Include: 'N' }, { Include: 'Y' }],
	['a person is to be skipped', { Skip: 'x' }, { Skip: '' }],
	['a gift is held', { Gift: 'Mug', Status: 'Hold' }, { Gift: 'Mug', Status: 'Holder' }],
	['a table of gifts says that one was received', { Gift: 'Mug', Received: 'Yes' }, { Received: 'Yes' }],
	['a note says to skip somebody', { Note: 'Skip this year' }, { Note: 'Skip the lid' }],
	['an order of the gift is placed', { Gift: 'Mug', Status: 'Order placed' }, { Gift: 'Mug', Status: 'Placed' }],
	['somebody is not active', { Active: 'No' }, { 'Active Directory': 'No' }],
	['a French employee has left', { 'Date de sortie': '31/08/2026' }, { "Date d'entrée": '31/08/2026' }],
	['a note in Italian says not to send', { Note: 'non inviare' }, { Note: 'inviare presto' }],
	['a note in French says that the gift was sent', noted('cadeau déjà envoyé'), noted('cadeau à envoyer')],
	[
		'a note in German says that somebody works there no more',
		noted('nicht mehr im Unternehmen'),
		noted('nicht erreichbar'),
	],
	['a note in Portuguese says not to send', { Note: 'não enviar' }, { Note: 'enviar' }],
	['a note says that somebody was let go', noted('let go in Oct'), noted('let go of the old plan')],
	['a note says that a gift waits', noted('Hold until January'), noted('Holds until January')],
	['a note says when a gift was sent', noted('sent last week'), noted('sent her a card last week')],
	['a note in Dutch wants no gift', { Note: 'nee, wil geen cadeau' }, { Note: 'wil een cadeau' }],
	['a note in Spanish names a relative', { Nota: 'El regalo es para mi hermana' }, { Nota: 'El regalo es para ella' }],
	['a gift is a surprise for a relative', { Note: 'A surprise for my mother' }, { Note: 'Surprise for her' }],
	['somebody wants no gift', { 'Would you like a gift?': 'No thanks' }, { 'What gift would you like?': 'No idea' }],
	['a name is that of a team', { 'First Name': 'Customer Care', 'Last Name': 'Team' }, { 'Last Name': 'Teamer' }],
	['a name is that of a guest of somebody', { 'Last Name': 'of Bo Ray' }, { 'Last Name': 'Offer' }],
	['a name is that of a mailbox', { 'First Name': 'Info', 'Last Name': '' }, { 'First Name': 'Ina', 'Last Name': '' }],
	['a column in the feminine names somebody', { Premiada: 'Bo Ray' }, { Premiada: 'Ann Lee' }],
	['a gift is on its way', { Gift: 'Mug', 'Ship Status': 'Shipped' }, { 'Is Gift': 'No', 'Ship Status': 'Shipped' }],
	['a gift link is there', { 'Gift Link': 'https://example.com/g' }, { 'Gift Link': '' }],
	['somebody is said to be gifted', { 'Gifted?': 'x' }, { 'Gifted?': 'No' }],
	['a gift card is said to be sent', { 'Gift Card Sent': '3/4' }, { 'Gift Card Sent': '' }],
	['a gift is said to be sent, in another language', { 'Cadeau envoyé': 'Oui' }, { 'Cadeau envoyé': 'Non' }],
	['a remark says that somebody has declined', { 'Last Name': 'Lee (declined)' }, { 'Last Name': 'Lee (Annie)' }],
	['a note says not to mail', { Note: 'Do not mail there' }, { Note: 'Mail before noon' }],
	['a name is a template', { 'First Name': '{{first}}' }, { 'First Name': 'Ann-Marie' }],
	['a name is the header of its column', { 'Last Name': 'Last Name' }, { 'Last Name': 'Last' }],
	['all words of a name mean nobody', { 'First Name': 'Office', 'Last Name': 'Manager' }, { 'Last Name': 'Manager' }],
	['a first name names two people', { 'First Name': 'Ann & Bo' }, { 'First Name': 'Ann Bo' }],
	['an email is masked', { Email: 'a***@example.com' }, { Email: 'a.l@example.com' }],
	['an email repeats its domain', { Email: 'asdf@asdf.com' }, { Email: 'asdf@asdfg.com' }],
	['a mailbox is nobody’s', { Email: 'noreply@example.com' }, { Email: 'rely@example.com' }],
	['an email spells another first and last name', { Email: 'rex.roe@x.com' }, { Email: 'ann.roe@x.com' }],
	['an email spells another first name', { Email: 'rex.lee@x.com' }, { Email: 'nan.lee@x.com' }],
	['an email spells another', { Email: 'rex@x.com', Manager: 'Rex Roe' }, { Email: 'rex@x.com', Manager: 'Mia Roy' }],
	['the email that spells the name is an owner’s', rexOf('ann.lee@x.com'), rexOf('ann.ray@x.com')],
	['a shared mailbox is that of a company in the record', infoOfBlueBay('Blue Bay'), infoOfBlueBay('Red Bay')],
];

const CITY_TO_SHIP = { 'Shipping City': 'Boston', 'Shipping State': 'MA', 'Shipping Zip': '02108' };
const toShip = (street: string) => ({ 'Shipping Street': street, ...CITY_TO_SHIP });
/** The same for parcels. */
const PARCEL_RULES: typeof RULES = [
	['a ZIP code is not of the state', { Zip: '33139' }, { Zip: '01002' }],
	['a ZIP code is not of a state that shares some', { State: 'WY', Zip: '83301' }, { State: 'WY', Zip: '83414' }],
	['the address of parcels is elsewhere', toShip('See notes'), toShip('548 Market St')],
	['an address is elsewhere', { Street: 'On file' }, { Street: '1 File Rd' }],
	['an address has no state', { State: '' }, { State: 'Massachusetts' }],
	['two streets differ', { 'Home Street': '1 Lake Dr' }, { 'Home Street': '548 Market St' }],
	['a street is on no list', { 'Lakehouse Street': '9 Lake Rd' }, { 'Lakehouse Street': 'Sandy beach' }],
	['an address is a hotel', { Street: 'Hilton Garden Inn, 401 Cherry St' }, { Street: '12 Hilton Ave, Apt 3' }],
	['an address is a booth of a fair', { Street: '1 Fair Plz, Booth 214' }, { Street: '1200 Booth St' }],
	['an address is beside a venue', { Venue: 'The Dome' }, { Venue: 'Boston, MA' }],
	['an address is in the name of somebody else', { 'Shipping Name': 'Bo Ray' }, { 'Shipping Name': 'Ann Lee' }],
	['somebody else pays', { Email: '', 'Buyer Name': 'Bo Ray' }, { Email: '', 'Buyer Name': 'Ann Lee' }],
];

const ann = { ...names, Email: 'ann@example.com' };
test.each([
	...RULES.map((one) => [...one, 'email_and_link'] as const),
	...PARCEL_RULES.map((one) => [...one, 'direct_send'] as const),
])('a rule refuses a record where %s, and not the nearest other one', (_rule, refused, read, sendMethod) => {
	const record = sendMethod === 'direct_send' ? { ...ann, ...lines } : ann;
	expect(recipientIn({ ...record, ...refused }, sendMethod)).toBeNull();
	expect(recipientIn({ ...record, ...read }, sendMethod)).not.toBeNull();
});

test.each<[string, object]>([
	['an email under a word on no list spells the name', { ...names, Handle: email }],
	['the customer of a ticket is the only person', { ticket: { title: 'A', customer: annLee } }],
	['objects have words that change nothing', { clientProfileData: annLee }],
	['columns have dots in them', { 'Q1. First Name': 'Ann', 'Q2. Last Name': 'Lee', 'Cust. Email': email }],
])('a person is read where %s', (_what, json) => {
	expect(recipientIn(json)).toEqual({ first_name: 'Ann', last_name: 'Lee', email });
});

test('a person has the only address of an item if it is in their name, also for billing', () => {
	const lines = { 'Billing Street': '548 Market St', 'Billing City': 'Boston', 'Billing State': 'MA' };
	const billed = { Name: 'Ann Lee', Email: email, ...lines, 'Billing Zip': '02108' };
	const home = { address_1: '548 Market St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' };
	expect(recipientIn({ ...billed, 'Billing Name': 'Ann Lee' }, 'direct_send')?.mailing_address).toMatchObject(home);
	expect(recipientIn({ ...billed, 'Billing Name': 'Bo Ray' }, 'direct_send')).toBeNull();
});

const withLines = { ...ann, ...lines };
const differ = (found: string | undefined, columns: string[], label?: string): Problem => ({
	...{ kind: 'differentValues', found, columns, label },
});
const placeholder = (label: string): Problem => ({ kind: 'wrongValue', columns: [label], label, holds: 'placeholder' });
type Why = Problem<'doubtfulColumn'>['why'];
const doubtful = (found: string, why: Why, columns: string[], label?: string): Problem => ({
	...{ kind: 'doubtfulColumn', found, why, columns, label },
});
const ofName = (kind: 'noWholeName' | 'severalPeople', name = 'Name'): Problem => ({ kind, columns: [name] });
test.each<[json: object, problem: Problem]>([
	[{ 'First Name': 'Ann', properties: { firstname: 'Bo' } }, differ(undefined, ['First Name', 'properties.firstname'])],
	[{ ...rexInParts, Mail: 'a@b.com' }, differ('First Name', ['Email', 'Mail'], 'Email')],
	[{ ...rex, 'New Email': 'a@b.com' }, differ('Name', ['Email', 'New Email'], 'Email')],
	[{ Name: 'Ann Lee', 'Old Email': R, 'New Email': 'alee@b.com' }, differ('Name', ['Old Email', 'New Email'], 'Email')],
	[{ ...withLines, 'Home Street': '1 Lake Dr' }, differ('First Name', ['Street', 'Home Street'], 'Address Line 1')],
	[
		{ recipients: [{ name: 'Ann Lee' }, { name: 'Bo Ray' }] },
		{ kind: 'severalEntries', columns: ['recipients[0].name', 'recipients[1].name'] },
	],
	[{ Name: 'Globex', Email: R }, ofName('noWholeName')],
	[{ Name: 'Dan and Erin', Email: R }, ofName('severalPeople')],
	[{ 'First Name': '{first_name}', Email: R }, placeholder('First Name')],
	[{ 'First Name': 'Ann', 'Last Name': 'last name', Email: R }, placeholder('Last Name')],
	[{ 'X Email': 'a@b.com' }, doubtful('', 'intendedEmail', ['X Email'], 'Email')],
	[{ ...rex, 'X Email': 'a@b.com' }, doubtful('Name', 'intendedEmail', ['X Email'], 'Email')],
	[{ ...rex, recipient_id: 'p' }, doubtful('Name', 'intendedRecipient', ['recipient_id'])],
	[{ Client: 'The Lee Family' }, ofName('noWholeName', 'Client')],
	[{ Name: 'Ann Lee', Email: R, Manager: 'Rex Roe' }, doubtful('Name', 'personsEmail', ['Email', 'Manager'], 'Email')],
	[
		{ Name: 'Globex', Contact: 'Ann Lee', Email: 'al9@example.com' },
		doubtful('Contact', 'personsEmail', ['Email', 'Name'], 'Email'),
	],
	[{ Name: 'Blue Harbor', Email: 'info@acme.com' }, doubtful('Name', 'sharedMailbox', ['Email'])],
	[{ Name: 'Blue Harbor', Email: R, Domain: 'harbor.example' }, doubtful('Name', 'companyDomain', ['Domain'])],
	[{ ...withLines, Venue: 'The Dome' }, doubtful('First Name', 'placesAddress', ['Street', 'Venue'], 'Address Line 1')],
	[{ ...withLines, 'Lake Street': '9 Lake Rd' }, doubtful('First Name', 'anothers', ['Lake Street'], 'Address Line 1')],
])('a refusal of %j names the column that contradicts it: %j', (json, problem) => {
	const { problems } = reading(json, 'Street' in json ? 'direct_send' : undefined);
	expect(problems).toContainEqual(problem);
});

test('the sources of a recipient are the columns that its fields came from', () => {
	const json = { Name: 'Ann Lee', 'E-mail': 'ann@example.com', Mobile: '+14155552671', ...lines };
	expect(reading(json).sources).toEqual({ first_name: 'Name', last_name: 'Name', email: 'E-mail', phone: 'Mobile' });
	expect(reading(json, 'direct_send').sources).toMatchObject({ address_1: 'Street', postal_code: 'Zip' });
});

test('the sources of a recipient name the first of the columns that are one line of the address', () => {
	const json = { Name: 'Ann Lee', ...lines, 'Address 2': 'Bldg C', 'Address 3': 'Apt 4' };
	const { columns, sources } = reading(json, 'direct_send');
	expect([columns.address_2, sources.address_2]).toEqual(['Bldg C, Apt 4', 'Address 2']);
});

test('the sources of a recipient are paths within objects and lists', () => {
	const json = { properties: { firstname: { value: 'Ann' }, emails: [{ value: 'ann@example.com', primary: true }] } };
	expect(reading(json).sources).toEqual({ first_name: 'properties.firstname', email: 'properties.emails[0]' });
});

const VALUES: Record<string, unknown> = {
	first_name: 'Ann',
	last_name: 'Lee',
	full_name: 'Ann Lee',
	email: 'ann@example.com',
	phone: '+14155552671',
	address_1: '548 Market St',
	address_2: 'Apt 4',
	street_number: '548',
	city: 'Boston',
	state: 'MA',
	postal_code: '02108',
	country: 'US',
};
const STYLES: Array<(name: string) => string> = [
	(name) => name,
	(name) => name.toUpperCase(),
	(name) => name.replace(/ /g, '_'),
	(name) => name.replace(/(?:^| )(\p{L})/gu, (_all, letter: string) => letter.toUpperCase()),
	(name) => name.replace(/ (\p{L})/gu, (_all, letter: string) => letter.toUpperCase()),
	(name) => ` ${name} `.normalize('NFD'),
];
const allNames = Object.entries({
	...FIELD_NAMES,
	first: STANDALONE_NAMES.first_name,
	last: STANDALONE_NAMES.last_name,
	mobile: LISTS.MOBILE_NAMES,
}).flatMap(([list, names]) => {
	const field = { first: 'first_name', last: 'last_name', mobile: 'phone' }[list] ?? list;
	return listOf(names ?? '').map((name): [string, string] => [field, name]);
});

test.each([...new Set(allNames.map(([field]) => field))])('each name of %s means it, in any style', (field) => {
	const { full_name: _whole, street_number: _number, ...rest } = VALUES;
	const expected = reading(rest, 'direct_send').columns;
	const json: IDataObject = { ...rest } as IDataObject;
	delete json[field];
	if (field === 'full_name') for (const part of ['first_name', 'last_name']) delete json[part];
	if (field === 'street_number') json.address_1 = 'Market St';
	const names = allNames.flatMap(([of, name]) => (of === field ? STYLES.map((style) => style(name)) : []));
	for (const name of names) {
		const { columns, problems } = reading({ ...json, [name]: VALUES[field] }, 'direct_send');
		expect([name, problems, columns]).toEqual([name, [], expected]);
	}
});

test('each name of the lists may have any word for a person before or after it', () => {
	const [email, phone] = ['ann@example.com', '+14155552671'];
	for (const word of [...PERSON_WORDS, LISTS.RECIPIENT_WORDS].flatMap(listOf)) {
		const json = { [`${word} first name`]: 'Ann', [`email (${word})`]: email, [`${word}_phone`]: phone };
		expect([word, recipientIn(json)]).toEqual([word, { first_name: 'Ann', email, phone }]);
	}
});

test('records of one run may have different columns', () => {
	const reader = recordReader('email_and_link');
	const one = { name: 'Ann Lee', email: 'a@example.com' };
	const other = { 'First Name': 'Bo', Mail: 'b@example.com' };
	const read = [one, other, one, other].map((row) => reader(row).columns.first_name);
	expect(read).toEqual(['Ann', 'Bo', 'Ann', 'Bo']);
});

test.each(['\n', '\0'])('a record may have two columns for a name with %j of another', (separator) => {
	const read = recordReader('email_and_link');
	read({ first_name: 'Eve', [`last_name${separator}manager_email`]: '', email: 'eve@example.com' });
	const { columns } = read({ first_name: 'Ann', last_name: 'Lee', manager_email: 'bo@b.com', email: 'ann@b.com' });
	expect(columns).toMatchObject({ first_name: 'Ann', last_name: 'Lee', email: 'ann@b.com' });
});

test.each<[string, object]>([
	['value', { value: 12 }],
	['constructor', { constructor: 'x', hasOwnProperty: 'y' }],
	['__proto__', JSON.parse('{ "__proto__": "x" }') as object],
])('records of one run may have a column with the name %s', (_name, more) => {
	expect(recipientIn({ ...rexInParts, ...more })).toMatchObject({ first_name: 'Rex', email: R });
});

test.each(['canceled', 'delivered', 'shipped'])('who has an order that is %s may get another gift', (status) => {
	const order = { status, individual_gift_link: 'https://a.co/g', recipient_first_name: 'Ann', recipient_email: R };
	for (const sendMethod of ['email_and_link', 'link_multiple_custom_list'])
		expect(recipientIn(order, sendMethod)).toMatchObject({ first_name: 'Ann' });
});

test.each([
	'bob＠example.com',
	'to:bob@example.com',
	'(bob@example.com)',
	'bob@example.com/',
	'bob@example.com\u034f',
	'ann@example.com|bob@example.com',
])('an email that an unknown column hides as %j is that of somebody else', (email) => {
	const { problems } = reading({ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', Remark: email });
	expect(problems).toMatchObject([{ kind: 'doubtfulColumn', columns: ['Remark'], why: 'intendedEmail' }]);
});

test("a column whose name does not say that it is the recipient's is named as unused", () => {
	const columns = { 'Venue Address': '5 Main St', 'Old Email': 'ann@example.com', Manager: 'Mia Stone' };
	const { unused, problems } = reading({ first_name: '', ...columns }, 'direct_send');
	expect(problems).toEqual([]);
	expect(unused).toEqual({ 'First Name': 'Manager', Email: 'Old Email', 'Address Line 1': 'Venue Address' });
	expect(reading({ ...rex, Manager: 'Mia Stone', 'Old Email': 'ann@example.com' }).unused).toEqual({});
});
