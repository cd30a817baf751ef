import { createHmac } from 'crypto';

import {
	NodeOperationError,
	sleep,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IN8nHttpFullResponse,
	type INode,
	type IPollFunctions,
	type IWebhookFunctions,
	type NodeApiError,
} from 'n8n-workflow';

import { CREDENTIAL_TYPES, type Authentication } from './credentialTypes';
import { connectionProblem, type ConnectionProblem } from './connectionErrors';
import type { Endpoint } from './endpoints';
import { apiKeyOf, baseUrlOf } from './environment';
import { operationError, withFacts, type NodeError } from './errors';
import { fingerprint } from './fingerprint';
import { DEFAULT_LIMITS, type Limits } from './limits';
import { RateLimiter } from './rateLimit';
import { hideSecret, reasonsOf } from './reasons';
import {
	delayBeforeRetry,
	isTooMany,
	isWorthRetrying,
	mayHaveHappened,
	readRetryAfter,
	type Failure,
} from './retryPolicy';
import { connectionError, malformedError, serviceError, type ErrorResponse, type Request } from './serviceErrors';
import { isBlank, isObject } from './values';

type ClientFunctions = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

interface Connection {
	/** The credential, so that n8n need not read and decrypt it for each request. */
	credentialsDecrypted: ICredentialsDecrypted;
	baseUrl: string;
	apiKey: string;
	limits: Limits;
	rateLimiter: RateLimiter;
	/** The last response with the status 429. */
	tooMany?: ErrorResponse;
}

/** What one attempt of a request comes to. */
type Attempt<Body> = { body: Body } | { error: NodeApiError; failure: Failure };

/** How often a pause checks whether the execution was cancelled, in milliseconds. */
const CANCEL_CHECK_MS = 500;

/** Sends requests to the service with the credential of one node, and makes every failure an error that says what to do. */
export class ServiceClient {
	private constructor(
		private readonly functions: ClientFunctions,
		private readonly connection: Connection,
		readonly itemIndex: number,
	) {}

	/**
	 * Reads the credential that `authentication` selects (openapi: getMe).
	 * @param limits what differs from `DEFAULT_LIMITS`
	 * @throws NodeOperationError when the credential's address cannot be used
	 */
	static async connect(
		functions: ClientFunctions,
		authentication: Authentication,
		limits: Partial<Limits> = {},
	): Promise<ServiceClient> {
		const credentialType = CREDENTIAL_TYPES[authentication];
		const credentials = await functions.getCredentials<ICredentialDataDecryptedObject>(credentialType);
		const baseUrl = baseUrlOf(credentials);
		if ('problem' in baseUrl) {
			throw operationError(functions.getNode(), undefined, `Credential: ${baseUrl.problem}`, { correct: 'it' });
		}
		const allLimits = { ...DEFAULT_LIMITS, ...limits };
		const connection: Connection = {
			credentialsDecrypted: { id: '', name: '', type: credentialType, data: credentials },
			baseUrl: baseUrl.url,
			apiKey: apiKeyOf(credentials),
			limits: allLimits,
			rateLimiter: new RateLimiter(allLimits),
		};
		return new ServiceClient(functions, connection, 0);
	}

	/** The same client, whose errors name the input item at `itemIndex` (from 0). */
	forItem(itemIndex: number): ServiceClient {
		return new ServiceClient(this.functions, this.connection, itemIndex);
	}

	get limits(): Limits {
		return this.connection.limits;
	}

	get baseUrl(): string {
		return this.connection.baseUrl;
	}

	/** Identifies the key and its address, and reveals neither. */
	get keyFingerprint(): string {
		return fingerprint([this.connection.baseUrl, this.connection.apiKey]);
	}

	/** The secrets that sign webhooks which were added by hand, separated by spaces; '' for none. */
	get signingSecret(): string {
		return String(this.connection.credentialsDecrypted.data?.webhookSigningSecret ?? '').trim();
	}

	/** A signature of `text` that only this key makes: HMAC-SHA256 as base64url. */
	sign(text: string): string {
		return createHmac('sha256', this.connection.apiKey).update(text).digest('base64url');
	}

	get node(): INode {
		return this.functions.getNode();
	}

	/**
	 * Sends one request, again where the retry policy allows it and the budget lasts, and returns its checked response.
	 * @param latest when the last attempt may begin, as Unix time in milliseconds, if the budget lasts so long
	 * @throws NodeApiError when the service cannot be reached, refuses, or responds with what the interface does not allow
	 * @throws NodeOperationError when the execution is cancelled
	 * @throws either with the facts of `ErrorFacts`: for an endpoint that creates something, whether that may have happened
	 */
	async call<Body>(endpoint: Endpoint<Body>, latest = Infinity): Promise<Body> {
		const { rateLimiter, limits } = this.connection;
		const deadline = Math.min(Date.now() + this.timesOf(endpoint).retryBudgetMs, latest);
		let isUnknown = false;
		try {
			for (let count = 1; ; count++) {
				this.stopIfCancelled();
				await this.waitForRateLimit(endpoint, deadline);
				const startedAt = Date.now();
				const attempt = await this.attempt(endpoint);
				if ('body' in attempt) {
					rateLimiter.noteSuccess();
					return attempt.body;
				}
				const { error, failure } = attempt;
				isUnknown ||= mayHaveHappened(failure);
				this.stopIfCancelled();
				const delay = delayBeforeRetry(failure, count, Math.random(), limits);
				if (isTooMany(failure)) rateLimiter.noteTooMany(startedAt, Date.now(), delay);
				if (!isWorthRetrying(failure, endpoint.repeatable, count) || Date.now() + delay > deadline) throw error;
				await this.pause(delay);
			}
		} catch (error) {
			throw withFacts(error as NodeError, { mayHaveHappened: isUnknown });
		}
	}

	/** How long one attempt may take, and how long further ones may begin, in milliseconds. */
	private timesOf({ creates }: Endpoint<unknown>): Pick<Limits, 'requestTimeoutMs' | 'retryBudgetMs'> {
		const { requestTimeoutMs, retryBudgetMs, readTimeoutMs, readRetryBudgetMs } = this.limits;
		if (creates) return { requestTimeoutMs, retryBudgetMs };
		return {
			requestTimeoutMs: Math.min(requestTimeoutMs, readTimeoutMs),
			retryBudgetMs: Math.min(retryBudgetMs, readRetryBudgetMs),
		};
	}

	private get cancelSignal(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.functions ? this.functions.getExecutionCancelSignal() : undefined;
	}

	private stopIfCancelled(): void {
		if (!this.cancelSignal?.aborted) return;
		throw new NodeOperationError(this.node, 'The execution was cancelled', { itemIndex: this.itemIndex });
	}

	/** Waits, in milliseconds. @throws NodeOperationError as soon as the execution is cancelled */
	async pause(ms: number): Promise<void> {
		for (const end = Date.now() + ms; ;) {
			this.stopIfCancelled();
			const rest = end - Date.now();
			if (rest <= 0) return;
			await sleep(Math.min(rest, CANCEL_CHECK_MS));
		}
	}

	/** Waits until the rate limiter lets a request start. @throws NodeApiError, as the last 429 did, when that is too late */
	private async waitForRateLimit(endpoint: Endpoint<unknown>, deadline: number): Promise<void> {
		const { rateLimiter, tooMany } = this.connection;
		for (let wait = 0; (wait = rateLimiter.acquire(Date.now())) > 0;) {
			if (tooMany && Date.now() + wait > deadline) throw serviceError(this.requestOf(endpoint), tooMany);
			await this.pause(wait);
		}
	}

	private requestOf(endpoint: Endpoint<unknown>): Request {
		return { ...endpoint, node: this.node, itemIndex: this.itemIndex, baseUrl: this.baseUrl };
	}

	private async attempt<Body>(endpoint: Endpoint<Body>): Promise<Attempt<Body>> {
		const request = this.requestOf(endpoint);
		const response = await this.send(endpoint);
		if ('failure' in response) return { error: connectionError(request, response), failure: response.failure };

		const { statusCode, headers, body } = response;
		const hide = (text: string) => [this.connection.apiKey, endpoint.secret ?? ''].reduce(hideSecret, text);
		if (statusCode < 200 || statusCode > 299) {
			const { location, 'retry-after': retryAfter } = headers;
			const reasons = reasonsOf(body, hide);
			const refusal = { statusCode, reasons, location: isBlank(location) ? undefined : hide(String(location)) };
			const failure: Failure = { kind: 'status', statusCode, retryAfterMs: readRetryAfter(retryAfter, Date.now()) };
			if (isTooMany(failure)) this.connection.tooMany = refusal;
			return { error: serviceError(request, refusal), failure };
		}
		const parsed = endpoint.response.safeParse(body);
		if (parsed.success) return { body: parsed.data };
		const reasons = isObject(body) ? reasonsOf({ error: body.error, errors: body.errors }, hide) : [];
		return {
			error: malformedError(request, statusCode, body, parsed.error, reasons),
			failure: { kind: 'malformed' },
		};
	}

	private async send(endpoint: Endpoint<unknown>): Promise<IN8nHttpFullResponse | ConnectionProblem> {
		const { method, path, query, body } = endpoint;
		const { functions, cancelSignal } = this;
		const { baseUrl, credentialsDecrypted } = this.connection;
		const { requestTimeoutMs } = this.timesOf(endpoint);
		const options: IHttpRequestOptions = {
			method,
			url: baseUrl + path,
			qs: query,
			body,
			json: true,
			timeout: requestTimeoutMs,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		// `timeout` ends a silence only, not a response that comes byte by byte.
		const timeUp = AbortSignal.timeout(requestTimeoutMs);
		const abortSignal = cancelSignal ? AbortSignal.any([timeUp, cancelSignal]) : timeUp;
		// n8n takes the signal from its context, and overwrites the one of the options.
		const context = Object.create(functions, {
			getExecutionCancelSignal: { value: () => abortSignal },
		}) as typeof functions;
		try {
			const { httpRequestWithAuthentication: request } = functions.helpers;
			const additional = { credentialsDecrypted };
			return (await request.call(context, credentialsDecrypted.type, options, additional)) as IN8nHttpFullResponse;
		} catch (error) {
			return connectionProblem(timeUp.aborted ? { code: 'ETIMEDOUT' } : error, baseUrl, requestTimeoutMs);
		}
	}
}
