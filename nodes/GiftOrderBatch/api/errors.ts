export interface ErrorFacts {
	/** What is wrong, or what to do about it. */
	advice?: string;
	/** How to retry. */
	retryAdvice?: string;
	/** The request and its status, for the service's support. */
	request?: string;
	/** Whether the service may have carried out the request although it failed. */
	mayHaveHappened?: boolean;
	/** Whether the service refused to create something because it already exists. */
	isDuplicate?: boolean;
	/** Whether the service may have refused to create something for that reason: it said that there is a conflict. */
	isConflict?: boolean;
	/** Whether the service does not offer what was asked for. */
	isUnsupported?: boolean;
	/** Whether the service is down, or cannot be reached. */
	isDown?: boolean;
	/** Whether the service refuses this input, so that it would refuse it again. */
	isRefusal?: boolean;
	/** What the advice says to correct: "it", "them" or "the input". */
	correct?: string;
	/** The index of the input item that it is about, if it would otherwise be attributed to another one. */
	itemIndex?: number;
}

/** An error with the facts about it, from which `descriptionOf` makes sentences and `asNodeError` an n8n error. */
export class ServiceError extends Error {
	/** @param cause the HTTP status of a failed request or the code of a failed connection; or the other error that it stands for */
	constructor(
		message: string,
		readonly context: ErrorFacts = {},
		override readonly cause?: number | string | Error,
	) {
		super(message);
	}
}

/** Whether a request failed. */
export const isOfService = (error: unknown): boolean =>
	error instanceof ServiceError && error.cause !== undefined && !(error.cause instanceof Error);

/** What is known about an error; an empty object for errors from elsewhere. */
export const factsOf = <Facts extends ErrorFacts = ErrorFacts>(error: unknown): Facts =>
	((error as Partial<ServiceError>).context ?? {}) as Facts;

/** The HTTP status of an error, as text, if the service responded with one. */
export const statusOf = (error: unknown) =>
	error instanceof ServiceError && typeof error.cause === 'number' ? `${error.cause}` : undefined;

/** Whether the service itself says that there is no such object: a gateway, too, responds with 404, but does not say why. */
export const isNotFound = (error: unknown): boolean => statusOf(error) === '404' && factsOf(error).isRefusal === true;

/** Turns any error into one of this package. An n8n error keeps its own advice. */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	const { message, description } = error as Error & { description?: string | null };
	return new ServiceError(message, description ? { advice: description } : {}, error as Error);
}

export function withFacts(error: unknown, facts: ErrorFacts): ServiceError {
	const { message, context, cause } = asServiceError(error);
	return new ServiceError(message, { ...context, ...facts }, cause);
}
