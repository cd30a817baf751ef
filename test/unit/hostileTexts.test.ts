import type { IDataObject } from 'n8n-workflow';

import { reasonsOf } from '../../nodes/GiftOrderBatch/api/reasons';
import { matchesSearch } from '../../nodes/GiftOrderBatch/api/products';
import { readRetryAfter } from '../../nodes/GiftOrderBatch/api/retryPolicy';
import { orderBatchLabel, orderLabel, productLabel } from '../../nodes/GiftOrderBatch/methods/labels';
import { pairOrders } from '../../nodes/GiftOrderBatch/resources/orderBatch/output/pairOrders';
import { recipientOf } from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/normalize';
import { personKey } from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/personKey';
import { recordReader } from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/readRecord';
import {
	checkGift,
	checkRecipient,
	timeProblems,
	giftSchema,
} from '../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { readPayload } from '../../nodes/GiftOrderBatch/triggers/webhook/payload';

const repeated = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const around = (before: string, part: string, after: string) => (length: number) =>
	before + repeated(part)(length - before.length - after.length) + after;

/** Texts of any length that cost a careless reader more than their length. */
const HOSTILE_TEXTS: Record<string, (length: number) => string> = {
	spaces: repeated(' '),
	'spaces in a name': around('Ann', ' ', 'Lee'),
	'dots after @': around('ann@', '.', '@'),
	'a domain of many parts': around('ann@', 'a.', '@'),
	quotes: around('Ann "', '"\'', 'x'),
	'angle brackets': around('Ann <', '<', '@'),
	brackets: around('Ann (', '((', '@'),
	commas: around('Ann', ' ,', '@'),
	'question marks': around('mailto:ann@example.com', '?', '\n'),
	digits: around('+1', '4155552671', 'x'),
	words: repeated('Ann de la Lee and '),
	emails: repeated('ann@example.com, bo@example.com; '),
	accents: repeated('e\u0301\u0316'),
	'invisible characters': around('Ann', '\u200d\u034f', 'Lee'),
	'line breaks': around('Ann', '\r\n\t', 'Lee'),
};

const METHODS = ['email_and_link', 'direct_send'];
const ANN = { 'First Name': 'Ann', 'Last Name': 'Lee', Email: 'ann@example.com' };
const ORDER = { recipient_first_name: 'Ann', recipient_email: 'ann@example.com' };

/** Reads a record for each send method that reads something of it, up to a recipient that is checked. */
const read = (json: IDataObject) =>
	METHODS.map((sendMethod) => {
		const { columns, problems } = recordReader(sendMethod)(json);
		const { recipient, unusable } = recipientOf(columns, { isAutomatic: true, sendMethod });
		return [problems, unusable, checkRecipient(recipient, { sendMethod, skipsGifted: true })];
	});

/** Where a text of somebody else reaches the package. Each returns what becomes of it. */
const PLACES: Record<string, (text: string) => unknown> = {
	'A column': (text) => read({ ...ANN, Comment: text, Company: text, Friend: text, Owner: [text, text] }),
	'The columns of a person': (text) => [
		...['First Name', 'Last Name', 'Email', 'Phone'].map((name) => read({ ...ANN, [name]: text })),
		read({ Name: text, Email: `${text} <ann@example.com>` }),
		read({ ...ANN, Street: text, City: text, State: text, Zip: text, Country: text, 'Shipping Name': text }),
	],
	'The name of a column': (text) => read({ ...ANN, [text]: 'Bo Ray', [`${text}.${text}`]: { [text]: 'Bo Ray' } }),
	'JSON recipients': (text) =>
		METHODS.map((sendMethod) => {
			const address = { address_1: text, city: text, state: text, postal_code: text, country: text };
			const columns = { first_name: text, last_name: text, email: text, phone: text, ...address };
			const { recipient } = recipientOf(columns, { isAutomatic: false, sendMethod });
			return [personKey(recipient).length, checkRecipient(recipient, { sendMethod, skipsGifted: true })];
		}),
	Parameters: (text) => {
		const item = { product_id: text, product_url: text, quantity: text, variable_price: text, variants: [text] };
		const names = Object.keys(giftSchema.def.shape);
		const fields = Object.fromEntries(names.map((name) => [name, text]));
		const input: IDataObject = { ...fields, [text]: 1, cart: { items: [item] } };
		const options = { waits: true, wait: { maxWaitMs: 1 } };
		return [checkGift(giftSchema, input).problems, timeProblems(input, options, new Date(0))];
	},
	'A payload': (text) => {
		// A larger one is not read.
		const id = text.slice(0, text.length / 8);
		const payloads = [
			{ type: id, data: { id } },
			{ type: 'order.created', id, data: id },
		].map((one) => JSON.stringify(one));
		return [id, ...payloads].map((body) => readPayload(Buffer.from(body), [text]));
	},
	'A response': (text) => [
		...[text, { error: text }, { [text]: [text] }, { errors: [{ [text]: text, message: text }] }].map((body) =>
			reasonsOf(body, (reason) => reason),
		),
		readRetryAfter(text, 0),
		pairOrders(
			[{ recipient_first_name: text, recipient_email: `ann@${text}` }, ORDER],
			[
				{ first_name: 'Ann', email: 'ann@example.com' },
				{ first_name: 'Bo', email: `bo@${text}` },
			],
		).size,
	],
	'A list': (text) => {
		const labels = [
			productLabel({ name: text, brand: { name: text } }),
			orderLabel({ id: text, status: text, recipient_email: text }),
			orderBatchLabel({ batch_name: text, recipients_preview: [{ first_name: text }] }),
		];
		return labels.map((label) => matchesSearch(text, label));
	},
};

/** The same without what is in it of a text that is as long as those of this file. */
function withoutText(value: unknown): unknown {
	if (typeof value === 'string') return value.length > 900 ? 'the text' : value;
	if (Array.isArray(value)) return value.map(withoutText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutText(key), withoutText(inner)]));
}

describe.each(Object.entries(PLACES))('%s', (_place, become) => {
	test.each(Object.entries(HOSTILE_TEXTS))(
		'means the same with 100 kB of %s as with 1 kB',
		(_what, make) => {
			expect(withoutText(become(make(1e5)))).toEqual(withoutText(become(make(1e3))));
		},
		// A reader whose steps grow with the square of the length would need minutes.
		10_000,
	);
});

/** Objects in objects that only hold fields, each at a path of its own. */
function nested(levels: number, content: IDataObject): IDataObject {
	const names = 'properties fields data attributes body json record payload'.split(' ');
	const inner = levels === 1 ? content : nested(levels - 1, content);
	return Object.fromEntries(names.map((name) => [name, inner]));
}

test('a record with 20,000 names and companies is read as one with two', () => {
	const [large, small] = [10_000, 2].map((size) =>
		recordReader('email_and_link')({
			contacts: Array.from({ length: size }, () => ({ name: 'Ann Lee', email: 'ann@example.com' })),
			'org data': Object.fromEntries(Array.from({ length: size }, (_, index) => [`x${index}`, `Company ${index}`])),
		}),
	);
	expect(large).toEqual(small);
	expect(small).toMatchObject({ columns: { email: 'ann@example.com' }, problems: [] });
});

test('a record with thousands of people under paths of their own is refused as one of several people', () => {
	const record = nested(4, { recipient_email: 'annlee@example.com', name: 'Ann Lee' });
	const problems = [{ kind: 'tooManyPeople', max: 100 }];
	expect(recordReader('email_and_link')(record)).toMatchObject({ columns: {}, problems });
});

test('a list in thousands of lists does not keep its record from being read', () => {
	const list = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as IDataObject[];
	const record = { name: 'Ann Lee', email: 'ann@example.com', Friend: list };
	expect(recordReader('email_and_link')(record)).toMatchObject({ columns: { first_name: 'Ann' }, problems: [] });
});
