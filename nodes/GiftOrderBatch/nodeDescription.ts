import type { INodeCredentialDescription } from 'n8n-workflow';

import { choiceField } from './resources/fieldTable';

/**
 * What the picker of n8n's editor says about the package. It shows the action node and the webhook trigger as one entry, with the
 * description of the trigger. The polling trigger has an entry of its own.
 */
export const NODE_DESCRIPTION = 'Send gifts, and start workflows when gifts are opened, accepted or shipped';

/** The choice between the two APIs of the service. */
export const authenticationField = choiceField(
	'Authentication',
	'authentication',
	'automationApi',
	[
		{ name: 'Automation API', value: 'automationApi', description: 'The API key of a user of the gifting account' },
		{ name: 'Commerce API', value: 'commerceApi', description: 'The API key of a commerce app' },
	],
	{ noDataExpression: true },
);

/** The credential type behind each value of `authenticationField`. */
export const CREDENTIAL_TYPES = {
	automationApi: 'giftOrderBatchAutomationApi',
	commerceApi: 'giftOrderBatchCommerceApi',
} as const;

export const nodeCredentials: INodeCredentialDescription[] = Object.entries(CREDENTIAL_TYPES).map(
	([authentication, name]) => ({
		name,
		required: true,
		displayOptions: { show: { authentication: [authentication] } },
	}),
);
