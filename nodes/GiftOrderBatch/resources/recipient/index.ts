import type { Resource } from '../defineResource';
import { getAll } from './getAll';

export const recipient: Resource = {
	value: 'recipient',
	name: 'Recipient',
	operations: [getAll],
};
