import type { AccountName, AccountPaymentMethod, PaymentMethod } from '../../dev/mock-service';
import { inMinutes, useMockService } from '../support/mockService';
import { ADDRESS } from '../support/samples';

const { client, postBatch, createOrder, list } = useMockService();

const methodsOf = async (as: AccountName) =>
	(await list<AccountPaymentMethod>('/v1/payment_methods?page=2&per_page=1', as)).data;

test('every payment method of the account pays, with credit where it has a balance', async () => {
	for (const { id, balance } of await methodsOf('commerce')) {
		const order = await createOrder({ payment_method_id: id, expires_at: inMinutes(60) }, 'commerce');
		expect(order.amounts.amount_credit_applied === 0).toBe(balance === null);
	}
});

test('the card of an end user is listed to its app only, and pays for that end user only', async () => {
	const input = {
		cardholder_name: 'Kim Park',
		commerce_end_user_id: 'user-1',
		payment_method_type: 'card',
		interim_card_key: 'interim_card_1',
		billing_address: ADDRESS,
	};
	const path = '/v1/commerce_user_payment_methods';
	const { data: card } = await client().post<PaymentMethod>(path, input, 'commerce');
	const method = { id: card.id, name: 'Visa 4242', cardholder_name: 'Kim Park', balance: null };
	expect((await methodsOf('commerce')).at(-1)).toEqual(method);
	expect(await methodsOf('automation')).not.toContainEqual(method);

	for (const [endUserId, as, error] of [
		['user-1', 'automation', 'Payment method not found'],
		[undefined, 'commerce', 'commerce_end_user_id is required for a commerce user payment method'],
		['user-2', 'commerce', 'Payment method does not belong to the commerce_end_user_id'],
		['user-1', 'commerce', undefined],
	] as const) {
		const { data } = await postBatch({ payment_method_id: card.id, commerce_end_user_id: endUserId }, as);
		expect([endUserId, data.error]).toEqual([endUserId, error]);
	}
});
