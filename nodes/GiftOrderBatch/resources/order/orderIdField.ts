import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../itemContext';

/** The order that an operation reads or changes. */
export const orderIdField: INodeProperties = {
	displayName: 'Order',
	name: 'orderId',
	type: 'resourceLocator',
	// A recipient of a creation names its order; an order is the one itself.
	default: { mode: 'id', value: '={{ $json.order_id ?? $json.id }}' },
	required: true,
	description: 'The order: by default that of the incoming item',
	modes: [{ displayName: 'ID', name: 'id', type: 'string', placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000' }],
};

/** Reads `orderIdField`. @throws NodeOperationError when it is not a UUID */
export const orderIdOf = (item: ItemContext) => item.id('orderId', 'Order');
