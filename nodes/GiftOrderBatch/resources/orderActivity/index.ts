import type { Resource } from '../defineResource';
import { getAll } from './getAll';

export const orderActivity: Resource = {
	value: 'orderActivity',
	name: 'Order Activity',
	operations: [getAll],
};
