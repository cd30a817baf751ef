import type { INodeProperties } from 'n8n-workflow';

/** The choice between the two API variants of the service. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Automation API', value: 'automationApi', description: 'The API key of a user of the gifting account' },
		{ name: 'Commerce API', value: 'commerceApi', description: 'The API key of a commerce app' },
	],
	default: 'automationApi',
};
