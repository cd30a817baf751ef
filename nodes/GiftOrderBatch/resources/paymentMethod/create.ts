import { endpoints } from '../../api/endpoints';
import { factsOf, ServiceError } from '../../api/errors';
import { propertiesOf, valuesOf } from '../fieldTable';
import { eachItem, type Operation } from '../operation';
import { CARD_DECLINED, withOutcome } from '../outcome';
import { checkPaymentMethod, PAYMENT_METHOD_FIELDS } from './paymentMethodInput';

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
		const input = {
			...valuesOf(PAYMENT_METHOD_FIELDS, ({ property }) => item.parameter(property.name)),
			payment_method_type: 'card',
		};
		const paymentMethod = {
			...endpoints.createPaymentMethod(item.accept(checkPaymentMethod(input))),
			factsByReason: [CARD_DECLINED],
		};
		return async (client) => [
			await client.call(paymentMethod).catch((error: ServiceError) => {
				const outcome = factsOf(error).mayHaveHappened ? 'unknown' : 'nothingSent';
				throw withOutcome(error, { creates: 'payment method', outcome });
			}),
		];
	}),
};
