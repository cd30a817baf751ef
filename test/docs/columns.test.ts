import {
	FIELD_NAMES,
	listOf,
	LISTS,
	PERSON_WORDS,
	PLACE_WORDS,
	STANDALONE_NAMES,
	type Field,
} from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/columnNames';
import { ALL_FIELDS } from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/recipientFields';
import { expectGenerated, readText, withRest } from '../support/project';
import { RECIPIENT_RECORDS } from '../unit/resources/orderBatch/recipients/records';

const PAGE = 'docs/columns.md';
const MARK = '<!-- `npm run registry` writes the rest of this page. -->\n';

/** Fields of a column that the form does not have. */
const COLUMNS_ONLY = { full_name: 'First and Last Name', street_number: 'House number, put before Address Line 1' };

const labelOf = (field: Field) =>
	field === 'full_name' || field === 'street_number' ? COLUMNS_ONLY[field] : ALL_FIELDS[field].property.displayName;

const names = (text: string) => listOf(text).join(', ');
const table = (head: string, rows: Array<[string, string]>) =>
	[`| ${head} |`, '|---|---|', ...rows.map(([first, second]) => `| ${first} | ${second} |`)].join('\n');

/** The systems that `systemShapes` has lines for. */
function systemsInCode(): string[] {
	const text = readText('nodes/GiftOrderBatch/resources/orderBatch/recipients/systemShapes.ts');
	const named = [...text.matchAll(/shape\(.*\),(?: \/\/ (.+))?$/gm)].map(([, system]) => system);
	expect(named).not.toContain(undefined);
	return [...new Set(named as string[])];
}

/** The lists as a user looks them up. */
function listsPage(): string {
	const fields = (Object.keys(FIELD_NAMES) as Field[]).map((field): [string, string] => {
		const standalone = STANDALONE_NAMES[field];
		const byItself = standalone ? `. Only by itself: ${names(standalone)}` : '';
		const mobile = field === 'phone' ? `. Preferred: ${names(LISTS.MOBILE_NAMES)}` : '';
		const order = field === 'full_name' ? `. Family name first: ${names(LISTS.FAMILY_FIRST_NAMES)}` : '';
		return [labelOf(field), names(FIELD_NAMES[field]) + order + byItself + mobile];
	});
	const { shipping, work, home } = PLACE_WORDS;
	const words: Array<[string, string]> = [
		['The recipient. If an item has such columns, the others are not used.', names(LISTS.RECIPIENT_WORDS)],
		...PERSON_WORDS.map((one): [string, string] => ["The item's person", names(one)]),
		['A shipping address', names(shipping)],
		['Other places', `${names(work)}, ${names(home)}`],
		['An address', names(LISTS.ADDRESS_WORDS)],
		['Words that change nothing', names(LISTS.FILLER_WORDS)],
	];
	const ignored: Array<[string, string]> = [
		[
			'Other people, also with an "s" at the end',
			names([LISTS.OTHER_WORDS, LISTS.COMPETING_WORDS, LISTS.BUYER_WORDS].join(', ')),
		],
		[
			'Somebody who has died or left, or an email or account that no longer works. The item is refused if this may be its person, also if any column holds just one of these words.',
			names(LISTS.GONE_WORDS),
		],
		['Other people. An email in such a column is refused.', names(LISTS.RELATED_WORDS)],
		['Other people, as the last word, such as Sold By, but not Replaced By', names(LISTS.BY_WORDS)],
		['Other people, in a table of employees', names(LISTS.FAMILY_WORDS)],
		['Companies', names(LISTS.COMPANY_WORDS)],
		['A spare email, phone or name', names(LISTS.SECONDARY_WORDS)],
		['Things. An email in such a column is refused.', names(LISTS.NON_PERSON_WORDS)],
		['Objects that are skipped', names(LISTS.SKIPPED_OBJECTS)],
	];
	const refused: Array<[string, string]> = [
		['A person, also with an "s" at the end', names(LISTS.NAMING_WORDS)],
		['The same, if it holds two capitalized words', names(LISTS.AMBIGUOUS_WORDS)],
		['A person or a name, unless a word for a thing is next to it', names(LISTS.NAME_WORDS)],
		['A recipient, at the beginning or the end', names(LISTS.TOWARDS_WORDS)],
		['Not a recipient', names(LISTS.REASON_COLUMNS)],
		['A company or a product', names(LISTS.DOMAIN_COLUMNS)],
		['A place that people visit, as the last word', names(LISTS.VENUE_WORDS)],
		['Who is the recipient only where no column can name another one', names(LISTS.SUBJECT_WORDS)],
		['Not the address of the person, in a question for one', names(LISTS.NOT_OWN_WORDS)],
		['Not the buyer, if no other column names anyone', names(LISTS.GIFT_NOTE_COLUMNS)],
		['A newer email of the person', names(LISTS.NEWER_WORDS)],
		['A filled-in form', names(LISTS.FORM_COLUMNS)],
		['A buyer or payer, at the beginning, with Direct Send to somebody else', names(LISTS.BUYER_WORDS)],
		['Not a person, if the value is yes', names(LISTS.NOT_A_PERSON_COLUMNS)],
		['A role whose forms others fill in, beside an email without a role', names(LISTS.FILLED_IN_ROLES)],
	];
	return [
		'## Fields',
		table('Field | Names of the column', fields),
		'## Words before and after a name',
		"A name may have these words before or after it, such as Recipient Email or Email (Employee). Each row of the item's person is one role.",
		'A word that ends in "o" may also end in "a". A word for a person may have an "s" at the end.',
		table('Meaning | Words', words),
		'## Objects that only hold fields',
		`Their fields belong to the person beside them: ${names(LISTS.OWN_OBJECTS)}.`,
		`Their fields do not belong to the person beside them: ${names(LISTS.CONTAINER_WORDS)}.`,
		`Next to other words in the name of an object, these change nothing: ${names(LISTS.OBJECT_WORDS)}.`,
		'## Columns that are not used',
		'A column is ignored if one of these words is before or after a name, such as Manager Email. So is a column with other words if one of the first row is the last word before Name, Email and the like, such as Builder Rep Email, or if the last word is "from".',
		table('Whose it is | Words', ignored),
		'## Columns that can refuse an item',
		table('What the column seems to describe | Words', refused),
		'## Tables of gifts',
		`A column is about a gift if its name has one of these words: ${names(LISTS.GIFT_WORDS)}.`,
		`In a table with such a column, an item is refused if a column such as Sent On does not say no. Its name has one of these words: ${names(LISTS.SENT_WORDS)}.`,
		`An item is also refused if a column about a gift, or one of these, begins with one of those words, such as "Status: Sent 11/18": ${names(LISTS.STATE_WORDS)}.`,
		`The names of these columns may also have these words, but no others: ${names(LISTS.SENDING_WORDS)}.\n\nIn any table, an item is refused if a column such as On the List says no: ${names(LISTS.ASKING_WORDS)}; or if one such as Duplicate Of says anything else: ${names(LISTS.STOPPING_WORDS)}. The names of these columns may also have words of gifts and these, but no others: ${names(LISTS.ASIDE_WORDS)}.`,
		'## Shared mailboxes',
		`Also with an "s" at the end: ${names(LISTS.SHARED_MAILBOXES)}.`,
		'## Values that are refused',
		`Mailboxes, also with an "s" at the end: ${names(LISTS.NO_MAILBOXES)}. Names that consist of these: ${names(LISTS.PLACEHOLDER_NAMES)}. Names that end in one of these: ${names(LISTS.COMPANY_FORMS)}. Names with one of these in brackets or after a dash: ${names(LISTS.NOBODYS_REMARKS)}. Whole names of four words or more, unless one of these is among them: ${names(LISTS.NAME_PARTICLES)}.`,
		'## Prefixes of a last name',
		`${names(LISTS.INFIX_COLUMNS)}.`,
		'## Records with their own shape',
		`The node also knows how the columns of these records differ: ${systemsInCode().join('; ')}.`,
	].join('\n\n');
}

test('the page about columns has the lists by which the node reads recipients', () => {
	expectGenerated(PAGE, (page) => withRest(page, MARK, listsPage()));
});

test('the page about columns names systems of which a record is read', () => {
	const [, systems = ''] = /exports them:\n([^]*?)\.\n/.exec(readText(PAGE)) ?? [];
	const read = RECIPIENT_RECORDS.filter(({ recipient }) => recipient).map(({ what }) => what);
	const unread = systems.split(/,\s+/).filter((system) => !read.some((what) => what.includes(system)));
	expect(systems).toContain('HubSpot');
	expect(unread).toEqual([]);
});
