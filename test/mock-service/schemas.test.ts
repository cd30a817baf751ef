import type { AccountName } from '../../dev/mock-service';
import { problemsOf, schemaNames, type SchemaName } from '../support/schemas';
import { useService } from '../../dev/harness/serviceClient';
import {
	ADDRESS,
	directSendInput,
	inMinutes,
	orderBatchInput,
	paymentMethodInput,
	recipients,
} from '../support/mockService';

const client = useService();

it('the schema of every object refuses a text', () => {
	for (const name of schemaNames) expect(problemsOf(name, 'text')).not.toEqual([]);
});

async function expectAgreement(
	name: SchemaName,
	path: string,
	body: Record<string, unknown>,
	as: AccountName,
): Promise<void> {
	const sent = JSON.parse(JSON.stringify(body)) as unknown;
	const { status } = await client().post(path, sent, as);
	expect({ accepted: status === 201, problems: problemsOf(name, sent).length > 0 }).toEqual({
		accepted: status === 201,
		problems: status !== 201,
	});
}

describe('the schema OrderBatchInput and the service accept and refuse the same', () => {
	it.each<Record<string, unknown>>([
		{},
		{ from_name: undefined },
		{ recipients: [] },
		{ recipients: [{ first_name: 'Bo' }] },
		{ recipients: [{ first_name: 'Bo' }], send_method: 'link_multiple_custom_list' },
		{ send_method: 'direct_send' },
		{ send_method: 'direct_send', recipients: [{ first_name: 'Bo', mailing_address: ADDRESS }] },
		{ send_method: 'direct_send', recipients: [{ first_name: 'Bo', mailing_address: { ...ADDRESS, country: 'CA' } }] },
		{ recipients: [{ ...recipients(1)[0], phone: '+14155550100' }] },
		{ recipients: [{ ...recipients(1)[0], phone: '4155550100' }] },
		{ message: 'Hi' },
		{ cart: { items: [] } },
		{ cart: { items: [{ quantity: 1 }] } },
		{ scheduled_send_on: inMinutes(10), expires_at: null },
		{ scheduled_send_on: 'tomorrow' },
		{ swap: 'never' },
		{ reserved_options: { custom_price_tier: null } },
		{ reserved_options: { custom_price_tier: 'one' } },
	])('%j', async (fields) => {
		const body = orderBatchInput(client().service.samples, fields);
		await expectAgreement('OrderBatchInput', '/v1/order_batches', body, 'automation');
	});

	it('a cart item with both product id and address', async () => {
		const { samples } = client().service;
		const body = directSendInput(samples, { product_url: samples.productUrl });
		await expectAgreement('OrderBatchInput', '/v1/order_batches', body, 'automation');
	});
});

describe('the schema PaymentMethodInput and the service accept and refuse the same', () => {
	it.each<Record<string, unknown>>([
		{},
		{ payment_method_type: 'cash' },
		{ interim_card_key: undefined },
		{ billing_address: { ...ADDRESS, address_2: null } },
		{ billing_address: { ...ADDRESS, city: undefined } },
	])('%j', async (fields) => {
		const body = paymentMethodInput(fields);
		await expectAgreement('PaymentMethodInput', '/v1/commerce_user_payment_methods', body, 'commerce');
	});
});
