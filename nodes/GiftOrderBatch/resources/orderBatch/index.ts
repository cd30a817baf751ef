import type { Resource } from '../defineResource';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { getPrice } from './getPrice';
import { waitForCompletion } from './waitForCompletion';

export const orderBatch: Resource = {
	value: 'orderBatch',
	name: 'Order Batch',
	operations: [create, get, getAll, getPrice, waitForCompletion],
};
