import type { IAuthenticate, INodeProperties } from 'n8n-workflow';

/**
 * The fields of a credential for the service: which environment, and the bearer key for it (openapi: getMe).
 * @param keySource tells where the key is made, as a sentence
 */
export const apiProperties = (keySource: string): INodeProperties[] => [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: [
			{ name: 'Production', value: 'production', description: 'Real gifts, paid for with real money' },
			{ name: 'Sandbox', value: 'sandbox', description: 'For trying things out: nothing is shipped' },
			{ name: 'Custom', value: 'custom', description: 'A service at an address of your own' },
		],
		default: 'production',
		description: 'Each environment has accounts and keys of its own',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		displayOptions: { show: { environment: ['custom'] } },
		default: '',
		required: true,
		placeholder: 'e.g. https://api.example.com',
		description: 'The address before /v1. It must begin with https://, or with http:// on this machine.',
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description: keySource,
	},
];

/** Adds the bearer key to a request. A function, since n8n evaluates expressions in credentials only while a workflow runs. */
export const authenticateWithKey: IAuthenticate = async (credentials, options) => ({
	...options,
	headers: { ...options.headers, Authorization: `Bearer ${String(credentials.apiKey).trim()}` },
});
