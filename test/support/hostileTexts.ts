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
	lateProblems,
	orderBatchGift,
} from '../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { readPayload } from '../../nodes/GiftOrderBatch/triggers/webhook/payload';

const repeated = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const around = (before: string, part: string, after: string) => (length: number) =>
	before + repeated(part)(length - before.length - after.length) + after;

/** Texts of any length that cost a careless reader more than their length. */
export const HOSTILE_TEXTS: Record<string, (length: number) => string> = {
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
		return [problems, unusable, checkRecipient(recipient, sendMethod, true)];
	});

/** Where a text of somebody else reaches the package. Each returns what becomes of it. */
export const PLACES: Record<string, (text: string) => unknown> = {
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
			return [personKey(recipient).length, checkRecipient(recipient, sendMethod, true)];
		}),
	Parameters: (text) => {
		const item = { product_id: text, product_url: text, quantity: text, variable_price: text, variants: [text] };
		const names = Object.keys(orderBatchGift.def.shape);
		const input: IDataObject = {
			...Object.fromEntries(names.map((name) => [name, text])),
			[text]: 1,
			cart: { items: [item] },
		};
		const options = { waits: true, wait: { maxWaitMs: 1 } };
		return [checkGift(orderBatchGift, input).problems, lateProblems(input, options, new Date(0))];
	},
	'A payload': (text) => {
		// A larger one is not read.
		const id = text.slice(0, text.length / 8);
		const bodies = [
			id,
			JSON.stringify({ type: id, data: { id } }),
			JSON.stringify({ type: 'order.created', id, data: id }),
		];
		return bodies.map((body) => readPayload(Buffer.from(body), [text]));
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
