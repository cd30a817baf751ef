import { createHmac } from 'crypto';

import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { connectionFailure, type FailedAttempt } from './connectionErrors';
import type { Endpoint } from './endpoints';
import { ServiceError, withFacts } from './errors';
import { fingerprint } from './fingerprint';
import { DEFAULT_LIMITS, type Limits } from './limits';
import { RateLimiter } from './rateLimit';
import { hideSecret, reasonsOf } from './reasons';
import { delayBeforeRetry, kindOfStatus, POLICIES, readRetryAfter, type Policy } from './retryPolicy';
import { malformedError, serviceError, type ErrorResponse, type Request } from './serviceErrors';
import { isBlank, isObject } from './values';

export interface Connection {
	baseUrl: string;
	apiKey: string;
	/** The secrets that sign webhooks which were added by hand, separated by spaces; '' for none. */
	signingSecret: string;
	/** What differs from `DEFAULT_LIMITS`. */
	limits?: Partial<Limits>;
	/**
	 * Sends one request with the key, and follows no redirect. The response may have any status, and a body that is JSON is parsed.
	 * It throws only where there is no response.
	 */
	send(request: IHttpRequestOptions, signal: AbortSignal): Promise<IN8nHttpFullResponse>;
	sleep(ms: number): Promise<void>;
	cancelSignal?: AbortSignal;
}

/** How often a pause checks whether the execution was cancelled, in milliseconds. */
const CANCEL_CHECK_MS = 500;

/** Sends requests to the service with one key, and makes every failure an error that says what to do. */
export class ServiceClient {
	readonly limits: Limits;
	readonly baseUrl: string;
	readonly signingSecret: string;
	private readonly rateLimiter: RateLimiter;
	/** The last response with the status 429. */
	private tooMany?: ErrorResponse;

	constructor(private readonly connection: Connection) {
		this.limits = { ...DEFAULT_LIMITS, ...connection.limits };
		this.baseUrl = connection.baseUrl;
		this.signingSecret = connection.signingSecret;
		this.rateLimiter = new RateLimiter(this.limits);
	}

	/** Identifies the key and its address, and reveals neither. */
	get keyFingerprint(): string {
		return fingerprint([this.baseUrl, this.connection.apiKey]);
	}

	/** A signature of `text` that only this key makes: HMAC-SHA256 as base64url. */
	sign(text: string): string {
		return createHmac('sha256', this.connection.apiKey).update(text).digest('base64url');
	}

	/**
	 * Sends one request, again where the retry policy allows it and the budget lasts, and returns its checked response.
	 * @param latest when the last attempt may begin, as Unix time in milliseconds, if the budget lasts so long
	 * @throws ServiceError when the service cannot be reached, refuses, or responds with what the interface does not allow; or when
	 * the execution is cancelled. It says whether the request may have been carried out.
	 */
	async call<Body>(endpoint: Endpoint<Body>, latest = Infinity): Promise<Body> {
		const { rateLimiter, limits } = this;
		const request = { ...endpoint, baseUrl: this.baseUrl };
		const deadline = Math.min(Date.now() + this.timesOf(endpoint).retryBudgetMs, latest);
		let isUnknown = false;
		try {
			for (let count = 1; ; count++) {
				this.stopIfCancelled();
				await this.waitForRateLimit(request, deadline);
				const startedAt = Date.now();
				const attempt = await this.attempt(request);
				if ('body' in attempt) {
					rateLimiter.noteSuccess();
					return attempt.body;
				}
				const { error, kind, retryAfterMs } = attempt;
				const { mayHaveHappened, maxAttempts = Infinity }: Policy = POLICIES[kind];
				isUnknown ||= mayHaveHappened;
				this.stopIfCancelled();
				const delay = retryAfterMs || delayBeforeRetry(count, Math.random(), limits);
				if (kind === 'tooMany') rateLimiter.noteTooMany(startedAt, Date.now(), delay);
				const isWorthRetrying = count < maxAttempts && (endpoint.repeatable || !mayHaveHappened);
				if (!isWorthRetrying || Date.now() + delay > deadline) throw error;
				await this.pause(delay);
			}
		} catch (error) {
			throw withFacts(error, { mayHaveHappened: isUnknown || !(error instanceof ServiceError) });
		}
	}

	/** How long one attempt may take, and how long after its start a call may be retried, in milliseconds. */
	private timesOf({ creates }: Endpoint<unknown>): Pick<Limits, 'requestTimeoutMs' | 'retryBudgetMs'> {
		const { requestTimeoutMs, retryBudgetMs, readTimeoutMs, readRetryBudgetMs } = this.limits;
		if (creates) return { requestTimeoutMs, retryBudgetMs };
		return {
			requestTimeoutMs: Math.min(requestTimeoutMs, readTimeoutMs),
			retryBudgetMs: Math.min(retryBudgetMs, readRetryBudgetMs),
		};
	}

	private stopIfCancelled(): void {
		if (this.connection.cancelSignal?.aborted) throw new ServiceError('The execution was cancelled');
	}

	/** Waits, in milliseconds. @throws ServiceError as soon as the execution is cancelled */
	async pause(ms: number): Promise<void> {
		const end = Date.now() + ms;
		// The clock may be set back in the meantime.
		for (let rest = ms; rest > 0; rest = Math.min(rest - CANCEL_CHECK_MS, end - Date.now())) {
			this.stopIfCancelled();
			await this.connection.sleep(Math.min(rest, CANCEL_CHECK_MS));
		}
		this.stopIfCancelled();
	}

	/** Waits until the rate limiter lets a request start. @throws ServiceError, as the last 429 did, when that is too late */
	private async waitForRateLimit(request: Request, deadline: number): Promise<void> {
		const { rateLimiter, tooMany } = this;
		for (let wait = 0; (wait = rateLimiter.acquire(Date.now())) > 0;) {
			if (tooMany && Date.now() + wait > deadline) throw serviceError(request, tooMany);
			await this.pause(wait);
		}
	}

	private async attempt<Body>(request: Endpoint<Body> & Request): Promise<{ body: Body } | FailedAttempt> {
		const response = await this.send(request);
		if ('kind' in response) return response;

		const { statusCode, headers, body } = response;
		const hide = (text: string) => [this.connection.apiKey, request.secret ?? ''].reduce(hideSecret, text);
		if (statusCode > 299) {
			const { location, 'retry-after': retryAfter } = headers;
			const reasons = reasonsOf(body, hide);
			const refusal = { statusCode, reasons, location: isBlank(location) ? undefined : hide(String(location)) };
			const kind = kindOfStatus(statusCode);
			if (kind === 'tooMany') this.tooMany = refusal;
			return { error: serviceError(request, refusal), kind, retryAfterMs: readRetryAfter(retryAfter, Date.now()) };
		}
		const parsed = request.response.safeParse(body);
		if (parsed.success) return { body: parsed.data };
		const reasons = isObject(body) ? reasonsOf({ error: body.error, errors: body.errors }, hide) : [];
		return { error: malformedError(request, statusCode, body, parsed.error, reasons), kind: 'malformed' };
	}

	private async send(request: Endpoint<unknown> & Request): Promise<IN8nHttpFullResponse | FailedAttempt> {
		const { method, baseUrl, path, query, body } = request;
		const { cancelSignal, send } = this.connection;
		const { requestTimeoutMs: timeout } = this.timesOf(request);
		// `timeout` only limits silence. It does not stop a response that arrives byte by byte.
		const timeUp = AbortSignal.timeout(timeout);
		const signal = cancelSignal ? AbortSignal.any([timeUp, cancelSignal]) : timeUp;
		try {
			return await send({ method, url: baseUrl + path, qs: query, body, timeout }, signal);
		} catch (error) {
			return connectionFailure(request, timeUp.aborted ? { code: 'ETIMEDOUT' } : error, timeout);
		}
	}
}
