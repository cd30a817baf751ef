import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPES, type Authentication } from './authentication';
import type { Endpoint } from './endpoints';
import { baseUrlOf } from './environment';
import { connectionError, inputError, malformedAnswerError, serviceError, type Request } from './errors';
import { REQUEST_TIMEOUT_MS } from './limits';

type ClientFunctions = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** Sends requests to the service with the credential of one node, and turns every failure into an error for its user. */
export class ServiceClient {
	private constructor(
		private readonly functions: ClientFunctions,
		private readonly credentialType: string,
		private readonly baseUrl: string,
		private readonly apiKey: string,
		private readonly itemIndex: number,
	) {}

	/**
	 * Reads the credential that `authentication` selects (interface: "Authentication"). Errors name the input item at
	 * `itemIndex` (from 0).
	 * @throws NodeOperationError when the credential's address cannot be used
	 */
	static async connect(functions: ClientFunctions, authentication: Authentication, itemIndex = 0): Promise<ServiceClient> {
		const credentialType = CREDENTIAL_TYPES[authentication];
		const credentials = await functions.getCredentials(credentialType);
		const baseUrl = baseUrlOf(credentials);
		if ('problem' in baseUrl) throw inputError(functions.getNode(), itemIndex, [`Credential: ${baseUrl.problem}`]);
		return new ServiceClient(functions, credentialType, baseUrl.url, String(credentials.apiKey ?? '').trim(), itemIndex);
	}

	/** The same client, whose errors name the input item at `itemIndex` (from 0). */
	forItem(itemIndex: number): ServiceClient {
		return new ServiceClient(this.functions, this.credentialType, this.baseUrl, this.apiKey, itemIndex);
	}

	/**
	 * Sends one request and returns its checked answer (interface: "Endpoints", "Errors").
	 * @throws NodeApiError when the service cannot be reached, refuses, or answers what the interface does not allow
	 */
	async call<Answer>(endpoint: Endpoint<Answer>): Promise<Answer> {
		const request: Request = {
			node: this.functions.getNode(),
			itemIndex: this.itemIndex,
			method: endpoint.method,
			path: endpoint.path,
			baseUrl: this.baseUrl,
		};
		const { statusCode, headers, body } = await this.send(endpoint, request);
		if (statusCode < 200 || statusCode > 299) {
			throw serviceError(request, { statusCode, ...this.withoutKey({ headers, body }) });
		}
		const answer = endpoint.answer.safeParse(body);
		if (!answer.success) throw malformedAnswerError(request, statusCode, body, answer.error);
		return answer.data;
	}

	private async send(endpoint: Endpoint<unknown>, request: Request): Promise<IN8nHttpFullResponse> {
		const options: IHttpRequestOptions = {
			method: endpoint.method,
			url: this.baseUrl + endpoint.path,
			qs: endpoint.query,
			body: endpoint.body,
			json: true,
			timeout: REQUEST_TIMEOUT_MS,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		try {
			return (await this.functions.helpers.httpRequestWithAuthentication.call(
				this.functions,
				this.credentialType,
				options,
			)) as IN8nHttpFullResponse;
		} catch (error) {
			throw connectionError(request, error, REQUEST_TIMEOUT_MS);
		}
	}

	private withoutKey<Answer extends object>(answer: Answer): Answer {
		const text = JSON.stringify(answer);
		const key = JSON.stringify(this.apiKey).slice(1, -1);
		return key !== '' && text.includes(key) ? (JSON.parse(text.replaceAll(key, '*****')) as Answer) : answer;
	}
}
