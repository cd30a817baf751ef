import type { IAuthenticate, ICredentialTestRequest, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { apiKeyOf, BASE_URL_EXPRESSION, baseUrlOf } from '../nodes/GiftOrderBatch/api/environment';

/**
 * The fields of a credential: the environment, and the bearer key for it (openapi: getMe).
 * @param keysPage the page of a gifting account where the user creates the key
 */
export const apiProperties = (keysPage: string): INodeProperties[] => [
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
		hint: `Create a key in your <a href="https://sandbox.ongoody.com/plus/${keysPage}" target="_blank">sandbox</a> or <a href="https://www.ongoody.com/plus/${keysPage}" target="_blank">production</a> account`,
	},
	{
		displayName: 'Webhook Signing Secret',
		name: 'webhookSigningSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		placeholder: 'e.g. whsec_...',
		hint: 'Only for webhooks that you add by hand in your gifting account: the secret shown there. Separate several secrets with spaces.',
	},
];

/** Where a request goes, as n8n builds its URL from these options. A redirect may lead elsewhere. */
function addressOf({ baseURL, url, uri }: IHttpRequestOptions & { uri?: unknown }): string {
	const address = String((url === undefined ? uri : url) ?? '');
	const isRelative = !/^([a-z][a-z\d+.-]*:)?\/\//i.test(address);
	const base = (baseURL ?? '').replace(/(?<!\/)\/+$/, '');
	return base && isRelative ? `${base}/${address.replace(/^\/+/, '')}` : address;
}

/**
 * Adds the bearer key to a request, also of n8n's HTTP Request. It is a function, because n8n evaluates expressions in
 * credentials only while a workflow runs.
 * @throws Error when the request goes elsewhere than to the service of the credential
 */
export const authenticateWithKey: IAuthenticate = async (credentials, options) => {
	const baseUrl = baseUrlOf(credentials);
	if ('problem' in baseUrl) throw new Error(baseUrl.problem);
	const address = addressOf(options);
	const target = URL.canParse(address) ? new URL(address) : undefined;
	if (!target?.href.startsWith(`${baseUrl.url}/`)) {
		const elsewhere = target ? `${target.protocol}//${target.host}${target.pathname.slice(0, 100)}` : 'this address';
		throw new Error(
			`This credential sends its key only to ${baseUrl.url}/, not to ${elsewhere}. Correct the URL, or the "Environment" of the credential.`,
		);
	}
	// A server of several websites uses the header "Host" to choose which one gets the request.
	const others = Object.entries(options.headers ?? {}).filter(([name]) => !/^(?:host|authorization)$/i.test(name));
	const headers = { ...Object.fromEntries(others), Authorization: `Bearer ${apiKeyOf(credentials)}` };
	// HTTP Request before version 4.4 would send the key wherever the service redirects to.
	return { ...options, headers, sendCredentialsOnCrossOriginRedirect: false };
};

/** The field of the response to GET /v1/me that only a key of this API has. */
const OWN_FIELD = { 'Automation API': 'email', 'Commerce API': 'public_app_id' };

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** What statuses other than success mean: of a status that is in several rows, the first counts. Those above 511 come from content delivery networks. */
const STATUS_MESSAGES: Array<[statuses: number[], message: string]> = [
	[
		[401, 403],
		'The service refused the API key. Check that you copied all of it, and that it is for this environment: production and sandbox have their own keys.',
	],
	[[429], "The service's rate limit was reached. Wait a minute, then test the credential again."],
	[
		[408, ...range(500, 511), ...range(520, 530)],
		'The service has a problem, or a proxy in front of it cannot reach it. Test the credential again in a moment. If you set a "Base URL", check it.',
	],
	[
		[...range(300, 308), ...range(400, 431), 451],
		'There is no Gift Order Batch Service at this address. Check the environment and the "Base URL", which must end before /v1 and must not redirect.',
	],
];

/**
 * The test of a credential: whose key it is (openapi: getMe). n8n 1.x shows its own text for a status other
 * than success, and both versions do when there is no response.
 */
export function accountTest(api: keyof typeof OWN_FIELD): ICredentialTestRequest {
	const other = api === 'Commerce API' ? 'Automation API' : 'Commerce API';
	const isOther = `Use the credential type "Gift Order Batch ${other}", or a key for the ${api}.`;
	const ofBody = (value: unknown, message: string) => ({
		type: 'responseSuccessBody',
		properties: { key: OWN_FIELD[api], value, message },
	});
	const rules = [
		...STATUS_MESSAGES.flatMap(([statuses, message]) =>
			statuses.map((value) => ({ type: 'responseCode', properties: { value, message } })),
		),
		ofBody(null, `This key is for the ${other}. ${isOther}`),
		// Some services leave this field out, and so does any unrelated server, so its absence proves nothing.
		ofBody(
			undefined,
			`This key is not for the ${api}, or there is no Gift Order Batch Service at this address. ${isOther} Otherwise, check the environment and the "Base URL".`,
		),
	];
	return {
		request: { baseURL: BASE_URL_EXPRESSION, url: '/v1/me', json: true, disableFollowRedirect: true },
		// n8n accepts rules of both types together, but its types do not.
		rules: rules as ICredentialTestRequest['rules'],
	};
}
