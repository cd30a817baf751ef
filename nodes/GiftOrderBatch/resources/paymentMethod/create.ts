import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { factsOf, ServiceError } from '../../api/errors';
import { ADDRESS_FIELDS } from '../addressFields';
import { propertiesOf, shapeOf, textField, textProperty, valueIn, valuesOf, type FieldTable } from '../fieldTable';
import { anyId, check, choice, strictObject } from '../inputSchemas';
import { eachItem, type Operation } from '../operation';
import { CARD_DECLINED, withOutcome } from '../outcome';
import { withoutValue } from '../sentences';

/** What a payment method asks for (openapi: PaymentMethodInput). */
const PAYMENT_METHOD_FIELDS = {
	commerce_end_user_id: {
		check: anyId,
		property: textProperty('Commerce End User ID', 'commerceEndUserId', 'user-42', {
			required: true,
			description: "Your app's ID for the user who owns the card",
		}),
	},
	cardholder_name: textField('Cardholder Name', 'cardholderName', 'Nathan Smith', { required: true }),
	interim_card_key: textField('Interim Card Key', 'interimCardKey', 'interim_card_1', {
		typeOptions: { password: true },
		required: true,
		description: 'The key of the interim card, which the payment form returns',
	}),
	billing_address: {
		check: (label: string) => strictObject(label, shapeOf(ADDRESS_FIELDS)),
		read: (form: unknown) => valuesOf(ADDRESS_FIELDS, valueIn((form as { address?: IDataObject }).address ?? {})),
		property: {
			displayName: 'Billing Address',
			name: 'billingAddress',
			type: 'fixedCollection',
			placeholder: 'Add Billing Address',
			default: {},
			required: true,
			options: [{ displayName: 'Address', name: 'address', values: propertiesOf(ADDRESS_FIELDS) }],
		},
	},
} satisfies FieldTable;

/** openapi: PaymentMethodInput. */
export const paymentMethodInput = strictObject('Payment Method', {
	...shapeOf(PAYMENT_METHOD_FIELDS),
	payment_method_type: choice('Payment Method Type', ['card']),
});

/** Checks a payment method. The problems show no values: the number of a card may be mapped to any field. */
export function checkPaymentMethod(input: unknown) {
	const checked = check(paymentMethodInput, input);
	return 'problems' in checked ? { problems: checked.problems.map(withoutValue) } : checked;
}

/** openapi: createCommerceUserPaymentMethod. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create payment method of commerce end user',
	description: "Store the card of one of your commerce app's end users, to pay for their gifts",
	displayOptions: { show: { authentication: ['commerceApi'] } },
	fields: [
		{
			displayName:
				'Choose a Commerce API credential: only that API stores cards of end users. To pay with the stored card, create an order batch with its ID as Payment Method, and with the same Commerce End User ID.',
			name: 'paymentMethodNotice',
			type: 'notice',
			default: '',
		},
		...propertiesOf(PAYMENT_METHOD_FIELDS),
	],
	plan: eachItem((item) => {
		if (item.parameter('authentication') !== 'commerceApi') {
			const advice = 'Choose a Gift Order Batch Commerce API credential.';
			throw new ServiceError('Only the Commerce API stores cards of end users', { advice });
		}
		const values = valuesOf(PAYMENT_METHOD_FIELDS, ({ property }) => item.parameter(property.name));
		const input = item.accept(checkPaymentMethod({ ...values, payment_method_type: 'card' }));
		const endpoint = { ...endpoints.createPaymentMethod(input), factsByReason: [CARD_DECLINED] };
		return async (client) => [
			await client.call(endpoint).catch((error: ServiceError) => {
				const outcome = factsOf(error).mayHaveHappened ? 'unknown' : 'nothingSent';
				throw withOutcome(error, { creates: 'payment method', outcome });
			}),
		];
	}),
};
