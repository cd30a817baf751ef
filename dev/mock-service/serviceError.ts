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

/** The response for a path that is not offered. */
export function notFound(): never {
	throw new ServiceError(404, 'Not found');
}
