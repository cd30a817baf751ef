import { setTimeout as wait } from 'node:timers/promises';

import type { RecordedExchange } from '../../dev/mock-service/recording';
import { isOptional, operations, type NamedOperation } from '../../dev/mock-service/openapi/document';
import { responsePointer } from '../support/operations';
import { Reply, shortened } from './reply';
import { GIVEN, type Given, type Target } from './target';

export interface RequestOptions {
	id?: string;
	query?: Record<string, string>;
	body?: unknown;
	/** Whose key the request carries. */
	as?: Given | 'nobody' | 'stranger';
	/** `refused` is any status from 400 to 499. The default is the success that openapi.yaml names. */
	expects?: 'success' | 'refused' | 'any' | number;
}

export class NotRun extends Error {}

const MAX_ORDER_BATCHES = 5;
const MAX_ATTEMPTS = 5;
/** Where the service does not say when to come again. */
const RETRY_AFTER_MS = 30_000;
const STRANGER = 'contract-key-of-nobody';

/** One run of checks: sends requests, compares every response with openapi.yaml, and keeps what was found and created. */
export class Session {
	/** Names of the checks that began. */
	readonly begun: string[] = [];
	/** A line for each thing that is different, by its path and what is expected there. */
	readonly differences = new Map<string, string>();
	/** What checks found where openapi.yaml leaves it open, and why they were not run, by their names. */
	readonly recorded: Record<string, unknown> = {};
	readonly notRun: Record<string, string> = {};
	/** Fields of responses that openapi.yaml does not list. */
	readonly unlisted = new Set<string>();
	readonly exchanges: RecordedExchange[] = [];
	readonly orderBatches: Array<{ id: string; as: Given; reference?: unknown }> = [];
	/** What could not be canceled or deleted. */
	readonly leftBehind: string[] = [];
	/** What rate limits there were: the number of 429 responses, and the headers that speak of limits. */
	readonly limits = { tooManyRequests: 0, headers: new Set<string>() };
	private readonly memory = new Map<string, Promise<unknown>>();
	private cites = '';
	private isDifferent = false;
	private nextRequestAt = 0;

	constructor(readonly target: Target) {}

	/** Runs one check. What it throws is a difference, unless it found one before. */
	async run({ name, cites, run }: Check): Promise<void> {
		this.begun.push(name);
		[this.cites, this.isDifferent] = [cites, false];
		try {
			const recorded = await run(this);
			if (recorded !== undefined) this.recorded[name] = recorded;
		} catch (error) {
			if (error instanceof NotRun) this.notRun[name] = error.message;
			else if (!this.isDifferent) this.differs(name, 'a response', (error as Error).message);
		}
	}

	/** The result of the first call with this name, so that checks share what they create. */
	once<Result>(name: string, make: () => Promise<Result>): Promise<Result> {
		if (!this.memory.has(name)) this.memory.set(name, make());
		return this.memory.get(name) as Promise<Result>;
	}

	differs(path: string, expected: string, got: unknown): void {
		this.isDifferent = true;
		const line = `${path} (openapi: ${this.cites}): expected ${expected}, got ${shortened(got)}`;
		const place = `${path} ${expected}`;
		if (!this.differences.has(place)) this.differences.set(place, line);
	}

	/** A time of the run, in whole seconds. */
	time(offsetMs: number): Date {
		return new Date(Math.floor((this.target.startedAt.getTime() + offsetMs) / 1000) * 1000);
	}

	/** A text that only this run uses. */
	reference(name: string): string {
		return `contract-${this.target.startedAt.getTime()}-${name.replace(/\W+/g, '-')}`;
	}

	/**
	 * Sends a request, and compares the response with openapi.yaml.
	 * @throws NotRun without the key, without the success that was expected, for an optional operation that the service
	 *   does not offer, and for one order batch too many.
	 */
	async call(operationId: string, options: RequestOptions = {}): Promise<Reply> {
		const named = operations.find(({ operation }) => operation.operationId === operationId);
		if (!named) throw new Error(`docs/openapi.yaml has no operation ${operationId}`);
		const { id = '', query, body, as = 'automation' } = options;
		const isCreation = operationId === 'createOrderBatch';
		if (isCreation && this.orderBatches.length >= MAX_ORDER_BATCHES) {
			throw new NotRun(`the run has created ${MAX_ORDER_BATCHES} order batches, and may create no more`);
		}
		const search = query ? `?${new URLSearchParams(query).toString()}` : '';
		const url = named.path.replace('{id}', encodeURIComponent(id)) + search;
		const { status, text } = await this.send(named.method, url, as, body);
		const reply = new Reply(operationId, status, text, responsePointer(named, status), this);
		if (isCreation && status < 300 && typeof reply.at('id') === 'string') {
			const { customer_reference_id: reference } = body as { customer_reference_id?: string };
			this.orderBatches.push({ id: reply.at('id'), as: as as Given, reference });
		}
		checkStatus(reply, named, options);
		return reply;
	}

	/** Reads an order batch until it is no longer pending, or the time is over. */
	async untilSent(id: string, as: Given = 'automation'): Promise<Reply> {
		const deadline = Date.now() + this.target.maxWaitMs;
		for (;;) {
			const reply = await this.call('getOrderBatch', { id, as });
			if (reply.at('send_status') !== 'pending' || Date.now() >= deadline) return reply;
			await wait(this.target.pollMs);
		}
	}

	/** What the run was given. @throws NotRun when it was not. */
	given(name: Given): string {
		const value = this.target.given[name];
		if (value === undefined) throw new NotRun(`needs ${GIVEN[name][0]}`);
		return value;
	}

	private async send(method: string, url: string, as: NonNullable<RequestOptions['as']>, body: unknown) {
		const request = {
			method,
			redirect: 'manual',
			headers: {
				...(as !== 'nobody' && { authorization: `Bearer ${as === 'stranger' ? STRANGER : this.given(as)}` }),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: JSON.stringify(body),
		} as const;
		for (let attempt = 1; ; attempt++) {
			await wait(Math.max(0, this.nextRequestAt - Date.now()));
			this.nextRequestAt = Date.now() + this.target.paceMs;
			const response = await fetch(this.target.baseUrl + url, request);
			const { status, headers } = response;
			const text = await response.text();
			for (const [name, value] of headers) {
				if (/rate-?limit|retry-after/.test(name)) this.limits.headers.add(`${name}: ${value}`);
			}
			if (status !== 429 || attempt === MAX_ATTEMPTS) {
				this.exchanges.push({ method, url, sentBy: as, status, body: text });
				return { status, text };
			}
			this.limits.tooManyRequests += 1;
			const seconds = Number(headers.get('retry-after') ?? undefined);
			await wait(Number.isNaN(seconds) ? RETRY_AFTER_MS : seconds * 1000);
		}
	}
}

/**
 * One rule of the contract. A rule that openapi.yaml calls open is asked, and its result recorded, not judged.
 * @param name a sentence about the service
 * @param cites names of operations and components of openapi.yaml, with commas between
 * @param run returns what to record
 */
export const check = (name: string, cites: string, run: (session: Session) => Promise<unknown>) => ({
	name,
	cites,
	run,
});

export type Check = ReturnType<typeof check>;

function checkStatus(reply: Reply, named: NamedOperation, { expects = 'success', id }: RequestOptions): void {
	const { operation, status: success } = named;
	const { status } = reply;
	const expected = expects === 'success' ? success : expects;
	if (expected === 'any' || status === expected) return;
	if (status === 404 && isOptional(operation) && (expects === 'success' || id === undefined)) {
		throw new NotRun(`the service does not offer ${operation.operationId}`);
	}
	if (expected === 'refused' && status >= 400 && status < 500) return;
	reply.differs('status', expected === 'refused' ? 'one from 400 to 499' : String(expected), `${status} ${reply.text}`);
	if (expects === 'success' && status >= 300) throw new NotRun(`${operation.operationId} responds with ${status}`);
}
