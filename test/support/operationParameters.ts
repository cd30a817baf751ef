import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/GiftOrderBatch/resources';
import type { Operation } from '../../nodes/GiftOrderBatch/resources/operation';
import { byId } from './actionNode';
import { smallBatch } from './orderBatchParameters';

/** The ID that everything has at the sample service. */
export const ID = '123e4567-e89b-42d3-a456-426614174000';

/** Every operation by its key, such as `order/get`. */
export const operations = resources.flatMap((resource) =>
	resource.operations.map((operation): [key: string, Operation] => [`${resource.value}/${operation.value}`, operation]),
);

const batch = { ...smallBatch(ID), cartItems: { item: [{ product: byId(ID), quantity: 1, variablePrice: 3200 }] } };

/** The parameters besides IDs that operations cannot do without; all others have their defaults. */
const PARAMETERS: Record<string, IDataObject> = {
	'orderBatch/create': { ...batch, additionalFields: { customerReferenceId: 'deal-4711' } },
	'orderBatch/getPrice': batch,
	'order/updateExpiration': { expiresAt: '2035-01-01T12:00:00Z' },
	'paymentMethod/create': {
		authentication: 'commerceApi',
		commerceEndUserId: 'user-42',
		cardholderName: 'Nathan Smith',
		interimCardKey: 'interim_card_1',
		billingAddress: {
			address: { address1: '548 Market St', city: 'San Francisco', state: 'CA', postalCode: '94104', country: 'US' },
		},
	},
};

/** The fields of an operation that name an object which it cannot do without. */
export const neededIds = ({ fields }: Operation) =>
	fields.filter(({ type, required }) => type === 'resourceLocator' && required);

/** What an operation needs, with `id` for each object that it cannot do without. */
export function parametersOf(key: string, operation: Operation, id = ID): IDataObject {
	const [resource, value] = key.split('/');
	const ids = neededIds(operation).map(({ name }) => [name, byId(id)]);
	return {
		authentication: 'automationApi',
		...(Object.fromEntries(ids) as IDataObject),
		...PARAMETERS[key],
		resource,
		operation: value,
	};
}
