import type { ResourceMapperField } from 'n8n-workflow';

import { ALL_FIELDS, type ColumnId, type RecipientField } from './recipientFields';

export type { ColumnId } from './recipientFields';

/** Raw values by column. `phone_countries`: all countries that the record names, where that is more than `country`. */
export type Columns = Partial<Record<ColumnId, unknown>> & { phone_countries?: unknown[] };

const fields = Object.entries(ALL_FIELDS) as Array<[ColumnId, RecipientField]>;

/** The columns as messages and forms call them. */
export const COLUMN_LABELS = Object.fromEntries(
	fields.map(([id, { property }]) => [id, property.displayName]),
) as Record<ColumnId, string>;

/**
 * The columns as n8n's column mapping shows them; which are required follows the send method. The others wait behind "Add
 * field".
 * @param mapped the columns that have a value already
 */
export const recipientMapperFields = (sendMethod: unknown, mapped: string[]): ResourceMapperField[] =>
	fields.map(([id, { property, neededFor, isOffered }]) => {
		const required = neededFor === 'any' || (neededFor ?? null) === sendMethod;
		return {
			id,
			displayName: property.displayName,
			required,
			removed: !required && !isOffered && !mapped.includes(id),
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: 'string',
		};
	});
