import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { runNode, type RunOptions } from '../../dev/harness/engine';
import { plainServer } from '../../dev/harness/plainServer';
import { document } from '../../dev/mock-service/openapi/document';
import type { Operation } from '../../nodes/GiftOrderBatch/resources/operation';
import { credentialFor } from './actionNode';
import { parametersOf } from './operationParameters';
import { operationAt, responsePointer } from './operations';

interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	examples?: unknown[];
	anyOf?: Schema[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
}

/** How much of what docs/openapi.yaml names a response has: everything, only what must be there, or null where it may be. */
type Form = 'whole' | 'required' | 'null';

const SAMPLES: Record<string, string> = {
	uuid: '123e4567-e89b-42d3-a456-426614174000',
	'date-time': '2030-01-01T12:00:00.000Z',
};

/** What fields look like whose schema says little, by their name; that of the field `name` says whose it is. */
const BY_NAME: Array<[name: RegExp, text: string, count?: number]> = [
	[/first_name$/, 'Nathan'],
	[/last_name$/, 'Smith'],
	[/from_name$/, 'Ann from Acme'],
	[/email$/, 'nathan@example.com'],
	[/phone$/, '+14155552671'],
	[/(link|url)$/, 'https://www.example.com/gifts/123e4567'],
	[/country$/, 'US'],
	[/^(amount|price|published_price|balance|shipping_price|free_shipping)/, '', 3200],
	[/_total_|_tax_/, '', 3600],
	[/^cardholder_name$/, 'Nathan Smith'],
	[/^batch_name$/, 'Welcome gifts'],
	[/^(brand_name|Brand\w* name)$/, 'Amber Bakery'],
	[/^\w*PaymentMethod name$/, 'Visa 4242'],
	[/^(workspace_name|Workspace name)$/, 'People Team'],
	[/^title$/, 'Coffee Break'],
	[/^CollectionCategory name$/, 'Favorites'],
	[/^Variant name$/, 'Dark Chocolate'],
	[/name$/, 'Butter Cookie Tin'],
	[/^status$/, 'active'],
	[/^id$/, 'balance'],
	[/^brand_values$/, 'Women-owned'],
	[/_exp_month$/, '', 12],
	[/_exp_year$/, '', 2030],
	[/last_4$/, '4242'],
	[/card_brand$/, 'visa'],
	[/^public_app_id$/, 'app_42'],
	[/occasions/, 'Birthday'],
	[/restricted_states|^state$/, 'CA'],
	[/^tracking_carrier$/, 'UPS'],
	[/^tracking_number$/, '1Z999AA10123456784'],
	[/width|height/, '', 600],
	[/^thank_you_note$/, 'Thank you!'],
	[/reference_id$/, 'deal-4711'],
];

const schemas = document.components.schemas as Record<string, Schema>;

const mayBeNull = ({ type, anyOf = [] }: Schema): boolean => [type].flat().includes('null') || anyOf.some(mayBeNull);

/** The fields of an object. Where the contract does not say what must be there, it is the ID. */
const fieldsOf = ({ properties = {}, required = [] }: Schema, form: Form) =>
	Object.entries(properties).filter(([key]) => form !== 'required' || [...required, 'id'].includes(key));

/** A value of a schema of docs/openapi.yaml. */
function sampleOf(schema: Schema, form: Form, name = '', owner = ''): unknown {
	if (form === 'null' && mayBeNull(schema)) return null;
	if (schema.$ref) {
		const referred = schema.$ref.split('/').pop() as string;
		return sampleOf(schemas[referred] as Schema, form, name, referred);
	}
	// What is done: a complete order batch has its orders.
	if (schema.enum) return schema.enum.includes('complete') ? 'complete' : schema.enum[0];
	if (schema.examples) return schema.examples[0];
	if (schema.properties) {
		return Object.fromEntries(
			fieldsOf(schema, form).map(([key, field]) => [
				key,
				sampleOf(field, form, key === 'name' ? `${owner} name` : key),
			]),
		);
	}
	if (schema.anyOf) return sampleOf(schema.anyOf[0] as Schema, form, name);
	const [, text = 'text', count = 1] = BY_NAME.find(([pattern]) => pattern.test(name)) ?? [];
	switch ([schema.type].flat()[0]) {
		case 'array':
			return [sampleOf(schema.items as Schema, form, name)];
		case 'integer':
		case 'number':
			return count;
		case 'boolean':
			return true;
		case 'object':
			return {};
		default:
			return SAMPLES[schema.format ?? ''] ?? text;
	}
}

/** The body of the successful response to a request; nothing where docs/openapi.yaml has no such operation. */
function responseTo(method: string, path: string, form: Form): unknown {
	const operation = operationAt(method, path);
	const $ref = operation && responsePointer(operation);
	if (!$ref) return undefined;
	const body = sampleOf({ $ref }, form) as object;
	return path.endsWith('/cancel') ? { ...body, status: 'canceled' } : body;
}

/**
 * Starts a service for the tests of a file that responds to every request with all fields that docs/openapi.yaml names, and
 * remembers no objects, and runs operations there with what they need.
 */
export function useSampleService() {
	const service = {
		baseUrl: '',
		/** What it got, and the body of its response. */
		requests: [] as Array<{ method: string; path: string; query: IDataObject; body: unknown }>,
		form: 'whole' as Form,
		/** The status and the body that it responds with instead of the sample, if it does. */
		respond: undefined as ((method: string, path: string) => [status: number, body: object] | undefined) | undefined,
		close: async () => {},
	};
	beforeAll(async () => {
		const server = await plainServer(({ method = '', url = '' }, response) => {
			const { pathname: path, searchParams } = new URL(url, 'http://localhost');
			const sample = responseTo(method, path, service.form);
			const [status, body] =
				service.respond?.(method, path) ?? (sample ? [200, sample] : [404, { error: `There is no ${method} ${url}` }]);
			service.requests.push({ method, path, query: Object.fromEntries(searchParams), body });
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		});
		Object.assign(service, server);
	});
	beforeEach(() => Object.assign(service, { requests: [], form: 'whole', respond: undefined }));
	afterAll(async () => await service.close());

	const credentials = (more: ICredentialDataDecryptedObject = {}) => {
		const credential = { ...credentialFor(service.baseUrl, 'key'), ...more };
		return { giftOrderBatchAutomationApi: credential, giftOrderBatchCommerceApi: credential };
	};
	return {
		service,
		credentials,
		run: async (key: string, operation: Operation, more: object = {}, options: Partial<RunOptions> = {}) =>
			await runNode({ ...parametersOf(key, operation), ...more }, { credentials: credentials(), ...options }),
	};
}
