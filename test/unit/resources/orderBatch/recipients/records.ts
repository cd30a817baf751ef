import records from './records.json';

/** A record as some system, table or form holds it, and the recipient that is read from it: `null` where it is refused. */
export interface RecipientRecord {
	what?: string;
	sendMethod: string;
	json: object;
	recipient: object | null;
}

const typed: RecipientRecord[] = records;
export const RECIPIENT_RECORDS = typed.map((record) => ({
	what: `the record ${JSON.stringify(record.json)}`,
	...record,
}));
