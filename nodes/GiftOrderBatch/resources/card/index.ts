import type { Resource } from '../defineResource';
import { getAll } from './getAll';

export const card: Resource = {
	value: 'card',
	name: 'Card',
	operations: [getAll],
};
