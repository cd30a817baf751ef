import { endpoints } from '../../api/endpoints';
import { eachItem, type Operation } from '../operation';

/** openapi: getMe. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get account of API key',
	description: 'Get the owner of the API key: the email address of a user, or the app ID of a commerce app',
	fields: [],
	plan: eachItem(() => async (client) => [await client.call(endpoints.account())]),
};
