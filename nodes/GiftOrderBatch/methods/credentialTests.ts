import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { connectionProblem } from '../api/connectionErrors';
import { account } from '../api/responses';
import { baseUrlOf } from '../api/environment';
import { hideSecret } from '../api/reasons';
import { redirectAdvice } from '../api/serviceErrors';
import { signingKeysOf } from '../api/webhookSignature';

/** Short, since somebody watches the test. */
const TIMEOUT_MS = 15_000;

type AccountField = 'email' | 'public_app_id';

interface FullResponse {
	statusCode: number;
	headers: { location?: string };
	body: unknown;
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** What the response to `GET /v1/me` shows about a key (openapi: getMe). */
function verdict(response: FullResponse, url: string, expected: AccountField): INodeCredentialTestResult {
	const { statusCode } = response;
	if (statusCode === 401 || statusCode === 403) {
		return failed(
			'The service refused the API key. Check that you copied all of it, and that it is a key of this environment: production and sandbox have their own keys.',
		);
	}
	if (statusCode >= 500 || statusCode === 429) {
		return failed(`The service at ${url} has a problem (HTTP status ${statusCode}). Try again in a moment.`);
	}
	const redirected = redirectAdvice({ statusCode, location: response.headers.location });
	if (redirected) return failed(`${redirected} (HTTP status ${statusCode})`);
	const parsed = account.safeParse(response.body);
	if (statusCode !== 200 || !parsed.success || !(parsed.data.email || parsed.data.public_app_id)) {
		return failed(
			`There is no Gift Order Batch Service at ${url} (HTTP status ${statusCode}). Check the environment and the base URL.`,
		);
	}
	if (!parsed.data[expected]) {
		return failed(
			expected === 'email'
				? 'This is a Commerce API key. Use the credential type "Gift Order Batch Commerce API", or an Automation API key.'
				: 'This is an Automation API key. Use the credential type "Gift Order Batch Automation API", or a Commerce API key.',
		);
	}
	return { status: 'OK', message: 'The API key works' };
}

/** Makes the test of the credential of one API variant: it sends `GET /v1/me`, says what is wrong, and never throws. */
const credentialTest = (expected: AccountField, timeoutMs: number) =>
	async function testCredential(
		this: ICredentialTestFunctions,
		{ data = {} }: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const baseUrl = baseUrlOf(data);
		if ('problem' in baseUrl) return failed(baseUrl.problem);
		const apiKey = String(data.apiKey ?? '').trim();
		if (apiKey === '') return failed('API Key is missing');

		const timeUp = AbortSignal.timeout(timeoutMs);
		// n8n's own timeout ends a silence only, and this helper cannot be aborted.
		const tooLate = new Promise<never>((_resolve, reject) => {
			timeUp.addEventListener('abort', () => reject({ code: 'ETIMEDOUT' }));
		});
		const { helpers } = this;
		const request = helpers.request({
			method: 'GET',
			uri: `${baseUrl.url}/v1/me`,
			headers: { Authorization: `Bearer ${apiKey}` },
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: timeoutMs,
		}) as Promise<FullResponse>;
		try {
			const result = verdict(await Promise.race([request, tooLate]), baseUrl.url, expected);
			return { ...result, message: hideSecret(result.message, apiKey) };
		} catch (error) {
			const { message, advice, retryAdvice } = connectionProblem(error, baseUrl.url, timeoutMs);
			return failed([`${message}.`, advice, retryAdvice].filter(Boolean).join(' '));
		}
	};

/** The tests of the API credentials. @param timeoutMs how long a test waits for its response, in milliseconds */
export const credentialTests = (timeoutMs = TIMEOUT_MS) => ({
	testAutomationApi: credentialTest('email', timeoutMs),
	testCommerceApi: credentialTest('public_app_id', timeoutMs),
});

/** Tests the form of a signing secret; only a delivery can show whether it is the right one. Never throws. */
export async function testSigningSecret(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const signing = signingKeysOf(String(data?.signingSecret ?? ''));
	return 'problem' in signing
		? { status: 'Error', message: signing.problem }
		: { status: 'OK', message: 'The signing secret has the right format' };
}
