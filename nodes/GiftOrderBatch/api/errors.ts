import { NodeApiError, NodeOperationError, type IDataObject, type INode, type JsonObject } from 'n8n-workflow';
import type { ZodError } from 'zod';

import type { Failure } from './retryPolicy';

/** What an error tells about the request that failed. */
export interface Request {
	node: INode;
	itemIndex: number;
	method: string;
	path: string;
	baseUrl: string;
}

interface Refusal {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

const MAY_EXIST =
	'It is not known whether the order batch was created: look for it in your gifting account before you send it again.';

const isCreate = ({ method, path }: Request) => method === 'POST' && path === '/v1/order_batches';

const endpointOf = ({ method, path }: Request) => `${method} ${path}`;

/** Status codes whose meaning does not depend on the sentence. */
const CLEAR_STATUSES = [401, 403, 429];

const NAMES_REFERENCE = /customer.?reference/i;
const REFERENCE_EXISTS =
	/customer.?reference.*(exist|already|taken|duplicate|uniq|used)|(exist|already|taken|duplicate|uniq|used).*customer.?reference/i;

/** Advice by what the service's sentence says, tried before advice by status code unless the status is clear. */
const ADVICE_BY_SENTENCE: Array<[RegExp, string]> = [
	[
		REFERENCE_EXISTS,
		'An order batch with this Customer Reference ID exists already, so nothing was sent this time. Use another reference if you do want to send a second batch.',
	],
	[
		/payment method/i,
		'Add a payment method to your gifting account, or choose one with the field Payment Method ID. The card of a commerce end user also needs the field Commerce End User ID.',
	],
	[/product.?url/i, 'Open the product URL in a browser to check it, or choose the product from the list.'],
	[/\bcard\b.*\bdeclined\b/i, 'Ask for another card. Nothing was stored.'],
];

function adviceByStatus(request: Request, { statusCode, headers }: Refusal): string {
	if (statusCode >= 300 && statusCode < 400) {
		return `The address redirects${headers.location ? ` to ${String(headers.location)}` : ''}. Put the final address into the credential's Base URL.`;
	}
	switch (statusCode) {
		case 401:
			return 'Check the API key in the credential: production and sandbox have keys of their own, and a key belongs to one API variant.';
		case 403:
			return 'This API key may not do that. Payment methods, for example, need a Commerce API key.';
		case 404:
			return 'Check the ID, and that the credential belongs to the account and environment in which it was created.';
		case 429:
			return 'The service asks for a pause. Try again in a moment, or send fewer requests at a time.';
	}
	if (statusCode >= 500 && isCreate(request)) return MAY_EXIST;
	if (statusCode >= 500 || statusCode === 408) return 'The service has a problem. Try again in a moment.';
	if (isCreate(request)) return 'This order batch was not created. Correct the input and run the node again.';
	return 'Nothing was changed. Correct the input and run the node again.';
}

function sentenceOf(body: unknown): string | undefined {
	const sentence = typeof body === 'object' && body !== null ? (body as JsonObject).error : undefined;
	return typeof sentence === 'string' && sentence.trim() !== '' ? sentence : undefined;
}

/** What the API error of one try tells the code that decides about the next. */
export interface FailedTry {
	error: NodeApiError;
	failure: Failure;
}

function apiError(request: Request, message: string, description: string, httpCode?: string): NodeApiError {
	const error = new NodeApiError(
		request.node,
		{ message },
		{ message, description: `${description} (${endpointOf(request)})`, httpCode, itemIndex: request.itemIndex },
	);
	// n8n puts texts of its own over messages that contain an error code or a well-known status.
	error.message = message;
	return error;
}

/**
 * The error for an answer that is not a success (interface: "Errors"): its message is the service's own sentence, its
 * description says what to do. `body` must not contain secrets.
 */
export function serviceError(request: Request, refusal: Refusal): NodeApiError {
	const sentence = sentenceOf(refusal.body);
	const status = String(refusal.statusCode);
	const sentenceDecides = refusal.statusCode < 500 && !CLEAR_STATUSES.includes(refusal.statusCode);
	const advice =
		ADVICE_BY_SENTENCE.find(([pattern]) => sentenceDecides && sentence && pattern.test(sentence))?.[1] ??
		adviceByStatus(request, refusal);
	const foreign =
		sentence === undefined && refusal.statusCode === 404
			? ` There may be no Gift Order Batch Service at ${request.baseUrl}: check the environment in the credential.`
			: '';
	return apiError(
		request,
		sentence ?? `The service answered with HTTP status ${status} and no reason`,
		`${advice}${foreign} HTTP status ${status}`,
		status,
	);
}

/** The error for a success status whose body is not JSON, or not what the interface promises. */
export function malformedAnswerError(
	request: Request,
	statusCode: number,
	body: unknown,
	problem: ZodError,
): NodeApiError {
	const advice = isCreate(request) ? MAY_EXIST : 'Try again; if it stays, ask the support of the service.';
	if (typeof body !== 'object' || body === null) {
		return apiError(
			request,
			`${request.baseUrl} answered with something that is not JSON`,
			`Check that the credential's environment is the address of a Gift Order Batch Service. ${isCreate(request) ? MAY_EXIST : ''} HTTP status ${statusCode}`,
			String(statusCode),
		);
	}
	const [issue] = problem.issues;
	return apiError(
		request,
		`The service answered ${endpointOf(request)} with data that its interface does not allow`,
		`In its answer, "${issue?.path.join('.') || 'the whole'}" is not right: ${issue?.message}. ${advice} HTTP status ${statusCode}`,
		String(statusCode),
	);
}

/**
 * Whether the service rejected a creation because of its customer reference (interface: "Errors"). The sentence of that
 * rejection is not documented, so any that names the reference counts.
 */
export function isReferenceRejected({ httpCode, message }: NodeApiError): boolean {
	return httpCode === '409' || (/^4/.test(httpCode ?? '') && NAMES_REFERENCE.test(message));
}

const TIMEOUT_CODES = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];
const NOT_CONNECTED_CODES = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

function codeOf(error: unknown): string | undefined {
	const { code, httpCode, cause } = error as { code?: unknown; httpCode?: unknown; cause?: { code?: unknown } };
	return [code, httpCode, cause?.code].find((candidate) => typeof candidate === 'string' && candidate !== '') as
		string | undefined;
}

/**
 * The error for a request that got no answer. Nothing of `error` but its code is kept, since it holds the request and
 * with it the key.
 */
export function connectionError(request: Request, error: unknown, timeoutMs: number): FailedTry {
	const code = codeOf(error);
	const notConnected = code !== undefined && NOT_CONNECTED_CODES.includes(code);
	const message =
		code !== undefined && TIMEOUT_CODES.includes(code)
			? `The service at ${request.baseUrl} did not answer within ${timeoutMs / 1000} seconds`
			: notConnected
				? `The service at ${request.baseUrl} could not be reached`
				: `The connection to the service at ${request.baseUrl} was lost before it answered`;
	const advice =
		isCreate(request) && !notConnected
			? MAY_EXIST
			: "Check the environment in the credential and this machine's network, then try again.";
	return {
		error: apiError(request, message, `${advice} Cause: ${code ?? 'unknown'}`),
		failure: { kind: notConnected ? 'notConnected' : 'noAnswer' },
	};
}

/** How many problems an error's text lists; it counts the rest. */
const LISTED_PROBLEMS = 20;

/**
 * The error for input that was refused before anything was sent. `problems` are sentences without a final period that
 * name the parameter by its label; all of them are also in the error's `context.problems`.
 */
export function inputError(node: INode, itemIndex: number, problems: string[]): NodeOperationError {
	const [first, ...others] = problems;
	const listed = problems.slice(0, LISTED_PROBLEMS);
	const rest = problems.length - listed.length;
	const message =
		others.length === 0
			? `${first}`
			: `${problems.length} problems in the input: ${listed.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
	const error = new NodeOperationError(node, message, {
		itemIndex,
		description: `Nothing was sent. Correct ${others.length === 0 ? 'it' : 'them'} and run the node again.`,
	});
	// As above: the user's own values may contain what n8n takes for an error code.
	error.message = message;
	error.context.problems = problems;
	return error;
}

/** The problems that an error of `inputError` lists; undefined for any other error. */
export const problemsOf = (error: NodeError): string[] | undefined => error.context.problems as string[] | undefined;

export type NodeError = NodeApiError | NodeOperationError;

/** An error of this module as it is; any other error as one that names the input item. */
export function asNodeError(node: INode, itemIndex: number, error: unknown): NodeError {
	return error instanceof NodeApiError || error instanceof NodeOperationError
		? error
		: new NodeOperationError(node, error as Error, { itemIndex });
}

/** The error for a batch that exists while nothing more of it can be had, because its ID is not known. */
export function unknownIdError(node: INode, itemIndex: number, reference: string): NodeOperationError {
	return new NodeOperationError(
		node,
		`The order batch with the reference ${reference} exists, but the service does not tell its ID`,
		{
			itemIndex,
			description: 'An earlier try created it, and it was not sent again. Find it in your gifting account.',
		},
	);
}

/** The error of a creation whose earlier try may have been carried out: it says so, whatever its own advice was. */
export function unsettled(error: NodeApiError): NodeApiError {
	if (!error.description?.includes(MAY_EXIST)) {
		error.description = `An earlier try may have created the order batch. ${MAY_EXIST} The last try ended with: ${error.message}`;
	}
	return error;
}

/** How many order batches an error names; it counts the rest. */
const NAMED_ORDER_BATCHES = 10;

/** An error that names the order batches that were created before it, and how to go on without sending them again. */
export function withCreated(error: NodeError, orderBatchIds: string[]): NodeError {
	const text = `${error.message} ${error.description ?? ''}`;
	const others = orderBatchIds.filter((id) => !text.includes(id));
	if (others.length === 0) return error;
	const rest = others.length - NAMED_ORDER_BATCHES;
	const named = others.slice(0, NAMED_ORDER_BATCHES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
	error.description = `${error.description ?? ''} Created before this error: ${named}. Use n8n's Retry for this execution: running the workflow anew would send them again.`;
	return error;
}

/**
 * The error of a creation whose derived reference was rejected at its first use in this run of the execution. The batch, if
 * there is one, may be for other recipients, since the nodes before may have answered something else then.
 */
export function repeatedError(error: NodeApiError): NodeApiError {
	if (error.httpCode === '409' || REFERENCE_EXISTS.test(error.message)) {
		error.description =
			'An execution with the same number has created an order batch here before: n8n repeats an execution whose worker it has lost, or its database was replaced. Nothing was sent this time. Find the batch in your gifting account by its reference, and look who its recipients are before you send it to others.';
	}
	return error;
}

/** The error for a creation that n8n repeats after it broke off, without knowing what was done before that. */
export function forgottenError(node: INode, itemIndex: number): NodeOperationError {
	return new NodeOperationError(
		node,
		'n8n has not stored what this node may have done before, so the order batch may exist already',
		{
			itemIndex,
			description: `Nothing was sent by this retry. ${MAY_EXIST} If it is not there, start the workflow anew instead of retrying. A Customer Reference ID of your own makes retries safe after interruptions, too.`,
		},
	);
}

/**
 * An error that came after an order batch was created: it carries the batch in `context.orderBatch`, so that its ID is not
 * lost, and says that the batch exists.
 */
export function afterCreation(error: NodeError, orderBatch: IDataObject): NodeError {
	if (!error.context.orderBatch) {
		error.context.orderBatch = orderBatch;
		error.description =
			`Order batch ${String(orderBatch.id)} was created: do not create it again. ${error.description ?? ''}`.trim();
	}
	return error;
}

/**
 * What an error item tells: the error's message, and what to do. n8n takes an item with just these two fields for a failed
 * one, and puts it on the error output if the node has one.
 */
export const errorData = ({ message, description }: NodeError): IDataObject => ({
	error: message,
	...(description && { message: description }),
});
