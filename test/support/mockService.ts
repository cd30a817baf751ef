import type { Samples } from '../../dev/mock-service';

type Fields = Record<string, unknown>;

export const ADDRESS = {
	address_1: '1 Market Street',
	city: 'San Francisco',
	state: 'CA',
	postal_code: '94105',
	country: 'US',
};

/** The smallest order batch that is accepted, with `fields` instead of its own. */
export function orderBatchInput({ productId }: Samples, fields: Fields = {}): Fields {
	return {
		from_name: 'Dana',
		recipients: recipients(1),
		cart: { items: [{ product_id: productId, quantity: 1 }] },
		send_method: 'email_and_link',
		...fields,
	};
}

/** The same, shipped directly, with its only cart item having `item`'s fields too. */
export function directSendInput(samples: Samples, item: Fields = {}): Fields {
	return orderBatchInput(samples, {
		send_method: 'direct_send',
		recipients: [{ first_name: 'Robin', mailing_address: ADDRESS }],
		cart: { items: [{ product_id: samples.productId, quantity: 1, ...item }] },
	});
}

export function recipients(count: number): Fields[] {
	return Array.from({ length: count }, (_, index) => ({
		first_name: `First${index}`,
		last_name: `Last${index}`,
		email: `recipient${index}@example.com`,
	}));
}

export function paymentMethodInput(fields: Fields = {}): Fields {
	return {
		cardholder_name: 'Kim Park',
		commerce_end_user_id: 'user-1',
		payment_method_type: 'card',
		interim_card_key: 'interim_card_1',
		billing_address: ADDRESS,
		...fields,
	};
}

/** An ISO 8601 time that is `minutes` from now. */
export function inMinutes(minutes: number): string {
	return new Date(Date.now() + minutes * 60_000).toISOString();
}
