import type { IAuthenticate, ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

import { BASE_URL_EXPRESSION, baseUrlOf } from '../nodes/GiftOrderBatch/api/environment';

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
	{
		displayName: 'Webhook Signing Secret',
		name: 'webhookSigningSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		placeholder: 'e.g. whsec_...',
		description:
			'Only for webhooks that you add in your gifting account by hand: the secret that it shows there. Separate several secrets by spaces.',
	},
];

/**
 * Adds the bearer key to a request. It is a function, because n8n evaluates expressions in credentials only while a
 * workflow runs.
 * @throws Error when the credential's address must not get a key
 */
export const authenticateWithKey: IAuthenticate = async (credentials, options) => {
	const baseUrl = baseUrlOf(credentials);
	if ('problem' in baseUrl) throw new Error(baseUrl.problem);
	const Authorization = `Bearer ${String(credentials.apiKey).trim()}`;
	return { ...options, headers: { ...options.headers, Authorization } };
};

/** One API variant of the service, and how the response to GET /v1/me shows its keys. */
interface Variant {
	displayName: string;
	/** The field that only a key of this variant has. */
	field: 'email' | 'public_app_id';
	/** The display name of the other variant. */
	other: string;
}

/** The statuses that n8n gets from another address than that of the service. */
const ELSEWHERE = [404, 405, 301, 302, 303, 307, 308];

/**
 * The test of a credential: whose key it is (openapi: getMe). n8n 1.x says a sentence of its own for a status that is no
 * success, and both versions do when there is no response.
 */
export function accountTest({ displayName, field, other }: Variant): ICredentialTestRequest {
	const isOther = `Use the credential type "Gift Order Batch ${other}", or a key of the ${displayName}.`;
	const refused =
		'The service refused the API key. Check that you copied all of it, and that it is a key of this environment: production and sandbox have their own keys.';
	const elsewhere =
		'There is no Gift Order Batch Service at this address. Check the environment and the "Base URL": it ends before /v1, and must not redirect.';
	const ofStatus = (value: number, message: string) => ({ type: 'responseCode', properties: { value, message } });
	const ofBody = (value: unknown, message: string) => ({
		type: 'responseSuccessBody',
		properties: { key: field, value, message },
	});
	const rules = [
		...[401, 403].map((status) => ofStatus(status, refused)),
		...ELSEWHERE.map((status) => ofStatus(status, elsewhere)),
		ofBody(null, `This is a key of the ${other}. ${isOther}`),
		// Some services leave the field out. So does anything else that responds.
		ofBody(
			undefined,
			`This is no key of the ${displayName}, or there is no Gift Order Batch Service at this address. ${isOther} Otherwise, check the environment and the "Base URL".`,
		),
	];
	return {
		request: { baseURL: BASE_URL_EXPRESSION, url: '/v1/me', json: true, disableFollowRedirect: true },
		// n8n takes rules of both types together, which its types do not.
		rules: rules as ICredentialTestRequest['rules'],
	};
}
