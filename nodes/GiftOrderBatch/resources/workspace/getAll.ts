import { endpoints } from '../../api/endpoints';
import { listOperation } from '../listOperation';

/** openapi: listWorkspaces. */
export const getAll = listOperation({
	action: 'Get many workspaces',
	description: 'List the workspaces that you have access to',
	list: endpoints.workspaces,
});
