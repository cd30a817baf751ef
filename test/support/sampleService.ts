import { document } from '../../dev/mock-service/openapi/document';
import { plainServer } from '../../dev/harness/plainServer';

interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	examples?: unknown[];
	anyOf?: Schema[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const SAMPLES: Record<string, string> = {
	uuid: '123e4567-e89b-42d3-a456-426614174000',
	'date-time': '2030-01-01T12:00:00.000Z',
};

const schemas = document.components.schemas as Record<string, Schema>;

/** A value with every field that a schema of docs/openapi.yaml has, none of them null. */
function sampleOf(schema: Schema): unknown {
	if (schema.$ref) return sampleOf(schemas[schema.$ref.split('/').pop() as string] as Schema);
	// What is done: a complete order batch has its orders.
	if (schema.enum) return schema.enum.includes('complete') ? 'complete' : schema.enum[0];
	if (schema.examples) return schema.examples[0];
	if (schema.properties) {
		return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, sampleOf(field)]));
	}
	if (schema.anyOf) return sampleOf(schema.anyOf[0] as Schema);
	switch ([schema.type].flat()[0]) {
		case 'array':
			return [sampleOf(schema.items as Schema)];
		case 'integer':
		case 'number':
			return 1;
		case 'boolean':
			return true;
		case 'object':
			return {};
		default:
			return SAMPLES[schema.format ?? ''] ?? 'text';
	}
}

/** The body of the successful response to a request; nothing where docs/openapi.yaml has no such operation. */
function responseTo(method: string, path: string): unknown {
	const matches = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
	// A path without a parameter goes before one that has it: /v1/order_batches/price.
	const [template] = Object.keys(document.paths)
		.filter(matches)
		.sort((a, b) => a.indexOf('{') - b.indexOf('{'));
	const responses = document.paths[template ?? '']?.[method.toLowerCase()]?.responses ?? {};
	const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
	return success && 'content' in success ? sampleOf(success.content?.['application/json'].schema as Schema) : undefined;
}

/** A service that answers every request with all fields that docs/openapi.yaml names, and remembers nothing. */
export const sampleService = async () =>
	await plainServer(({ method = '', url = '' }, response) => {
		const body = responseTo(method, url.split('?')[0] as string);
		response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body ?? { error: `There is no ${method} ${url}` }));
	});
