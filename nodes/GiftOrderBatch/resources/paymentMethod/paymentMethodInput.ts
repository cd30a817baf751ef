import * as z from 'zod/mini';

import { addressSchemas } from '../addressFields';
import { object, ownId, secretText, twoLetters } from '../inputSchemas';

/** openapi: PaymentMethodInput. */
export const paymentMethodInput = object('Payment Method', {
	cardholder_name: secretText('Cardholder Name'),
	commerce_end_user_id: ownId('Commerce End User ID'),
	payment_method_type: z.literal('card'),
	interim_card_key: secretText('Interim Card Key'),
	billing_address: object('Billing Address', {
		...addressSchemas,
		country: twoLetters('Country'),
	}),
});
