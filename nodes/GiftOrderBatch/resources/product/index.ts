import type { Resource } from '../defineResource';
import { getAll } from './getAll';

export const product: Resource = {
	value: 'product',
	name: 'Product',
	operations: [getAll],
};
