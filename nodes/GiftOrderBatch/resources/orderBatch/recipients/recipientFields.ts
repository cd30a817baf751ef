import type { ResourceMapperField } from 'n8n-workflow';
import * as z from 'zod/mini';

import { ADDRESS_FIELDS } from '../../addressFields';
import { mayBeBlank, textProperty, type Field, type FieldTable } from '../../fieldTable';
import {
	anyText,
	emailAddress,
	fitting,
	matching,
	refusing,
	requiredField,
	shortText,
	unevaluated,
} from '../../inputSchemas';
import { isStreet, isUsState, usPhone } from './normalize';

/** A field of a recipient, and a column that input items may have. */
export interface RecipientField extends Field {
	/** The send method that needs it; `any` for all of them. */
	neededFor?: string;
	/** Whether it is offered where it is not needed. Others wait behind "Add Field". */
	isOffered?: boolean;
}

const us = (mustBe: string, isUs: (text: string) => boolean) => (label: string) =>
	requiredField(label, mustBe, fitting(isUs));

/** Text that people or carriers read. */
const written =
	(check: (label: string) => z.ZodMiniType<string> = anyText) =>
	(label: string) =>
		z.pipe(check(label), z.string().check(refusing((value) => unevaluated(label, value))));

/** What a recipient has besides an address (openapi: RecipientInput). */
export const RECIPIENT_FIELDS = {
	first_name: {
		check: written(shortText),
		neededFor: 'any',
		property: textProperty('First Name', 'firstName', 'Nathan'),
	},
	last_name: {
		check: mayBeBlank(written(shortText)),
		isOffered: true,
		property: textProperty('Last Name', 'lastName', 'Smith'),
	},
	email: {
		check: mayBeBlank(emailAddress),
		neededFor: 'email_and_link',
		isOffered: true,
		property: textProperty('Email', 'email', 'nathan@example.com', { description: 'Required for Email and Link' }),
	},
	phone: {
		check: mayBeBlank(
			us('a US phone number in E.164 format such as +14155552671', (phone) => usPhone(phone, []) === phone),
		),
		property: textProperty('Phone', 'phone', '+14155552671', {
			description: 'US number with +1, for text notifications',
		}),
	},
} satisfies FieldTable<RecipientField>;

/** A recipient's address (openapi: MailingAddress). Its first and last name are called after it, to tell them from the recipient's. */
export const MAILING_FIELDS = {
	address_1: {
		...ADDRESS_FIELDS.address_1,
		check: written(us('a street with its number such as 548 Market St', isStreet)),
		neededFor: 'direct_send',
	},
	address_2: { ...ADDRESS_FIELDS.address_2, check: mayBeBlank(written()) },
	city: { ...ADDRESS_FIELDS.city, check: written(), neededFor: 'direct_send' },
	state: { ...ADDRESS_FIELDS.state, check: us('a US state such as CA', isUsState), neededFor: 'direct_send' },
	postal_code: {
		...ADDRESS_FIELDS.postal_code,
		check: us('a US ZIP code such as 94104 or 94104-1234', (code) => /^\d{5}(?:[- ]?\d{4})?$/.test(code)),
		neededFor: 'direct_send',
	},
	country: {
		...ADDRESS_FIELDS.country,
		check: (label: string) =>
			requiredField(label, 'US, the only supported country', (value) =>
				value === null ? null : matching(/^us$/i)(value) && 'US',
			),
	},
	mailing_first_name: {
		check: mayBeBlank(written(shortText)),
		property: textProperty('Mailing First Name', 'mailingFirstName', 'Nathan', {
			description: 'The name on the package, if different',
		}),
	},
	mailing_last_name: {
		check: mayBeBlank(written(shortText)),
		property: textProperty('Mailing Last Name', 'mailingLastName', 'Smith'),
	},
} satisfies FieldTable<RecipientField>;

/** All of them, in the order of the form. */
export const ALL_FIELDS = { ...RECIPIENT_FIELDS, ...MAILING_FIELDS };

export type ColumnId = keyof typeof ALL_FIELDS;

/** What the service calls a column. */
export const serviceName = (id: string): string => id.replace('mailing_', '');

/** Raw values by column. `phone_countries`: all countries that the record names, where that is more than `country`. */
export type Columns = Partial<Record<ColumnId, unknown>> & { phone_countries?: unknown[] };

/**
 * The columns as n8n's column mapping shows them; which are required follows the send method. The others wait behind "Add
 * field".
 * @param mapped the columns that have a value already
 */
export const recipientMapperFields = (sendMethod: unknown, mapped: string[]): ResourceMapperField[] =>
	Object.entries<RecipientField>(ALL_FIELDS).map(([id, { property, neededFor, isOffered }]) => {
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
