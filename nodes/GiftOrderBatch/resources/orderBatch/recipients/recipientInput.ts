import * as z from 'zod/mini';

import { addressSchemas } from '../../addressFields';
import { email, field, object, optional, text, usPhone } from '../../inputSchemas';

const mailingAddress = object('Mailing Address', {
	first_name: optional(text('First Name')),
	last_name: optional(text('Last Name')),
	...addressSchemas,
	country: field(
		'Country',
		'US, the only country that is supported',
		z.nullable(z.pipe(z.string().check(z.trim(), z.toUpperCase()), z.literal('US'))),
	),
});

/** openapi: RecipientInput. */
export const recipientInput = object('Recipient', {
	first_name: text('First Name'),
	last_name: optional(text('Last Name')),
	email: optional(email('Email')),
	phone: optional(usPhone('Phone')),
	mailing_address: optional(mailingAddress),
});

export type Recipient = z.infer<typeof recipientInput>;
