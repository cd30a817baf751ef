import { z } from 'zod';

import { object, optional, ownId, text, twoLetters } from '../inputSchemas';

/** openapi: PaymentMethodInput. */
export const paymentMethodInput = object('Payment Method', {
	cardholder_name: text('Cardholder Name'),
	commerce_end_user_id: ownId('Commerce End User ID'),
	payment_method_type: z.literal('card'),
	interim_card_key: text('Interim Card Key'),
	billing_address: object('Billing Address', {
		address_1: text('Address Line 1'),
		address_2: optional(text('Address Line 2')),
		city: text('City'),
		state: text('State'),
		postal_code: text('Postal Code'),
		country: twoLetters('Country'),
	}),
});
