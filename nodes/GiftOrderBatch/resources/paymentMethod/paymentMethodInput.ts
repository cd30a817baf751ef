import type { IDataObject } from 'n8n-workflow';

import { ADDRESS_FIELDS } from '../addressFields';
import { propertiesOf, shapeOf, textProperty, valueIn, valuesOf, type FieldTable } from '../fieldTable';
import { anyId, check, choice, object, text } from '../inputSchemas';
import { withoutValue } from '../sentences';

/** What a payment method asks for (openapi: PaymentMethodInput). */
export const PAYMENT_METHOD_FIELDS = {
	commerce_end_user_id: {
		check: anyId,
		property: textProperty('Commerce End User ID', 'commerceEndUserId', 'user-42', {
			required: true,
			description: "Your app's ID for the user who owns the card",
		}),
	},
	cardholder_name: {
		check: text,
		property: textProperty('Cardholder Name', 'cardholderName', 'Nathan Smith', { required: true }),
	},
	interim_card_key: {
		check: text,
		property: textProperty('Interim Card Key', 'interimCardKey', 'interim_card_1', {
			typeOptions: { password: true },
			required: true,
			description: "The key of the interim card, from the service's card form",
		}),
	},
	billing_address: {
		check: (label: string) => object(label, shapeOf(ADDRESS_FIELDS)),
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
export const paymentMethodInput = object('Payment Method', {
	...shapeOf(PAYMENT_METHOD_FIELDS),
	payment_method_type: choice('Payment Method Type', ['card']),
});

/** Checks a payment method. The problems show no values: the number of a card may be mapped to any field. */
export function checkPaymentMethod(input: unknown) {
	const checked = check(paymentMethodInput, input);
	return 'problems' in checked ? { problems: checked.problems.map(withoutValue) } : checked;
}
