import type { IDataObject } from 'n8n-workflow';

import { cut, isBlank, isObject, listed, objectIn } from '../../../api/values';
import { pick } from '../../commonFields';
import { valueIn, valuesOf } from '../../fieldTable';
import type { ItemContext } from '../../itemContext';
import type { EarlierGift, Problem } from '../../sentences';
import { textOf } from './cellValues';
import { recipientOf, type UnusableValue } from './normalize';
import { nameOf } from './people';
import { recordReader, type RecordReading } from './readRecord';
import { ALL_FIELDS, MAILING_FIELDS, RECIPIENT_FIELDS, serviceName, type Columns } from './recipientFields';
import { mailingAddress, recipientInput, type Recipient } from './recipientInput';

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
	unusable: UnusableValue[];
	unused?: RecordReading['unused'];
	/** What else was left out of it, as sentences. */
	hints: string[];
	problems: Problem[];
	/** The recipient that is sent, once nothing is wrong with it. */
	recipient?: Recipient;
	/** The gift that the recipient got before, and is left out for. */
	earlierGift?: EarlierGift;
	/** The reference of what exists, or may, of the very same gift for the recipient: it is asked for again. */
	repeats?: string;
}

/** The input items that rows come from. */
export const itemIndexesOf = (rows: Row[]): number[] => [...new Set(rows.map(({ itemIndex }) => itemIndex))];

/** The problems of one row, with what messages call its recipient: by name, else by email. */
const problemsOfRow = ({ number: row, read, problems }: Row): Problem[] => {
	const found = objectIn(read);
	return problems.map((problem) => ({ ...problem, row, name: cut(nameOf(found) || textOf(found.email)) }));
};

/**
 * The problems of rows. What no row has a value for is one problem of all.
 * @param columns those of the input items, where the node looked for a recipient's columns by their names
 */
export function problemsOfRows(rows: Row[], columns?: string[]): Problem[] {
	// n8n gives one empty item for none at all to a node whose predecessor is set to Always Output Data.
	const isEmpty = rows.every(({ read }) => isObject(read) && Object.values(read).every(isBlank));
	if (columns?.length === 0 && isEmpty) return [{ kind: 'noRecipients' }];
	const missingIn = ({ problems }: Row) => problems.filter((problem) => problem.kind === 'missing');
	const missing = (columns ? rows.slice(0, 1) : [])
		.flatMap(missingIn)
		.filter(({ field }) => rows.every((row) => missingIn(row).some((problem) => problem.field === field)));
	const isOne = (problem: Problem) =>
		problem.kind !== 'missing' || missing.every(({ field }) => field !== problem.field);
	return [
		...missing.map((problem): Problem => ({ ...problem, kind: 'noColumn', columns: columns ?? [] })),
		...rows.flatMap(problemsOfRow).filter(isOne),
	];
}

type Reading = Pick<Row, 'read'> & Partial<Pick<Row, 'columns' | 'unusable' | 'unused' | 'hints' | 'problems'>>;

function unknownFields(value: Record<string, unknown>, { shape }: { shape: object }, what: string): string[] {
	const known = Object.keys(shape);
	const unknown = Object.keys(value).filter((name) => !known.includes(name));
	if (unknown.length === 0) return [];
	const names = listed(unknown.map((name) => cut(name)));
	return [`${what} has unknown fields, which were ignored: ${names}. Its fields are ${known.join(', ')}`];
}

/** Normalizes a recipient whose columns the user chose. */
const givenRecipient = (columns: Columns, sendMethod: unknown): Reading => ({
	read: recipientOf(columns, { isAutomatic: false, sendMethod }).recipient,
});

/** Brings a recipient of the service's own format into the form in which all of them are normalized. */
function readJson(entry: unknown, sendMethod: unknown): Reading {
	if (!isObject(entry)) return { read: entry };
	const { mailing_address: address } = entry;
	const lines = isObject(address) ? address : {};
	const columns = {
		...pick(entry as IDataObject, Object.keys(RECIPIENT_FIELDS)),
		...Object.fromEntries(Object.keys(MAILING_FIELDS).map((id) => [id, lines[serviceName(id)]])),
	} as Columns;
	const recipient = givenRecipient(columns, sendMethod).read as IDataObject;
	const found = recipient.mailing_address as IDataObject | undefined;
	const unknown = unknownFields(lines, mailingAddress, 'The mailing address');
	// An address without lines counts as none. Anything else is left to the check, which says what is wrong.
	const none = isObject(address) && unknown.length === 0 ? undefined : address;
	// The service takes null for the country.
	const mailing_address = found && lines.country === null ? { ...found, country: null } : (found ?? none);
	return {
		read: { ...recipient, mailing_address },
		hints: [...unknownFields(entry, recipientInput, 'The recipient'), ...unknown],
	};
}

function parsedJson(item: ItemContext): unknown {
	const recipients = item.parameter<string | object>('recipientsJson');
	if (typeof recipients !== 'string') return recipients;
	if (recipients.trim() === '') return undefined;
	try {
		return JSON.parse(recipients);
	} catch (error) {
		return item.refuse({ kind: 'notJson', field: 'Recipients (JSON)', detail: (error as Error).message });
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
 * @throws ServiceError when Recipients (JSON) cannot be parsed
 */
export function rowsOfItem(item: ItemContext): { rows: Row[]; list: unknown } {
	const sendMethod = item.parameter('sendMethod');
	const isJson = item.parameter('recipientsSource') === 'json';
	const form = item.collection('recipients') as { recipient?: IDataObject[] };
	const list = isJson ? parsedJson(item) : (form.recipient ?? []);
	const readings = (Array.isArray(list) ? list : []).map((entry: unknown) =>
		isJson
			? readJson(entry, sendMethod)
			: givenRecipient(valuesOf(ALL_FIELDS, valueIn(entry as IDataObject)), sendMethod),
	);
	return { rows: readings.map((reading, index) => rowOf(index + 1, item.itemIndex, reading)), list };
}

/** Reads a recipient from the columns that the user chose. */
function readChosen(item: ItemContext, sendMethod: unknown): Reading {
	try {
		const { value } = item.collection('recipientFields') as { value?: Columns | null };
		return givenRecipient(value ?? {}, sendMethod);
	} catch (error) {
		return { read: {}, problems: [{ kind: 'failedMapping', detail: (error as Error).message }] };
	}
}

/** The recipients that the input items are, all in one list. */
export function rowsOfItems(items: ItemContext[]): Row[] {
	const [first] = items as [ItemContext];
	const sendMethod = first.parameter('sendMethod');
	const isChosen = first.parameter('recipientsSource') === 'inputItemsColumns';
	const readRecord = recordReader(sendMethod);
	return items.map((item) => {
		const number = item.itemIndex + 1;
		if (isChosen) return rowOf(number, item.itemIndex, readChosen(item, sendMethod));
		const { columns, sources, unused, problems } = readRecord(item.json);
		const { recipient, unusable } = recipientOf(columns, { isAutomatic: true, sendMethod });
		for (const { field } of unusable) delete sources[field];
		return rowOf(number, item.itemIndex, {
			read: recipient,
			columns: sources,
			unused,
			// The email reaches the recipient without their phone.
			unusable: unusable.filter(({ field }) => field !== 'phone' || sendMethod !== 'email_and_link'),
			problems,
		});
	});
}
