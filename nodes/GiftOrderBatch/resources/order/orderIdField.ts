import type { INodeProperties } from 'n8n-workflow';

import { listOrId } from '../commonFields';
import type { ItemContext } from '../itemContext';

/** The order that an operation reads or changes. */
export const orderIdField: INodeProperties = {
	displayName: 'Order',
	name: 'orderId',
	type: 'resourceLocator',
	// A recipient of a creation names its order; an order is the one itself.
	default: { mode: 'id', value: '={{ $json.order_id ?? $json.id }}' },
	required: true,
	description: 'The order: by default that of the incoming item. To choose it from a list, switch to Fixed.',
	...listOrId('searchOrders'),
};

/** Reads `orderIdField`. @throws NodeOperationError when it is not a UUID */
export const orderIdOf = (item: ItemContext) => item.id('orderId', 'Order');
