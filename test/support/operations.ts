import { bodyPointer, document, type Operation } from '../../dev/mock-service/openapi/document';

/** An operation of openapi.yaml, with the path that it has there. */
export interface NamedOperation {
	method: string;
	path: string;
	operation: Operation;
}

export const operations: NamedOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods)
		.filter(([method]) => method !== 'parameters')
		.map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** The operation that a request asks for. @param path without a query */
export const operationAt = (method: string, path: string): NamedOperation | undefined =>
	operations
		.filter((one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
		// A path without a parameter goes before one that has it: /v1/order_batches/price.
		.sort((a, b) => a.path.indexOf('{') - b.path.indexOf('{'))[0];

/** @throws Error when openapi.yaml has no such operation. */
export function operationNamed(operationId: string): NamedOperation {
	const found = operations.find(({ operation }) => operation.operationId === operationId);
	if (!found) throw new Error(`docs/openapi.yaml has no operation ${operationId}`);
	return found;
}

/** The status of its success, such as 201. */
export function successStatus({ responses }: Operation): number {
	return Number(Object.keys(responses).find((status) => status.startsWith('2')));
}

/** Where the schema of a response is in openapi.yaml; `undefined` for one without a body. */
export function responsePointer(operation: Operation, status: number): string | undefined {
	const other = status < 300 ? successStatus(operation) : 'default';
	return bodyPointer(operation.responses[status] ?? operation.responses[other]);
}
