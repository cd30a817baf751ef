import type * as z from 'zod/mini';

import { shapeOf } from '../../fieldTable';
import { optional, strictObject } from '../../inputSchemas';
import { MAILING_FIELDS, RECIPIENT_FIELDS } from './recipientFields';

const { mailing_first_name: first_name, mailing_last_name: last_name, ...lines } = shapeOf(MAILING_FIELDS);

/** openapi: MailingAddress. */
export const mailingAddress = strictObject('Mailing Address', { first_name, last_name, ...lines });

/** openapi: RecipientInput. */
export const recipientInput = strictObject('Recipient', {
	...shapeOf(RECIPIENT_FIELDS),
	mailing_address: optional(mailingAddress),
});

export type Recipient = z.infer<typeof recipientInput>;
