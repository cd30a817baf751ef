import type { Resource } from '../defineResource';
import { get } from './get';
import { getAll } from './getAll';

export const order: Resource = {
	value: 'order',
	name: 'Order',
	operations: [get, getAll],
};
