import * as z from 'zod/mini';

import { addressSchemas } from '../../addressFields';
import { email, field, name, object, optional, text, usPhone } from '../../inputSchemas';
import { isUsState } from './normalize';

const us = (label: string, mustBe: string, isUs: (text: string) => boolean) =>
	field(label, mustBe, z.string().check(z.trim(), z.refine(isUs)));

/** Text that people or carriers read. */
const written = (label: string, schema: z.ZodMiniType<string> = text(label)) =>
	z.pipe(
		schema,
		z
			.string()
			.check(
				z.refine(
					(value) => !value.includes('{{'),
					`"${label}" has "{{" in it, so that an expression was not evaluated: set its field to Expression, or correct the input`,
				),
			),
	);

const mailingAddress = object('Mailing Address', {
	first_name: optional(written('First Name', name('First Name'))),
	last_name: optional(written('Last Name', name('Last Name'))),
	...addressSchemas,
	address_1: written('Address Line 1'),
	address_2: optional(written('Address Line 2')),
	city: written('City'),
	state: us('State', 'a US state such as CA', isUsState),
	postal_code: us('Postal Code', 'a US ZIP code such as 94104 or 94104-1234', (code) =>
		/^\d{5}(?:[- ]?\d{4})?$/.test(code),
	),
	country: field(
		'Country',
		'US, the only country that is supported',
		z.nullable(z.pipe(z.string().check(z.trim(), z.toUpperCase()), z.literal('US'))),
	),
});

/** openapi: RecipientInput. */
export const recipientInput = object('Recipient', {
	first_name: written('First Name', name('First Name')),
	last_name: optional(written('Last Name', name('Last Name'))),
	email: optional(email('Email')),
	phone: optional(usPhone('Phone')),
	mailing_address: optional(mailingAddress),
});

export type Recipient = z.infer<typeof recipientInput>;
