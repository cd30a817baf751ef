import * as z from 'zod/mini';

import { addressSchemas } from '../../addressFields';
import { email, field, name, object, optional, usPhone } from '../../inputSchemas';

const mailingAddress = object('Mailing Address', {
	first_name: optional(name('First Name')),
	last_name: optional(name('Last Name')),
	...addressSchemas,
	country: field(
		'Country',
		'US, the only country that is supported',
		z.nullable(z.pipe(z.string().check(z.trim(), z.toUpperCase()), z.literal('US'))),
	),
});

/** openapi: RecipientInput. */
export const recipientInput = object('Recipient', {
	first_name: name('First Name'),
	last_name: optional(name('Last Name')),
	email: optional(email('Email')),
	phone: optional(usPhone('Phone')),
	mailing_address: optional(mailingAddress),
});

export type Recipient = z.infer<typeof recipientInput>;
