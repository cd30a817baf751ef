import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { factsOf, operationError, type NodeError } from '../../api/errors';
import { addressFields, addressInput } from '../addressFields';
import { check } from '../inputSchemas';
import { eachItem, type Operation } from '../operation';
import { CARD_DECLINED, withOutcome } from '../outcome';
import { paymentMethodInput } from './paymentMethodInput';

/** openapi: createCommerceUserPaymentMethod. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create payment method of commerce end user',
	description: "Store the card of one of your commerce app's end users, to pay for their gifts with it",
	fields: [
		{
			displayName:
				'Only the Commerce API stores cards of end users. To pay with the stored card, create an order batch with its ID as Payment Method, and with the same Commerce End User ID.',
			name: 'paymentMethodNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Commerce End User ID',
			name: 'commerceEndUserId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. user-42',
			description: "Your app's own ID of the user who owns the card",
		},
		{
			displayName: 'Cardholder Name',
			name: 'cardholderName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Nathan Smith',
		},
		{
			displayName: 'Interim Card Key',
			name: 'interimCardKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. interim_card_1',
			description: "The key of the interim card, from the service's card form",
		},
		{
			displayName: 'Billing Address',
			name: 'billingAddress',
			type: 'fixedCollection',
			placeholder: 'Add Billing Address',
			default: {},
			required: true,
			options: [{ displayName: 'Address', name: 'address', values: addressFields }],
		},
	],
	plan: eachItem((item) => {
		if (item.authentication !== 'commerceApi') {
			const advice = 'Choose a Gift Order Batch Commerce API credential.';
			throw operationError(item.node, item.itemIndex, 'Only the Commerce API stores cards of end users', { advice });
		}
		const { address = {} } = item.collection('billingAddress') as { address?: IDataObject };
		const input = {
			cardholder_name: item.parameter('cardholderName'),
			commerce_end_user_id: item.parameter('commerceEndUserId'),
			payment_method_type: 'card',
			interim_card_key: item.parameter('interimCardKey'),
			billing_address: addressInput({ country: 'US', ...address }),
		};
		const paymentMethod = {
			...endpoints.createPaymentMethod(item.accept(check(paymentMethodInput, input))),
			factsByReason: [CARD_DECLINED],
		};
		return async (client) => [
			await client.call(paymentMethod).catch((error: NodeError) => {
				const outcome = factsOf(error).mayHaveHappened ? 'unknown' : 'nothingSent';
				throw withOutcome(error, { creates: 'payment method', outcome });
			}),
		];
	}),
};
