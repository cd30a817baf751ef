import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

interface Reference {
	$ref: string;
}

interface Content {
	content?: { 'application/json': { schema: Reference } };
}

interface Parameter {
	name: string;
	in: 'path' | 'query';
	schema: { type: string; default?: unknown };
}

/** One method of one path. Everything that it sends or receives has a name among the components. */
export interface Operation {
	operationId: string;
	tags: string[];
	parameters?: Reference[];
	requestBody?: Content;
	responses: Record<string, Content | Reference>;
}

interface Document {
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, { properties?: object; required?: string[]; enum?: string[] }> };
}

/** docs/openapi.yaml, as far as code looks into it. */
export const document = load(readFileSync(join(__dirname, '../../../docs/openapi.yaml'), 'utf8')) as Document;

/** Every operation, with its path as the document writes it, such as `/v1/orders/{id}`, and the status of its success. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods)
		.filter(([method]) => method !== 'parameters')
		.map(([method, operation]) => ({
			method: method.toUpperCase(),
			path,
			status: Number(Object.keys(operation.responses).find((status) => status.startsWith('2'))),
			operation,
		})),
);

export type NamedOperation = (typeof operations)[number];

/** Whether a service need not offer an operation. */
export function isOptional({ tags }: Operation): boolean {
	return tags.some((tag) => tag.startsWith('Optional:'));
}

/** The query parameters of an operation, and where the schema of each is in the document. */
export function queryParameters({ parameters = [] }: Operation): Array<Parameter & { pointer: string }> {
	return parameters
		.map(({ $ref }) => ({ ...(followed({ $ref }) as Parameter), pointer: `${$ref}/schema` }))
		.filter((parameter) => parameter.in === 'query');
}

/** Where the schema of a JSON body is in the document; `undefined` for a request or a response without one. */
export function bodyPointer(part: Content | Reference | undefined): string | undefined {
	return (followed(part) as Content | undefined)?.content?.['application/json'].schema.$ref;
}

function followed(part: object | undefined): unknown {
	if (!part || !('$ref' in part)) return part;
	const keys = (part as Reference).$ref.split('/').slice(1);
	return keys.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], document);
}
