import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { runNode, type RunOptions } from '../../dev/harness/engine';
import { plainServer } from '../../dev/harness/plainServer';
import { document } from '../../dev/mock-service/openapi/document';
import type { Operation } from '../../nodes/GiftOrderBatch/resources/operation';
import { credentialFor } from './actionNode';
import { ID, parametersOf } from './operationParameters';
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

/** What happens to an order, one after the other. */
const STEPS = ['created', 'notified', 'opened', 'accepted', 'paid', 'shipped', 'delivered'] as const;
type Step = (typeof STEPS)[number];

/**
 * How much of what docs/openapi.yaml names a response has: everything, only what must be there, null where it may be, or what
 * users see of an order that has got as far as a step.
 */
type Form = 'whole' | 'required' | 'null' | Step;

/** What an order has only once it has got as far as this. */
const SINCE: Array<[name: RegExp, step: Step]> = [
	...STEPS.map((step): [RegExp, Step] => [new RegExp(`^${step}_at$`), step]),
	[/^amount_(tax|total)$/, 'accepted'],
	[/^tracking_|^delivery_eta$/, 'shipped'],
];

/** What an example has no value for: it is an Automation API key, a card, a gift that is sent by email at once, and no hosted payment. */
const NOT_IN_EXAMPLE =
	/^(public_app_id|balance|scheduled_send_on|est_tax_calculated|est_total_calculated|pending_payment_at|payment_link|thank_you_\w+)$/;

/** Whether a field that may be null is so: one of an example that has no value, or none yet. */
function isEmpty(name: string, form: Form): boolean {
	const reached = STEPS.indexOf(form as Step);
	const [, since = 'created'] = SINCE.find(([pattern]) => pattern.test(name)) ?? [];
	return form === 'null' || (reached >= 0 && (NOT_IN_EXAMPLE.test(name) || STEPS.indexOf(since) > reached));
}

/** A day for each step, so that times come one after the other. */
function timeOf(name: string): string {
	if (name === 'expires_at') return '2030-02-01T12:00:00.000Z';
	const step = STEPS.findIndex((one) => name === `${one}_at` || (one === 'delivered' && name === 'delivery_eta'));
	return `2030-01-0${Math.max(step, 0) + 1}T12:00:00.000Z`;
}

/** What fields look like whose schema says little, by their name; that of the field `name` says whose it is. */
const BY_NAME: Array<[name: RegExp, text: string, count?: number]> = [
	[/first_name$/, 'Nathan'],
	[/last_name$/, 'Smith'],
	[/from_name$/, 'Ann from Acme'],
	[/email$/, 'nathan@example.com'],
	[/(link|url)$/, 'https://www.example.com/gifts/123e4567'],
	[/^(amount|price)_processing_fee$/, '', 160],
	[/^(amount_shipping|price_shipping|shipping_price)$/, '', 600],
	[/^published_price$/, '', 3800],
	[/pre_tax/, '', 3960],
	[/^price_est_tax_low$/, '', 0],
	[/^price_est_tax_high$/, '', 396],
	[/total_low$/, '', 3960],
	[/total_high$/, '', 4356],
	[/^amount_total$|^est_total/, '', 4277],
	[/^free_shipping/, '', 7500],
	[/^price_min$/, '', 1000],
	[/^price_max$/, '', 10_000],
	[/^(amount|price|balance)/, '', 3200],
	[/^cardholder_name$/, 'Nathan Smith'],
	[/^batch_name$/, 'Welcome gifts'],
	[/^(brand_name|Brand\w* name)$/, 'Amber Bakery'],
	[/^\w*PaymentMethod name$/, 'Visa 4242'],
	[/^(workspace_name|Workspace name)$/, 'People Team'],
	[/^title$/, 'Coffee Break'],
	[/^CollectionCategory name$/, 'Favorites'],
	[/^Variant name$/, 'Dark Chocolate'],
	[/name$/, 'Butter Cookie Tin'],
	[/^id$/, 'pm_1'],
	[/^brand_values$/, 'Women-owned'],
	[/_exp_month$/, '', 12],
	[/_exp_year$/, '', 2030],
	[/last_4$/, '4242'],
	[/card_brand$/, 'visa'],
	[/occasions/, 'Birthday'],
	[/restricted_states|^state$/, 'CA'],
	[/^tracking_carrier$/, 'UPS'],
	[/^tracking_number$/, '1Z999AA10123456784'],
	[/width|height/, '', 600],
	[/reference_id$/, 'deal-4711'],
];

const schemas = document.components.schemas as Record<string, Schema>;

const mayBeNull = ({ type, anyOf = [] }: Schema): boolean => [type].flat().includes('null') || anyOf.some(mayBeNull);

/** The fields of an object. Where the contract does not say what must be there, it is the ID. */
const fieldsOf = ({ properties = {}, required = [] }: Schema, form: Form) =>
	Object.entries(properties).filter(([key]) => form !== 'required' || [...required, 'id'].includes(key));

/** A value of a schema of docs/openapi.yaml. */
function sampleOf(schema: Schema, form: Form, name = '', owner = ''): unknown {
	if (mayBeNull(schema) && isEmpty(name, form)) return null;
	if (schema.$ref) {
		const referred = schema.$ref.split('/').pop() as string;
		return sampleOf(schemas[referred] as Schema, form, name, referred);
	}
	// What is done: a complete order batch has its orders.
	if (schema.enum) return ['complete', form].find((one) => schema.enum?.includes(one)) ?? schema.enum[0];
	if (schema.examples) return schema.examples[0];
	if (schema.properties) {
		const nameOf = (key: string) => (key === 'name' ? `${owner} name` : key);
		const fields = fieldsOf(schema, form).map(([key, field]) => [key, sampleOf(field, form, nameOf(key))]);
		return Object.fromEntries(fields) as object;
	}
	if (schema.anyOf) return sampleOf(schema.anyOf[0] as Schema, form, name);
	const [, text = 'text', count = 1] = BY_NAME.find(([pattern]) => pattern.test(name)) ?? [];
	const [type = ''] = [schema.type].flat();
	if (type === 'array') return [sampleOf(schema.items as Schema, form, name)];
	if (schema.format === 'uuid') return ID;
	if (schema.format === 'date-time') return timeOf(name);
	return { integer: count, number: count, boolean: true, object: {} }[type] ?? text;
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
			const operation = operationAt(method, path);
			const $ref = operation && responsePointer(operation);
			const sample = {
				...($ref && (sampleOf({ $ref }, service.form) as object)),
				...(path.endsWith('/cancel') && { status: 'canceled' }),
			};
			const [status, body] = service.respond?.(method, path) ?? [$ref ? 200 : 404, sample];
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
