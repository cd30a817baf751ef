import {
	NodeOperationError,
	sleep,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IN8nHttpFullResponse,
	type INode,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPES, type Authentication } from './authentication';
import type { Endpoint } from './endpoints';
import { baseUrlOf } from './environment';
import { factsOf, inputError, withFacts, type NodeError } from './errors';
import { fingerprint } from './idempotency';
import { REQUEST_TIMEOUT_MS } from './limits';
import { Pace } from './pace';
import {
	delayBeforeRetry,
	isTooMany,
	isWorthRetrying,
	mayHaveHappened,
	readRetryAfter,
	type Failure,
} from './retryPolicy';
import {
	connectionError,
	malformedAnswerError,
	serviceError,
	type FailedTry,
	type ErrorAnswer,
	type Request,
} from './serviceErrors';

type ClientFunctions = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export type ReadCredential = (type: string) => Promise<ICredentialDataDecryptedObject>;

interface Connection {
	credentialType: string;
	/** The credential, so that n8n need not read and decrypt it for each request. */
	credentialsDecrypted: ICredentialsDecrypted;
	baseUrl: string;
	apiKey: string;
	retryBudgetMs: number;
	pace: Pace;
	/** The last answer of the service that it gets too many requests. */
	tooMany?: ErrorAnswer;
}

interface Tried {
	/** Whether one of the tries may have been carried out. */
	mayHaveHappened: boolean;
}

/** How often a long pause looks whether the execution was cancelled. */
const CANCEL_CHECK_MS = 500;

/** Sends requests to the service with the credential of one node, and turns every failure into an error for its user. */
export class ServiceClient {
	private constructor(
		private readonly functions: ClientFunctions,
		private readonly connection: Connection,
		readonly itemIndex: number,
	) {}

	/**
	 * Reads the credential that `authentication` selects (interface: "Authentication").
	 * @param retryBudgetMs how long a call may go on trying, in milliseconds; 0 tries once
	 * @param readCredential how the credential of a type is read
	 * @throws NodeOperationError when the credential's address cannot be used
	 */
	static async connect(
		functions: ClientFunctions,
		authentication: Authentication,
		{ retryBudgetMs = 0, readCredential = functions.getCredentials.bind(functions) as ReadCredential } = {},
	): Promise<ServiceClient> {
		const credentialType = CREDENTIAL_TYPES[authentication];
		const credentials = await readCredential(credentialType);
		const baseUrl = baseUrlOf(credentials);
		if ('problem' in baseUrl) throw inputError(functions.getNode(), [`Credential: ${baseUrl.problem}`]);
		const apiKey = String(credentials.apiKey ?? '').trim();
		const credentialsDecrypted = { id: '', name: '', type: credentialType, data: credentials };
		return new ServiceClient(
			functions,
			{ credentialType, credentialsDecrypted, baseUrl: baseUrl.url, apiKey, retryBudgetMs, pace: new Pace() },
			0,
		);
	}

	/** The same client, whose errors name the input item at `itemIndex` (from 0). */
	forItem(itemIndex: number): ServiceClient {
		return new ServiceClient(this.functions, this.connection, itemIndex);
	}

	get baseUrl(): string {
		return this.connection.baseUrl;
	}

	/** Stands for the key and the address that it is for. */
	get keyFingerprint(): string {
		return fingerprint([this.connection.baseUrl, this.connection.apiKey]);
	}

	get node(): INode {
		return this.functions.getNode();
	}

	/**
	 * Sends one request, again where the retry policy allows it and the budget lasts, and returns its checked answer
	 * (interface: "Endpoints", "Errors").
	 * @param latest when the last try may begin, as Unix time in milliseconds, if the budget lasts so long
	 * @throws NodeApiError when the service cannot be reached, refuses, or answers what the interface does not allow
	 * @throws NodeOperationError when the execution is cancelled between two tries
	 * @throws either with the facts of `ErrorFacts`: for an endpoint that creates something, whether it may have been created
	 */
	async call<Answer>(endpoint: Endpoint<Answer>, latest = Infinity): Promise<Answer> {
		const deadline = Math.min(Date.now() + this.connection.retryBudgetMs, latest);
		const tried: Tried = { mayHaveHappened: false };
		return await this.keepTrying(endpoint, deadline, tried).catch((error: NodeError) => {
			if (!endpoint.creates) throw error;
			const outcome = tried.mayHaveHappened ? 'unknown' : 'nothingSent';
			throw withFacts(error, { creates: endpoint.creates, outcome });
		});
	}

	private async keepTrying<Answer>(endpoint: Endpoint<Answer>, deadline: number, tried: Tried): Promise<Answer> {
		const { pace } = this.connection;
		for (let tries = 1; ; tries++) {
			await this.turn(endpoint, deadline);
			const startedAt = Date.now();
			const outcome = await this.try(endpoint);
			if ('answer' in outcome) {
				pace.easeOff();
				return outcome.answer;
			}
			const { error, failure } = outcome;
			tried.mayHaveHappened ||= mayHaveHappened(failure);
			const delay = delayBeforeRetry(failure, tries, Math.random());
			if (isTooMany(failure)) pace.slowDown(startedAt, Date.now(), delay);
			if (!isWorthRetrying(failure, endpoint.repeatable, tries) || Date.now() + delay > deadline) throw error;
			await this.pause(delay);
		}
	}

	/**
	 * Waits, in milliseconds.
	 * @throws NodeOperationError as soon as the execution is cancelled
	 */
	async pause(ms: number): Promise<void> {
		const signal = 'getExecutionCancelSignal' in this.functions ? this.functions.getExecutionCancelSignal() : undefined;
		for (const end = Date.now() + ms; ;) {
			if (signal?.aborted) {
				throw new NodeOperationError(this.node, 'The execution was cancelled', { itemIndex: this.itemIndex });
			}
			const rest = end - Date.now();
			if (rest <= 0) return;
			await sleep(Math.min(rest, CANCEL_CHECK_MS));
		}
	}

	/** Waits until the pace lets a request start. @throws NodeApiError, as the last 429 did, when that is too late */
	private async turn(endpoint: Endpoint<unknown>, deadline: number): Promise<void> {
		const { pace, tooMany } = this.connection;
		for (let wait = 0; (wait = pace.waitForTurn(Date.now())) > 0;) {
			if (tooMany && Date.now() + wait > deadline) throw serviceError(this.requestOf(endpoint), tooMany);
			await this.pause(wait);
		}
	}

	private requestOf({ method, path, creates }: Endpoint<unknown>): Request {
		return { node: this.node, itemIndex: this.itemIndex, method, path, baseUrl: this.baseUrl, creates };
	}

	private async try<Answer>(endpoint: Endpoint<Answer>): Promise<{ answer: Answer } | FailedTry> {
		const request = this.requestOf(endpoint);
		const response = await this.send(endpoint).catch((error: unknown) =>
			connectionError(request, error, REQUEST_TIMEOUT_MS),
		);
		if ('failure' in response) return response;

		const { statusCode, headers, body } = response;
		if (statusCode < 200 || statusCode > 299) {
			const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
			const answer: ErrorAnswer = { statusCode, ...this.withoutKey({ headers, body }) };
			const failure: Failure = { kind: 'status', statusCode, retryAfterMs };
			if (isTooMany(failure)) this.connection.tooMany = answer;
			return { error: serviceError(request, answer), failure };
		}
		const answer = endpoint.answer.safeParse(body);
		if (answer.success) return { answer: answer.data };
		return { error: malformedAnswerError(request, statusCode, body, answer.error), failure: { kind: 'malformed' } };
	}

	private async send({ method, path, query, body }: Endpoint<unknown>): Promise<IN8nHttpFullResponse> {
		const { baseUrl, credentialType, credentialsDecrypted } = this.connection;
		const options: IHttpRequestOptions = {
			method,
			url: baseUrl + path,
			qs: query,
			body,
			json: true,
			timeout: REQUEST_TIMEOUT_MS,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		const { httpRequestWithAuthentication } = this.functions.helpers;
		return (await httpRequestWithAuthentication.call(this.functions, credentialType, options, {
			credentialsDecrypted,
		})) as IN8nHttpFullResponse;
	}

	private withoutKey<Answer extends object>(answer: Answer): Answer {
		const text = JSON.stringify(answer);
		const key = JSON.stringify(this.connection.apiKey).slice(1, -1);
		return key !== '' && text.includes(key) ? (JSON.parse(text.replaceAll(key, '*****')) as Answer) : answer;
	}
}

/** Whether one of the tries behind an error may have been carried out by the service. */
export const mayHaveBeenDone = (error: NodeError): boolean => factsOf(error).outcome === 'unknown';
