import type { Resource } from '../defineResource';
import { create } from './create';
import { getAll } from './getAll';

export const paymentMethod: Resource = {
	value: 'paymentMethod',
	name: 'Payment Method',
	operations: [create, getAll],
};
