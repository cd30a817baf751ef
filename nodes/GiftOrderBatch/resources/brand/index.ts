import type { Resource } from '../defineResource';
import { getAll } from './getAll';

export const brand: Resource = {
	value: 'brand',
	name: 'Brand',
	operations: [getAll],
};
