import type { IDataObject } from 'n8n-workflow';

import { recipientOf } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/normalize';
import { recordReader } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/readRecord';
import { checkRecipient } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import records from './records.json';

/** A record as some system, table or form holds it, and the recipient that is read from it: `null` where it is refused. */
export interface RecipientRecord {
	what?: string;
	sendMethod: string;
	json: object;
	recipient: object | null;
}

const typed: RecipientRecord[] = records;
export const RECIPIENT_RECORDS = typed.map((one) => ({ what: `the record ${JSON.stringify(one.json)}`, ...one }));

export const METHODS = ['email_and_link', 'link_multiple_custom_list', 'direct_send'];
const readers = Object.fromEntries(METHODS.map((method) => [method, recordReader(method)]));
export const reading = (json: object, sendMethod = 'email_and_link') => readers[sendMethod]!(json as IDataObject);

/** The recipient that a record is, `null` where it is refused, or where the send method would miss something. */
export function recipientIn(json: object, sendMethod = 'email_and_link'): IDataObject | null {
	const { columns, problems } = reading(json, sendMethod);
	if (problems.length > 0) return null;
	const read = recipientOf(columns, { isAutomatic: true, sendMethod }).recipient;
	const { recipient, problems: more } = checkRecipient(read, { sendMethod });
	return more.length > 0 ? null : (JSON.parse(JSON.stringify(recipient)) as IDataObject);
}
