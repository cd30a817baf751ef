import type { Resource } from '../defineResource';
import { cancel } from './cancel';
import { get } from './get';
import { getAll } from './getAll';
import { updateExpiration } from './updateExpiration';

export const order: Resource = {
	value: 'order',
	name: 'Order',
	operations: [cancel, get, getAll, updateExpiration],
};
