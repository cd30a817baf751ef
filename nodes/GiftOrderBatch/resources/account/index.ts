import type { Resource } from '../defineResource';
import { get } from './get';

export const account: Resource = {
	value: 'account',
	name: 'Account',
	operations: [get],
};
