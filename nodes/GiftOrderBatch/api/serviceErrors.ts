import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import type { ZodError } from 'zod';

import { withFacts, type ErrorFacts } from './errors';
import type { Failure } from './retryPolicy';

/** What an error tells about the request that failed. */
export interface Request {
	node: INode;
	itemIndex: number;
	method: string;
	path: string;
	baseUrl: string;
	/** What the request creates; nothing for one that reads. */
	creates?: ErrorFacts['creates'];
}

/** An answer that is not a success, without secrets. */
export interface ErrorAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

const endpointOf = ({ method, path }: Request) => `${method} ${path}`;

/** Status codes whose meaning does not depend on the sentence. */
const CLEAR_STATUSES = [401, 403, 429];

/** How a service says that an order batch has the customer reference already (openapi leaves the sentence open). */
const REFERENCE_EXISTS =
	/customer.?reference.*(exist|already|taken|duplicate|uniq|used)|(exist|already|taken|duplicate|uniq|used).*customer.?reference/i;

/** Advice by what the service's sentence says, tried before advice by status code unless the status is clear. */
const ADVICE_BY_SENTENCE: Array<[RegExp, string]> = [
	[
		/payment method/i,
		'Add a payment method to your gifting account, or choose one with the field Payment Method ID. The card of a commerce end user also needs the field Commerce End User ID.',
	],
	[/product.?url/i, 'Open the product URL in a browser to check it, or choose the product from the list.'],
	[/\bcard\b.*\bdeclined\b/i, 'Ask for another card. Nothing was stored.'],
];

type Advice = Pick<ErrorFacts, 'advice' | 'tryAgain' | 'correct' | 'isDuplicateReference'>;

function adviceByStatus({ statusCode, headers }: ErrorAnswer): Advice {
	if (statusCode >= 300 && statusCode < 400) {
		return {
			advice: `The address redirects${headers.location ? ` to ${String(headers.location)}` : ''}. Put the final address into the credential's Base URL.`,
		};
	}
	switch (statusCode) {
		case 401:
			return {
				advice:
					'Check the API key in the credential: production and sandbox have keys of their own, and a key belongs to one API variant.',
			};
		case 403:
			return { advice: 'This API key may not do that. Payment methods, for example, need a Commerce API key.' };
		case 404:
			return {
				advice: 'Check the ID, and that the credential belongs to the account and environment in which it was created.',
			};
		case 429:
			return {
				advice: 'The service asks for a pause.',
				tryAgain: 'Try again in a moment, or send fewer requests at a time.',
			};
	}
	if (statusCode >= 500 || statusCode === 408) {
		return { advice: 'The service has a problem.', tryAgain: 'Try again in a moment.' };
	}
	return { correct: 'the input' };
}

function adviceFor(answer: ErrorAnswer, sentence: string | undefined): Advice {
	const sentenceDecides = answer.statusCode < 500 && !CLEAR_STATUSES.includes(answer.statusCode);
	if (!sentence || !sentenceDecides) return adviceByStatus(answer);
	if (REFERENCE_EXISTS.test(sentence)) {
		return {
			isDuplicateReference: true,
			advice:
				'An order batch with this Customer Reference ID exists already, so nothing was sent this time. Use another reference if you do want to send a second batch.',
		};
	}
	const advice = ADVICE_BY_SENTENCE.find(([pattern]) => pattern.test(sentence))?.[1];
	return advice ? { advice } : adviceByStatus(answer);
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

/** @param cause the HTTP status, or the code of a failed connection */
function apiError(request: Request, message: string, advice: Advice, cause: string, httpCode?: string): NodeApiError {
	const { node, itemIndex, creates } = request;
	const error = new NodeApiError(node, { message }, { message, httpCode, itemIndex });
	// n8n puts texts of its own over messages that contain an error code or a well-known status.
	error.message = message;
	return withFacts(error, { ...advice, creates, request: `${cause} (${endpointOf(request)})` });
}

/**
 * The error for an answer that is not a success (interface: "Errors"): its message is the service's own sentence, its
 * description says what to do.
 */
export function serviceError(request: Request, answer: ErrorAnswer): NodeApiError {
	const sentence = sentenceOf(answer.body);
	const status = String(answer.statusCode);
	const found = adviceFor(answer, sentence);
	const isForeign = sentence === undefined && answer.statusCode === 404;
	const advice = isForeign
		? `${found.advice} There may be no Gift Order Batch Service at ${request.baseUrl}: check the environment in the credential.`
		: found.advice;
	return apiError(
		request,
		sentence ?? `The service answered with HTTP status ${status} and no reason`,
		{ ...found, advice },
		`HTTP status ${status}`,
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
	const status = String(statusCode);
	if (typeof body !== 'object' || body === null) {
		return apiError(
			request,
			`${request.baseUrl} answered with something that is not JSON`,
			{ advice: "Check that the credential's environment is the address of a Gift Order Batch Service." },
			`HTTP status ${status}`,
			status,
		);
	}
	const [issue] = problem.issues;
	return apiError(
		request,
		`The service answered ${endpointOf(request)} with data that its interface does not allow`,
		{
			advice: `In its answer, "${issue?.path.join('.') || 'the whole'}" is not right: ${issue?.message}.`,
			tryAgain: 'Try again; if it stays, ask the support of the service.',
		},
		`HTTP status ${status}`,
		status,
	);
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
	const advice = "Check the environment in the credential and this machine's network.";
	return {
		error: apiError(request, message, { advice, tryAgain: 'Then try again.' }, `Cause: ${code ?? 'unknown'}`),
		failure: { kind: notConnected ? 'notConnected' : 'noAnswer' },
	};
}
