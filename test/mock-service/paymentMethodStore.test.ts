import type { AccountName, AccountPaymentMethod, PaymentMethod } from '../../dev/mock-service';
import { inMinutes, paymentMethodInput, useMockService } from '../support/mockService';
import { UNKNOWN_ID } from '../support/samples';

const { client, service, postBatch, createOrder, list } = useMockService();

const methodsOf = async (as: AccountName = 'automation') =>
	(await list<AccountPaymentMethod>('/v1/payment_methods?page=2&per_page=1', as)).data;

test('every payment method of the account pays, and one with a balance needs an expiry', async () => {
	for (const { id, balance } of await methodsOf('commerce')) {
		const { data, status } = await postBatch({ payment_method_id: id }, 'commerce');
		const error = 'expires_at is required for orders paid from account balance';
		expect([status, data.error]).toEqual(balance === null ? [201, undefined] : [400, error]);

		const order = await createOrder({ payment_method_id: id, expires_at: inMinutes(60) }, 'commerce');
		expect(order.amounts.amount_credit_applied === 0).toBe(balance === null);
	}
});

test('an unknown payment method is refused, and so is none at all', async () => {
	for (const id of [UNKNOWN_ID, 'card', 'COMMERCE_STORED_VALUE']) {
		const refused = { status: 400, data: { error: 'Payment method not found' } };
		expect(await postBatch({ payment_method_id: id })).toEqual(refused);
	}
	const refused = { status: 400, data: { error: 'No payment method on the account' } };
	expect(await postBatch({}, 'automationWithoutPaymentMethod')).toEqual(refused);
	expect(service().orderBatches()).toEqual([]);
});

test('the card of an end user is listed to its app only, and pays for that end user only', async () => {
	const path = '/v1/commerce_user_payment_methods';
	const { data: card } = await client().post<PaymentMethod>(path, paymentMethodInput(), 'commerce');
	const method = { id: card.id, name: 'Visa 4242', cardholder_name: 'Kim Park', balance: null };
	expect(card).toMatchObject({ cardholder_name: 'Kim Park', card_brand: 'visa', card_last_4: '4242' });
	expect((await methodsOf('commerce')).at(-1)).toEqual(method);
	expect((await methodsOf()).map(({ id }) => id)).not.toContain(card.id);

	for (const [endUserId, as, error] of [
		['user-1', 'automation', 'Payment method not found'],
		[undefined, 'commerce', 'commerce_end_user_id is required for a commerce user payment method'],
		[null, 'commerce', 'commerce_end_user_id is required for a commerce user payment method'],
		['user-2', 'commerce', 'Payment method does not belong to the commerce_end_user_id'],
		['user-1', 'commerce', undefined],
	] as const) {
		const { data } = await postBatch({ payment_method_id: card.id, commerce_end_user_id: endUserId }, as);
		expect([endUserId, data.error]).toEqual([endUserId, error]);
	}
	expect(service().orderBatches()).toHaveLength(1);
});
