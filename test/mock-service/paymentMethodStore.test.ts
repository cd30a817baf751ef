import type {
	AccountName,
	AccountPaymentMethod,
	ListResponse,
	OrderBatch,
	PaymentMethod,
} from '../../dev/mock-service';
import { problemsOf } from '../support/schemas';
import { useService } from '../../dev/harness/serviceClient';
import { inMinutes, orderBatchInput, paymentMethodInput } from '../support/mockService';

const client = useService();

async function list(as: AccountName = 'automation', query = ''): Promise<AccountPaymentMethod[]> {
	const { status, data } = await client().get<ListResponse<AccountPaymentMethod>>(`/v1/payment_methods${query}`, as);
	expect(status).toBe(200);
	expect(problemsOf('AccountPaymentMethodList', data)).toEqual([]);
	expect(data.list_meta).toEqual({ total_count: data.data.length });
	return data.data;
}

const idsOf = (methods: AccountPaymentMethod[]) => methods.map(({ id }) => id);

async function create(fields: Record<string, unknown>, as: AccountName = 'automation') {
	return await client().post<OrderBatch>('/v1/order_batches', orderBatchInput(client().service.samples, fields), as);
}

describe('GET /v1/payment_methods', () => {
	it('lists cards and balances in cents, the first one being the default of a batch', async () => {
		const { paymentMethodId, balancePaymentMethodId } = client().service.samples;
		const methods = await list();
		expect(methods.map(({ name, balance }) => [name, balance])).toEqual([
			['Visa 1234', null],
			['Account balance', 25_000_000],
			['Mastercard 5678', null],
			['Team budget', 2500],
		]);
		expect(methods.map(({ cardholder_name: holder }) => holder)).toEqual(['Avery Stone', null, 'Jordan Reyes', null]);
		expect(idsOf(methods).slice(0, 2)).toEqual([paymentMethodId, balancePaymentMethodId]);
	});

	it('has no pages', async () => {
		expect(await list('automation', '?page=2&per_page=1')).toEqual(await list());
	});

	it('is empty for an account without a payment method', async () => {
		expect(await list('automationWithoutPaymentMethod')).toEqual([]);
	});

	it('lists the stored value of a commerce app, whose ID is no UUID', async () => {
		expect(idsOf(await list('commerce'))).toContain('COMMERCE_STORED_VALUE');
		expect(idsOf(await list())).not.toContain('COMMERCE_STORED_VALUE');
	});

	it('lists the cards of commerce end users to their app only, until a reset', async () => {
		const path = '/v1/commerce_user_payment_methods';
		const { data: card } = await client().post<PaymentMethod>(path, paymentMethodInput(), 'commerce');
		expect((await list('commerce')).at(-1)).toEqual({
			id: card.id,
			name: 'Visa 4242',
			cardholder_name: 'Kim Park',
			balance: null,
		});
		expect(idsOf(await list())).not.toContain(card.id);
		client().service.reset();
		expect(idsOf(await list('commerce'))).not.toContain(card.id);
	});
});

describe('a creation', () => {
	it.each<AccountName>(['automation', 'commerce'])('of %s takes every payment method of the list', async (as) => {
		for (const { id } of await list(as)) {
			expect((await create({ payment_method_id: id, expires_at: inMinutes(60) }, as)).status).toBe(201);
		}
	});

	it('needs expires_at for the methods that have a balance only', async () => {
		for (const { id, balance } of await list('commerce')) {
			const { status, data } = await create({ payment_method_id: id }, 'commerce');
			const error = 'expires_at is required for orders paid from account balance';
			if (balance === null) expect(status).toBe(201);
			else expect([status, data]).toEqual([400, { error }]);
		}
	});

	it.each(['00000000-0000-4000-8000-000000000000', 'card', 'COMMERCE_STORED_VALUE'])(
		'refuses the payment method %s, which the account does not have',
		async (id) => {
			const { status, data } = await create({ payment_method_id: id });
			expect([status, data]).toEqual([400, { error: 'Payment method not found' }]);
		},
	);
});
