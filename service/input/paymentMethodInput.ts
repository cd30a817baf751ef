import { z } from 'zod';

const notBlank = () => z.string().regex(/\S/, "can't be blank");

/** The request fields of "Commerce user payment method"; all are required except `address_2`. */
export const paymentMethodInput = z.object({
	cardholder_name: notBlank(),
	commerce_end_user_id: notBlank(),
	payment_method_type: z.enum(['card']),
	interim_card_key: notBlank(),
	billing_address: z.object({
		address_1: notBlank(),
		address_2: z.string().nullish(),
		city: notBlank(),
		state: notBlank(),
		postal_code: notBlank(),
		country: notBlank(),
	}),
});

export type PaymentMethodInput = z.output<typeof paymentMethodInput>;
