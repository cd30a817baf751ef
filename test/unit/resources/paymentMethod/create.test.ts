import {
	checkPaymentMethod,
	paymentMethodInput,
} from '../../../../nodes/GiftOrderBatch/resources/paymentMethod/create';
import fc from '../../../support/properties';
import { fieldsOf, problemsOf } from '../../../support/schemas';

const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value !== '' && value === value.trim());

const country = fc.constantFrom('US', 'CA', 'DE');
const address = { address_1: text, city: text, state: text, postal_code: text, country };
const valid = fc.record({
	cardholder_name: text,
	commerce_end_user_id: text,
	payment_method_type: fc.constant('card' as const),
	interim_card_key: text,
	billing_address: fc.record(
		{ ...address, address_2: text },
		{ requiredKeys: Object.keys(address) as Array<keyof typeof address> },
	),
});

test('the schema of a payment method has exactly the fields of the interface', () => {
	expect(Object.keys(paymentMethodInput.shape).sort()).toEqual(fieldsOf('PaymentMethodInput'));
});

test('the schema of a payment method accepts all that the interface allows, and changes nothing', () => {
	const property = fc.property(valid, (input) => {
		expect(checkPaymentMethod(input)).toEqual({ value: input });
		expect(problemsOf('PaymentMethodInput', input)).toEqual([]);
	});
	fc.assert(property);
});

const noText = (field: string) => ({ kind: 'invalid', field, mustBe: 'text' });
test.each<[string, unknown, object]>([
	['commerce_end_user_id', ['a'], noText('Commerce End User ID')],
	['commerce_end_user_id', '', { kind: 'missing', field: 'Commerce End User ID' }],
	['interim_card_key', 4111111111111111, noText('Interim Card Key')],
	['cardholder_name', 4111111111111111, noText('Cardholder Name')],
	['interim_card_key', null, { kind: 'missing', field: 'Interim Card Key' }],
	['cardholder_name', '   ', { kind: 'missing', field: 'Cardholder Name' }],
	['billing_address.country', '', { kind: 'missing', field: 'Country' }],
	['payment_method_type', 'bank', { kind: 'invalid', field: 'Payment Method Type', mustBe: 'one of card' }],
])('the schema of a payment method refuses as %s %j', (path, wrong, problem) => {
	const property = fc.property(valid, (input) => {
		const [field = '', inner] = path.split('.');
		const changed = inner ? { ...input.billing_address, [inner]: wrong } : wrong;
		expect(checkPaymentMethod({ ...input, [field]: changed })).toEqual({ problems: [problem] });
	});
	fc.assert(property, { numRuns: 5 });
});
