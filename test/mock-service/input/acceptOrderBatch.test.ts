import { problemsOf } from '../../support/schemas';
import type { ErrorBody, OrderBatch, PaymentMethod, Samples } from '../../../dev/mock-service';
import { useService } from '../../../dev/harness/serviceClient';
import { inMinutes, orderBatchInput, paymentMethodInput } from '../../support/mockService';

const client = useService();

type Fields = Record<string, unknown>;
type FieldsFrom = (samples: Samples) => Fields;

async function create(fields: Fields, as: 'automation' | 'commerce' = 'automation') {
	return await client().post<OrderBatch>('/v1/order_batches', orderBatchInput(client().service.samples, fields), as);
}

async function expectRejection(fields: Fields, message: string | RegExp): Promise<void> {
	const response = await client().post<ErrorBody>(
		'/v1/order_batches',
		orderBatchInput(client().service.samples, fields),
	);
	expect(response.status).toBe(400);
	expect(problemsOf('Error', response.data)).toEqual([]);
	expect(response.data.error).toMatch(message);
	expect(client().service.orderBatches()).toEqual([]);
}

describe('required fields', () => {
	it.each(['from_name', 'recipients', 'cart', 'send_method'])('%s missing is rejected', async (field) => {
		await expectRejection({ [field]: undefined }, field);
	});

	it('an empty list of recipients is rejected', async () => {
		await expectRejection({ recipients: [] }, "Recipients can't be blank");
	});

	it('a blank from_name is rejected', async () => {
		await expectRejection({ from_name: ' ' }, "from_name can't be blank");
	});
});

describe('types', () => {
	it.each<[string, unknown]>([
		['from_name', 7],
		['message', 7],
		['recipients', { first_name: 'Ann' }],
		['cart', []],
		['send_method', 'pigeon'],
		['card_id', 'not-a-uuid'],
		['payment_method_id', 7],
		['workspace_id', 'not-a-uuid'],
		['scheduled_send_on', 'tomorrow'],
		['scheduled_send_on', '2099-01-01T10:00:00'],
		['scheduled_send_on', '2099-01-01T10:00:00+99:00'],
		['expires_at', '2099-01-01T10:00:00+24:00'],
		['scheduled_send_on', 4070908800],
		['expires_at', '2099-13-01T10:00:00Z'],
		['swap', 'twice'],
		['international_shipping_tier', 'everywhere'],
		['international_gift_cards_enabled', 'yes'],
		['notifications_enabled', 1],
		['commerce_end_user_id', 7],
		['customer_reference_id', 7],
		['reserved_options', 'tier 1'],
		['reserved_options', { custom_price_tier: 1.5 }],
	])('%s as %j is rejected', async (field, value) => {
		await expectRejection({ [field]: value }, field);
	});

	it.each(['message', 'card_id', 'payment_method_id', 'workspace_id', 'swap', 'notifications_enabled'])(
		'%s, which is not nullable, is rejected as null',
		async (field) => {
			await expectRejection({ [field]: null }, field);
		},
	);

	it('every nullable field is accepted as null', async () => {
		const response = await create({
			scheduled_send_on: null,
			expires_at: null,
			commerce_end_user_id: null,
			customer_reference_id: null,
			reserved_options: null,
		});
		expect(response.status).toBe(201);
	});

	it.each([{ custom_price_tier: 3 }, { custom_price_tier: null }, {}])(
		'reserved_options %j is accepted',
		async (reservedOptions) => {
			expect((await create({ reserved_options: reservedOptions })).status).toBe(201);
		},
	);

	it.each<[string, string[]]>([
		['swap', ['single', 'multiple', 'disabled']],
		['international_shipping_tier', ['disabled', 'standard', 'full']],
	])('%s takes each of its values', async (field, values) => {
		for (const value of values) expect((await create({ [field]: value })).status).toBe(201);
	});

	it('a body that is no object is rejected', async () => {
		const response = await client().post<ErrorBody>('/v1/order_batches', []);
		expect(response.status).toBe(400);
		expect(problemsOf('Error', response.data)).toEqual([]);
	});
});

describe('card and workspace', () => {
	it('a message without a card is rejected', async () => {
		await expectRejection({ message: 'Thanks!' }, 'card_id');
	});

	it('a card without a message is accepted', async () => {
		expect((await create({ card_id: client().service.samples.cardId })).status).toBe(201);
	});

	it.each<[string, FieldsFrom]>([
		['card', ({ productId }) => ({ card_id: productId })],
		['workspace', ({ productId }) => ({ workspace_id: productId })],
		['payment method', ({ productId }) => ({ payment_method_id: productId })],
	])('an unknown %s is rejected', async (_name, fields) => {
		await expectRejection(fields(client().service.samples), 'not found');
	});
});

describe('times', () => {
	it('an expiry in the past is rejected', async () => {
		await expectRejection({ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at');
	});

	it('an expiry in the past is rejected, even after a scheduled time that is further in the past', async () => {
		const times = { scheduled_send_on: '2020-01-01T00:00:00Z', expires_at: '2021-01-01T00:00:00Z' };
		await expectRejection(times, 'expires_at');
	});

	it('an expiry before the scheduled time is rejected', async () => {
		await expectRejection({ scheduled_send_on: inMinutes(60), expires_at: inMinutes(30) }, 'expires_at');
	});

	it('an expiry after the scheduled time is accepted', async () => {
		const response = await create({ scheduled_send_on: inMinutes(30), expires_at: inMinutes(60) });
		expect(response.status).toBe(201);
	});
});

describe('swap', () => {
	it('disabled is rejected for gift collections', async () => {
		const { giftCollectionProductId } = client().service.samples;
		const cart = { items: [{ product_id: giftCollectionProductId, quantity: 1 }] };
		await expectRejection({ cart, swap: 'disabled' }, 'swap');
		expect((await create({ cart, swap: 'single' })).status).toBe(201);
	});
});

describe('customer_reference_id', () => {
	it('used before by the account is rejected, and nothing is created', async () => {
		await create({ customer_reference_id: 'crm-1' });
		const repeated = await client().post<ErrorBody>(
			'/v1/order_batches',
			orderBatchInput(client().service.samples, { customer_reference_id: 'crm-1', from_name: 'Other' }),
		);
		expect(repeated.status).toBe(409);
		expect(problemsOf('Error', repeated.data)).toEqual([]);
		expect(repeated.data.error).toContain('customer_reference_id');
		expect(client().service.orderBatches()).toHaveLength(1);
	});

	it('used before by another account is accepted', async () => {
		await create({ customer_reference_id: 'crm-1' });
		expect((await create({ customer_reference_id: 'crm-1' }, 'commerce')).status).toBe(201);
	});

	it('is free again after a rejection for another reason', async () => {
		await create({ customer_reference_id: 'crm-1', from_name: '' });
		expect((await create({ customer_reference_id: 'crm-1' })).status).toBe(201);
	});

	it('sent many times at once creates one batch', async () => {
		const responses = await Promise.all(
			Array.from({ length: 8 }, async () => await create({ customer_reference_id: 'crm-1' })),
		);
		expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
		expect(client().service.orderBatches()).toHaveLength(1);
	});

	it('absent never counts as repeated', async () => {
		expect((await create({})).status).toBe(201);
		expect((await create({})).status).toBe(201);
	});
});

describe('payment method', () => {
	it('an account without one is rejected', async () => {
		const response = await client().post<ErrorBody>(
			'/v1/order_batches',
			orderBatchInput(client().service.samples),
			'automationWithoutPaymentMethod',
		);
		expect(response.status).toBe(400);
		expect(response.data.error).toMatch('payment method');
		expect(client().service.orderBatches()).toEqual([]);
	});

	it('one of the account is accepted', async () => {
		expect((await create({ payment_method_id: client().service.samples.paymentMethodId })).status).toBe(201);
	});

	it('account balance needs an expiry', async () => {
		const { balancePaymentMethodId } = client().service.samples;
		await expectRejection({ payment_method_id: balancePaymentMethodId }, 'expires_at');
		const response = await create({ payment_method_id: balancePaymentMethodId, expires_at: inMinutes(60) });
		expect(response.status).toBe(201);
	});

	describe('of a commerce end user', () => {
		async function addCard(): Promise<string> {
			const response = await client().post<PaymentMethod>(
				'/v1/commerce_user_payment_methods',
				paymentMethodInput({ commerce_end_user_id: 'user-1' }),
				'commerce',
			);
			return response.data.id;
		}

		it('is accepted with the id of that user', async () => {
			const fields = { payment_method_id: await addCard(), commerce_end_user_id: 'user-1' };
			expect((await create(fields, 'commerce')).status).toBe(201);
		});

		it.each<[string, Fields, string]>([
			['no user', {}, 'is required'],
			['null as the user', { commerce_end_user_id: null }, 'is required'],
			['another user', { commerce_end_user_id: 'user-2' }, 'does not belong'],
		])('is rejected with %s', async (_name, fields, message) => {
			const response = await create({ payment_method_id: await addCard(), ...fields }, 'commerce');
			expect(response.data).toEqual({ error: expect.stringContaining(message) });
			expect(response.status).toBe(400);
			expect(problemsOf('Error', response.data)).toEqual([]);
			expect(client().service.orderBatches()).toEqual([]);
		});

		it('is unknown to another account', async () => {
			const fields = { payment_method_id: await addCard(), commerce_end_user_id: 'user-1' };
			expect((await create(fields, 'automation')).status).toBe(400);
		});
	});
});
