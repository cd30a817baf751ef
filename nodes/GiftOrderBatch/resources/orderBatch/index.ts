import type { Resource } from '../defineResource';
import { create } from './create/create';
import { get } from './get';
import { getPrice } from './getPrice';
import { waitForCompletion } from './waitForCompletion';

export const orderBatch: Resource = {
	value: 'orderBatch',
	name: 'Order Batch',
	operations: [create, getPrice, get, waitForCompletion],
};
