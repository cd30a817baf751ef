import { fieldsOf, problemsOf } from '../support/schemas';
import type { ErrorBody, PaymentMethod } from '../../dev/mock-service';
import { useService } from '../../dev/harness/serviceClient';
import { ADDRESS, paymentMethodInput } from '../support/mockService';

const client = useService();
const PATH = '/v1/commerce_user_payment_methods';

it('a stored card has every field that the document gives it', async () => {
	const response = await client().post<PaymentMethod>(PATH, paymentMethodInput(), 'commerce');
	expect(response.status).toBe(201);
	expect(problemsOf('PaymentMethod', response.data)).toEqual([]);
	expect(Object.keys(response.data).sort()).toEqual(fieldsOf('PaymentMethod'));
	expect(response.data.cardholder_name).toBe('Kim Park');
});

it('an Automation key is refused', async () => {
	const response = await client().post<ErrorBody>(PATH, paymentMethodInput(), 'automation');
	expect(response.status).toBe(403);
	expect(problemsOf('Error', response.data)).toEqual([]);
});

it('a declined card is refused with the reason', async () => {
	const { declinedInterimCardKey } = client().service.samples;
	const body = paymentMethodInput({ interim_card_key: declinedInterimCardKey });
	const response = await client().post<ErrorBody>(PATH, body, 'commerce');
	expect([response.status, response.data]).toEqual([400, { error: 'Your card was declined.' }]);
});

describe('request fields', () => {
	async function expectRejection(fields: Record<string, unknown>, field: string): Promise<void> {
		const response = await client().post<ErrorBody>(PATH, paymentMethodInput(fields), 'commerce');
		expect(response.status).toBe(400);
		expect(response.data.error).toContain(field);
	}

	it.each(['cardholder_name', 'commerce_end_user_id', 'payment_method_type', 'interim_card_key', 'billing_address'])(
		'%s is required',
		async (field) => {
			await expectRejection({ [field]: undefined }, field);
			await expectRejection({ [field]: '' }, field);
		},
	);

	it.each(['address_1', 'city', 'state', 'postal_code', 'country'])(
		'%s of the billing address is required',
		async (field) => {
			await expectRejection({ billing_address: { ...ADDRESS, [field]: undefined } }, `billing_address.${field}`);
		},
	);

	it('the second address line may be there', async () => {
		const body = paymentMethodInput({ billing_address: { ...ADDRESS, address_2: 'Floor 2' } });
		expect((await client().post(PATH, body, 'commerce')).status).toBe(201);
	});

	it('only card is allowed as payment_method_type', async () => {
		await expectRejection({ payment_method_type: 'bank_account' }, 'payment_method_type');
	});
});
