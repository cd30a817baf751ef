import { bodyPointer, operations, type NamedOperation } from '../../dev/mock-service/openapi/document';

/** The operation of openapi.yaml that a request asks for. @param path without a query */
export const operationAt = (method: string, path: string): NamedOperation | undefined =>
	operations
		.filter((one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
		// A path without a parameter goes before one that has it: /v1/order_batches/price.
		.sort((a, b) => a.path.indexOf('{') - b.path.indexOf('{'))[0];

/** Where the schema of a response, by default the success, is in openapi.yaml; `undefined` for one without a body. */
export function responsePointer({ operation, status: success }: NamedOperation, status = success): string | undefined {
	const other = status < 300 ? success : 'default';
	return bodyPointer(operation.responses[status] ?? operation.responses[other]);
}
