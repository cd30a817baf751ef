/** A response other than success: `message` becomes the `error` field of the Error body (openapi: Error). */
export class ServiceError extends Error {
	/** @param statusCode HTTP status of the response. */
	constructor(
		readonly statusCode: number,
		message: string,
	) {
		super(message);
		this.name = 'ServiceError';
	}
}

/** @throws ServiceError */
export function refuse(message: string, statusCode = 400): never {
	throw new ServiceError(statusCode, message);
}

/** The response for a path that is not offered. */
export function notFound(): never {
	refuse('Not found', 404);
}
