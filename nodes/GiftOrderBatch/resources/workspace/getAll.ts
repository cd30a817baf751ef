import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { listFields, notListed } from '../commonFields';
import { eachItem, type Operation } from '../operation';

/** openapi: listWorkspaces. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many workspaces',
	description: 'List the workspaces that you have access to',
	fields: listFields,
	plan: eachItem((item) => {
		const limit = item.limit();
		const list = { ...endpoints.workspaces(), ...notListed };
		return async (client) => await readEntries(client, list, limit);
	}),
};
