import type { IAuthenticate, INodeProperties } from 'n8n-workflow';

/**
 * The fields of a credential: the environment, and the bearer key for it (openapi: getMe).
 * @param keySource a sentence that says where the user creates the key
 */
export const apiProperties = (keySource: string): INodeProperties[] => [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: [
			{ name: 'Sandbox', value: 'sandbox', description: 'For tests: ships nothing and spends nothing' },
			{ name: 'Production', value: 'production', description: 'Sends real gifts and spends real money' },
			{ name: 'Custom', value: 'custom', description: 'A service at your own address' },
		],
		default: 'sandbox',
		description: 'Each environment has its own accounts and keys',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		displayOptions: { show: { environment: ['custom'] } },
		default: '',
		required: true,
		placeholder: 'e.g. https://api.example.com',
		description:
			'The address before /v1. It must begin with https://, or with http:// on the same machine or a private network.',
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		hint: keySource,
	},
];

/**
 * Adds the bearer key to a request. It is a function, because n8n evaluates expressions in credentials only while a
 * workflow runs.
 */
export const authenticateWithKey: IAuthenticate = async (credentials, options) => ({
	...options,
	headers: { ...options.headers, Authorization: `Bearer ${String(credentials.apiKey).trim()}` },
});
