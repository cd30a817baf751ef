import manifest from '../../package.json';
import { recipientFields } from '../../nodes/GiftOrderBatch/resources/orderBatch/form/recipients';
import * as lists from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/columnNames';
import { SYSTEM_SHAPES } from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/systemShapes';
import { expectGenerated, filesIn, readText, withRest } from '../support/project';
import { RECIPIENT_RECORDS } from '../unit/resources/orderBatch/recipients/records';

const PAGE = 'docs/columns.md';
const MARK = '<!-- `npm run registry` writes the rest of this page. -->\n';

const FIELDS: Record<lists.Field, string> = {
	first_name: 'First Name',
	last_name: 'Last Name',
	full_name: 'First and Last Name',
	email: 'Email',
	phone: 'Phone',
	address_1: 'Address Line 1',
	address_2: 'Address Line 2',
	street_number: 'House number, put before Address Line 1',
	city: 'City',
	state: 'State',
	postal_code: 'Postal Code',
	country: 'Country',
};

const names = (text: string) => lists.listOf(text).join(', ');
const table = (head: string, rows: Array<[string, string]>) =>
	[`| ${head} |`, '|---|---|', ...rows.map(([first, second]) => `| ${first} | ${second} |`)].join('\n');

/** The lists as a user looks them up. */
function listsPage(): string {
	const fields = (Object.keys(FIELDS) as lists.Field[]).map((field): [string, string] => {
		const alone = lists.BARE_NAMES[field];
		const bare = alone ? `. Only by itself: ${names(alone)}` : '';
		const mobile = field === 'phone' ? `. Preferred: ${names(lists.MOBILE_NAMES)}` : '';
		const order = field === 'full_name' ? `. Family name first: ${names(lists.FAMILY_FIRST_NAMES)}` : '';
		return [FIELDS[field], names(lists.FIELD_NAMES[field]) + order + bare + mobile];
	});
	const { shipping, work, home } = lists.PLACE_WORDS;
	const words: Array<[string, string]> = [
		['The recipient. If there are such columns, the others are not used.', names(lists.RECIPIENT_WORDS)],
		...lists.PERSON_WORDS.map((one): [string, string] => ["The item's person", names(one)]),
		['Where parcels go', names(shipping)],
		['Other places', `${names(work)}, ${names(home)}`],
		['An address', names(lists.ADDRESS_WORDS)],
		['Words that change nothing', names(lists.FILLER_WORDS)],
	];
	const ignored: Array<[string, string]> = [
		['Other people, also with an "s" at the end', names(lists.OTHER_WORDS)],
		['Other people. An email in such a column is refused.', names(lists.RELATED_WORDS)],
		['Other people, as the last word, such as Sold By', names(lists.BY_WORDS)],
		['Somebody who is meant, before these', names(lists.REPLACED_WORDS)],
		['Other people, in a table of employees', names(lists.FAMILY_WORDS)],
		['Companies', names(lists.COMPANY_WORDS)],
		['A spare email, phone or name', names(lists.SECONDARY_WORDS)],
		['Things. An email in such a column is refused.', names(lists.NON_PERSON_WORDS)],
		['Objects that are skipped', names(lists.SKIPPED_OBJECTS)],
	];
	const refused: Array<[string, string]> = [
		['A person, also with an "s" at the end', names(lists.NAMING_WORDS)],
		['A person or a name, unless a word for a thing is next to it', names(lists.NAME_WORDS)],
		['A recipient, at the beginning or the end', names(lists.TOWARDS_WORDS)],
		['A company', names(lists.DOMAIN_COLUMNS)],
		['A place that people visit, as the last word', names(lists.VENUE_WORDS)],
		['A filled-in form', names(lists.FORM_COLUMNS)],
		['Who bought or pays, at the beginning, beside a parcel for somebody else', names(lists.BUYER_WORDS)],
		['Whose forms others fill in, beside an email of nobody', names(lists.FILLED_IN_ROLES)],
	];
	return [
		'## Fields',
		table('Field | Names of the column', fields),
		'## Words before and after a name',
		'A name may have these words before or after it, such as Recipient Email or Email (Employee).',
		table('Meaning | Words', words),
		'## Objects that only hold fields',
		`Of the person beside them: ${names(lists.OWN_OBJECTS)}.`,
		`Of a person of their own: ${names(lists.CONTAINER_WORDS)}.`,
		`Next to other words in the name of an object, these change nothing: ${names(lists.OBJECT_WORDS)}.`,
		'## Columns that are not used',
		'A column is ignored if one of these words is before or after a name, such as Manager Email.',
		table('Whose it is | Words', ignored),
		'## Columns that can refuse an item',
		table('What the column seems to describe | Words', refused),
		'## Shared mailboxes',
		`${names(lists.SHARED_MAILBOXES)}.`,
		'## Values that are refused',
		`Mailboxes: ${names(lists.NO_MAILBOXES)}. Names that consist of these: ${names(lists.PLACEHOLDER_NAMES)}. Whole names of four words or more, unless one of these is among them: ${names(lists.NAME_PARTICLES)}.`,
		'## What stands before a last name',
		`${names(lists.INFIX_COLUMNS)}.`,
		'## Records with a shape of their own',
		`The node also knows how these differ: ${[...new Set(SYSTEM_SHAPES.map(({ system }) => system))].join('; ')}.`,
	].join('\n\n');
}

describe('the page about columns', () => {
	test('has the lists by which the node reads recipients', () => {
		expectGenerated(PAGE, (page) => withRest(page, MARK, listsPage()));
	});

	test('names systems of which a record is read', () => {
		const [, systems = ''] = /exports them:\n([^]*?)\.\n/.exec(readText(PAGE)) ?? [];
		const read = RECIPIENT_RECORDS.filter(({ recipient }) => recipient).map(({ what }) => what);
		const unread = systems.split(/,\s+/).filter((system) => !read.some((what) => what.includes(system)));
		expect(systems).toContain('HubSpot');
		expect(unread).toEqual([]);
	});

	test('is where the notice of Input Items leads', () => {
		const notice = recipientFields.find(({ name }) => name === 'inputItemsNotice')?.displayName ?? '';
		const [, link = ''] = /href="([^"]+)"/.exec(notice) ?? [];
		const root = `${manifest.homepage.replace(/#.*$/, '')}/blob/main/`;
		expect(link.startsWith(root)).toBe(true);
		expect(filesIn()).toContain(link.slice(root.length));
	});
});
