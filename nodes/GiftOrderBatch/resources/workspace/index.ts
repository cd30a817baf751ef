import type { Resource } from '../defineResource';
import { getAll } from './getAll';

export const workspace: Resource = {
	value: 'workspace',
	name: 'Workspace',
	operations: [getAll],
};
