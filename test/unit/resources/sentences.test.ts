import {
	failureParts,
	sentenceParts,
	sentencesOf,
	someOf,
	type Problem,
} from '../../../nodes/GiftOrderBatch/resources/sentences';
import { EXAMPLE_FAILURES, EXAMPLE_PROBLEMS } from '../../support/problems';
import { readText } from '../../support/project';

const shown = readText('docs/troubleshooting.md').split('\n');

const NO_EMAIL: Problem = { kind: 'missing', field: 'Email', neededBy: 'emailAndLink' };
const NO_SENDER: Problem = { kind: 'missing', field: 'From Name' };
const wrongEmail = (value: string): Problem => ({ kind: 'invalid', field: 'Email', mustBe: 'an email address', value });

const giftedToday = (more: Partial<Problem<'giftedToday'>>): Problem => ({
	kind: 'giftedToday',
	people: someOf(['a']),
	count: 1,
	orderBatches: someOf(['ob_1']),
	isSure: true,
	isSkipping: false,
	when: 'from this step today',
	...more,
});

const WRONG_EMAIL = wrongEmail('"x"');
const FIVE_ITEMS = [0, 1, 2, 3, 4].map((item): Problem => ({ ...NO_SENDER, item }));

/** The same problem of a recipient. */
const of = (row: number, name: string, problem: Problem): Problem => ({ ...problem, row, name });

test.each(EXAMPLE_PROBLEMS)('a problem says what docs/troubleshooting.md shows, and the way out: $kind', (problem) => {
	const [wrong, advice] = sentenceParts(problem);
	expect(shown).toContain(advice ? `| ${wrong} | ${advice}. |` : `- ${wrong}`);
	expect(sentencesOf([problem])).toEqual([advice ? `${wrong}. ${advice}` : wrong]);
});

const MAILS = { columns: ['Email', 'Mail'], label: 'Email' };
const TWICE: Problem<'samePerson'> = { kind: 'samePerson', positions: [{ number: 1 }, { number: 2 }] };
const at = (number: number, of: string) => ({ number, of });
const GIFT_CARD = { kind: 'wrongVariablePrice', product: '"Gift"' } as const;
const SEVEN = 'abcdefg'.split('');
const LONG = 'x'.repeat(101);
const NO_REQUEST = { people: [], orderBatch: 'reference r', isOfThisExecution: false, isSure: false };

test.each<[RegExp, Problem]>([
	[/^"Email" is missing$/, { kind: 'missing', field: 'Email' }],
	[/ is missing: an expression returned no value$/, { kind: 'missing', field: 'Order', neededBy: 'expression' }],
	[/ is missing: a message needs one$/, { kind: 'missing', field: 'Card', neededBy: 'message' }],
	[/^"Key" must be text$/, { kind: 'invalid', field: 'Key', mustBe: 'text' }],
	[/ is in the past \(2020\)\. Choose a later time$/, { kind: 'past', field: 'Expires At', value: '2020' }],
	[/^"Email" is missing\. "To" is not used: .* under Email$/, { kind: 'missing', field: 'Email', unused: 'To' }],
	[/ is missing: "Gift" has no fixed price\. Add /, { kind: 'noVariablePrice', product: '"Gift"' }],
	[/ at most \$5\.00 for "Gift", but it is \$6\.00$/, { ...GIFT_CARD, min: 0, max: 500, price: 600 }],
	[/ at least \$5\.00 for "Gift", but it is \$4\.00$/, { ...GIFT_CARD, min: 500, price: 400 }],
	[/ for the email of the same person\. .* under Email$/, { kind: 'differentValues', ...MAILS }],
	[/ for the email of the person in "N"\. .* under Email$/, { kind: 'differentValues', found: 'N', ...MAILS }],
	[
		/^It is not certain .*: "Guest" may name the intended recipient\. .* First Name and Last Name$/,
		{ kind: 'doubtfulColumn', columns: ['Guest'], why: 'intendedRecipient' },
	],
	[
		/^The gift would be for the person in "N", but "Deceased" may say .*\. .* with a Filter node .* to send anyway$/,
		{ kind: 'doubtfulColumn', found: 'N', columns: ['Deceased'], why: 'note' },
	],
	[/^Recipients 1 and 2 have the same phone number \(\+1\)\. Remove one of them\. /, { ...TWICE, phone: '+1' }],
	[/^Recipients 1 and 2 have the same name and address\. Remove one of them\. /, { ...TWICE, row: 2 }],
	[
		/^Recipient 1 of item 1 and recipient 3 of item 2 have the same email \(a@b\.co\)\. If each item lists /,
		{ ...TWICE, positions: [at(1, 'item 1'), at(3, 'item 2')], email: 'a@b.co' },
	],
	[
		/ may have gotten a gift .* \(order batches ob_1, r\): a\. To find out .*\. To send anyway, /,
		giftedToday({ orderBatches: someOf(['ob_1', 'r']), isSure: false }),
	],
	[/ got a gift .* \(order batch ob_1\): a\. To send only to the others, /, giftedToday({ isSkipping: true })],
	[/ got a gift .* \(order batch ob_1\): a\. To send anyway, /, giftedToday({})],
	[/^Another execution .* the same order batch \(reference r\), so /, { kind: 'alreadyRequested', ...NO_REQUEST }],
	[
		/^An earlier attempt of this execution may have created the order batch with the Customer Reference ID r, .* check your /,
		{ kind: 'changedRequest', reference: 'r', isSure: false },
	],
	[/ but this would send to 2 recipients\. /, { kind: 'recipientsLimit', limit: 1, before: 0, now: 2 }],
	// Five people are named, and the first 100 characters of a reference.
	[/^7 of 8 recipients got a gift .*: a, b, c, d, e, and 2 more\. /, giftedToday({ people: someOf(SEVEN), count: 8 })],
	[/ is x{99}…, which/, { kind: 'usedReference', reference: LONG }],
])('the sentence of a problem without what is not known, or with much of it, is like %s', (sentence, problem) => {
	expect(sentencesOf([problem])).toEqual([expect.stringMatching(sentence)]);
});

test('a failure shows the first 100 characters of a reference', () => {
	const [sentence] = failureParts({ kind: 'otherReference', orderBatchId: 'ob_1', other: LONG, reference: 'r' });
	expect(sentence).toMatch(/the Customer Reference ID x{99}… instead of r/);
});

const NEEDS_EMAIL = '"Email" is missing: the send method "Email and Link" needs it';
const NEEDS_SENDER = '"From Name" is missing';
const NEEDS_PRODUCT = '"Product" is missing. Choose one from the list, by ID or by URL';
const IS_NO_EMAIL = '"Email" must be an email address, but it is "x"';

test.each<[string, Problem[], string[]]>([
	[
		'name the person before the row, and a recipient without a name by number',
		[of(2, 'Bea Stone', NO_EMAIL), of(3, '', NO_SENDER), of(4, 'Cy', WRONG_EMAIL)],
		[`Bea Stone (recipient 2): ${NEEDS_EMAIL}`, `Recipient 3: ${NEEDS_SENDER}`, `Cy (recipient 4): ${IS_NO_EMAIL}`],
	],
	[
		'say once what several recipients lack, with their names',
		[of(1, 'Ann', NO_EMAIL), of(3, 'Cy', NO_EMAIL)],
		['2 recipients have no "Email" (the send method "Email and Link" needs it): Ann (recipient 1), Cy (recipient 3)'],
	],
	[
		'say once what several values are not, each beside its recipient',
		[of(1, 'Ann', wrongEmail('"a"')), of(2, 'Bo', wrongEmail('"b"')), of(3, '', wrongEmail('""'))],
		['3 recipients: "Email" must be an email address: Ann (recipient 1, "a"), Bo (recipient 2, "b"), recipient 3, ""'],
	],
	[
		'name five recipients and count the others',
		'ABCDEFG'.split('').map((name, index) => of(index + 1, name, NO_SENDER)),
		[
			'7 recipients have no "From Name": A (recipient 1), B (recipient 2), C (recipient 3), D (recipient 4), E (recipient 5), and 2 more',
		],
	],
	[
		'keep apart what different things need, and what different fields lack',
		[of(1, '', NO_EMAIL), of(2, '', { ...NO_SENDER, field: 'Email' }), of(3, '', NO_SENDER)],
		[`Recipient 1: ${NEEDS_EMAIL}`, 'Recipient 2: "Email" is missing', `Recipient 3: ${NEEDS_SENDER}`],
	],
	[
		'are in the order of the form: the order batch, its recipients, and its cart with items from 1',
		[NO_SENDER, { kind: 'noProduct', cartItem: 1 }, of(2, '', { kind: 'missing', field: 'Email' })],
		[NEEDS_SENDER, 'Recipient 2: "Email" is missing', `Cart item 2: ${NEEDS_PRODUCT}`],
	],
	['say the same once', [WRONG_EMAIL, NO_SENDER, { ...WRONG_EMAIL }], [IS_NO_EMAIL, NEEDS_SENDER]],
	[
		'name the items that have a problem, three of them and how many more',
		[...FIVE_ITEMS, { ...WRONG_EMAIL, item: 1 }],
		[`Items 1, 2, 3, and 2 more: ${NEEDS_SENDER}`, `Item 2: ${IS_NO_EMAIL}`],
	],
	[
		'keep the recipients of different items apart, and say once what is the same in several',
		[
			...[0, 1].map((item) => ({ ...of(1, 'Ann', NO_SENDER), item })),
			...[1, 2].map((row) => ({ ...of(row, `P${row}`, NO_SENDER), item: 2 })),
		],
		[
			'Items 1, 2: Ann (recipient 1): "From Name" is missing',
			'Item 3: 2 recipients have no "From Name": P1 (recipient 1), P2 (recipient 2)',
		],
	],
])('the sentences of problems %s', (_what, problems, sentences) => {
	expect(sentencesOf(problems)).toEqual(sentences);
});

test('the sentence of a problem that all items have names none of them', () => {
	expect(sentencesOf(FIVE_ITEMS, 5)).toEqual([NEEDS_SENDER]);
});

test.each(EXAMPLE_FAILURES)('a failure says what docs/troubleshooting.md shows, and what to do: $kind', (failure) => {
	const [wrong, advice] = failureParts(failure);
	expect(shown).toContain(`| ${wrong} | ${advice}. |`);
});
