import type { IDataObject } from 'n8n-workflow';

import { cut, isObject, listed } from '../../../api/values';
import { addressInput } from '../../addressFields';
import type { Problem } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';
import type { Columns } from './columns';
import { recipientOf, type LeftOut } from './normalize';
import { recordReader } from './readRecord';
import type { Recipient } from './recipientInput';

/** A gift that somebody got before: its order; or its order batch, where this execution or another one of the day created it. */
export type EarlierGift = { orderId: string } | { orderBatchId?: string; isOfDay: boolean };

/** One recipient: where they come from, and what is found out about them on the way to an order batch. */
export interface Row {
	/** What messages call it, from 1: that of the input item, or that in the item's list. */
	number: number;
	itemIndex: number;
	/** The recipient under the service's names, as it was read. */
	read: unknown;
	/** The column that each field was found in, where the node looked for the columns. */
	columns?: Record<string, string>;
	/** Its optional values that cannot be used. */
	unusable: LeftOut[];
	/** What else was left out of it, as sentences. */
	hints: string[];
	problems: Problem[];
	/** The recipient that is sent, once nothing is wrong with it. */
	recipient?: Recipient;
	/** The gift that the recipient got before, and is left out for. */
	leftOut?: EarlierGift;
}

/** The input items that rows come from. */
export const itemIndexesOf = (rows: Row[]): number[] => [...new Set(rows.map(({ itemIndex }) => itemIndex))];

type Reading = Pick<Row, 'read'> & Partial<Pick<Row, 'columns' | 'unusable' | 'hints' | 'problems'>>;

const RECIPIENT_NAMES = ['first_name', 'last_name', 'email', 'phone', 'mailing_address'];
const ADDRESS_NAMES = ['first_name', 'last_name', 'address_1', 'address_2', 'city', 'state', 'postal_code', 'country'];

function unknownFields(value: Record<string, unknown>, known: string[], what: string): string[] {
	const unknown = Object.keys(value).filter((name) => !known.includes(name));
	if (unknown.length === 0) return [];
	const names = listed(unknown.map((name) => cut(name)));
	return [`${what} has unknown fields that were left out: ${names}. Its fields are ${known.join(', ')}`];
}

/** Normalizes a recipient whose columns the user chose. */
const given = (columns: Columns, sendMethod: unknown): Reading => ({
	read: recipientOf(columns, { isAutomatic: false, sendMethod }).recipient,
});

/** Brings a recipient of the service's own format into the form in which all of them are normalized. */
function readJson(entry: unknown, sendMethod: unknown): Reading {
	if (!isObject(entry)) return { read: entry };
	const { first_name, last_name, email, phone, mailing_address: address } = entry;
	const { first_name: mailing_first_name, last_name: mailing_last_name, ...lines } = isObject(address) ? address : {};
	const columns = { first_name, last_name, email, phone, ...lines, mailing_first_name, mailing_last_name } as Columns;
	const recipient = given(columns, sendMethod).read as IDataObject;
	const found = recipient.mailing_address as IDataObject | undefined;
	// The service takes null for the country. What makes no address is left to the check, which says what is missing.
	const mailing_address = found && lines.country === null ? { ...found, country: null } : (found ?? address);
	return {
		read: { ...recipient, mailing_address },
		hints: [
			...unknownFields(entry, RECIPIENT_NAMES, 'The recipient'),
			...unknownFields(isObject(address) ? address : {}, ADDRESS_NAMES, 'The mailing address'),
		],
	};
}

const readForm = ({ firstName, lastName, email, phone, ...values }: IDataObject, sendMethod: unknown): Reading =>
	given(
		{
			first_name: firstName,
			last_name: lastName,
			email,
			phone,
			...addressInput(values),
			mailing_first_name: values.mailingFirstName,
			mailing_last_name: values.mailingLastName,
		},
		sendMethod,
	);

function parsedJson(item: ItemContext): unknown {
	const recipients = item.parameter<string | object>('recipientsJson');
	if (typeof recipients !== 'string') return recipients;
	if (recipients.trim() === '') return undefined;
	try {
		return JSON.parse(recipients);
	} catch (error) {
		return item.refuse([`"Recipients (JSON)" is not valid JSON: ${(error as Error).message}`]);
	}
}

const rowOf = (number: number, itemIndex: number, reading: Reading): Row => ({
	number,
	itemIndex,
	unusable: [],
	hints: [],
	problems: [],
	...reading,
});

/**
 * The recipients of an item that makes an order batch by itself.
 * @returns `list`: what is to be the list of recipients, which may be no list
 * @throws NodeOperationError when Recipients (JSON) cannot be parsed
 */
export function rowsOfItem(item: ItemContext): { rows: Row[]; list: unknown } {
	const sendMethod = item.parameter('sendMethod');
	const isJson = item.parameter('recipientsSource') === 'json';
	const form = item.collection('recipients') as { recipient?: IDataObject[] };
	const list = isJson ? parsedJson(item) : (form.recipient ?? []);
	const readings = (Array.isArray(list) ? list : []).map((entry: unknown) =>
		isJson ? readJson(entry, sendMethod) : readForm(entry as IDataObject, sendMethod),
	);
	return { rows: readings.map((reading, index) => rowOf(index + 1, item.itemIndex, reading)), list };
}

/** The recipients that the input items are, all in one list. */
export function rowsOfItems(items: ItemContext[]): Row[] {
	const [first] = items as [ItemContext];
	const sendMethod = first.parameter('sendMethod');
	const isChosen = first.parameter('recipientsSource') === 'inputItemsColumns';
	const readRecord = recordReader(sendMethod);
	return items.map((item) => {
		const number = item.itemIndex + 1;
		if (isChosen) {
			const { value } = item.collection('recipientFields') as { value?: Columns | null };
			return rowOf(number, item.itemIndex, given(value ?? {}, sendMethod));
		}
		const { columns, sources, problems } = readRecord(item.json);
		const { recipient, leftOut } = recipientOf(columns, { isAutomatic: true, sendMethod });
		return rowOf(number, item.itemIndex, {
			read: recipient,
			columns: sources,
			// The email reaches the recipient without their phone.
			unusable: leftOut.filter(({ field }) => field !== 'phone' || sendMethod !== 'email_and_link'),
			problems: problems.map((message) => ({ message })),
		});
	});
}
