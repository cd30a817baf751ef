import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { document, isOptional, queryParameters } from '../../../dev/mock-service/openapi/document';
import { byId } from '../../support/actionNode';
import { ID, neededIds, operations, parametersOf } from '../../support/operationParameters';
import { operationAt } from '../../support/operations';
import { useSampleService } from '../../support/sampleService';

const SENTENCE = 'The warehouse is closed today';
const CHANGE = 'Change it in your gifting account.';
const LOOK = 'Look in your gifting account.';

/** What operations say of a service without their endpoint, and what they advise. The others work with every service. */
const UNSUPPORTED: Record<string, [message: string, advice: string]> = {
	'card/getAll': ['This service cannot list cards', LOOK],
	'collection/get': ['This service has no gift collections', LOOK],
	'collection/getAll': ['This service has no gift collections', LOOK],
	'order/cancel': ['This service does not let API keys cancel orders', 'Cancel the gift in your gifting account.'],
	'order/updateExpiration': ['This service does not let API keys change when orders expire', CHANGE],
	'orderActivity/getAll': ['This service cannot list order activities', LOOK],
	'orderBatch/getAll': ['This service cannot list the order batches of an account', LOOK],
	'orderBatch/getPrice': ['This service does not provide prices', 'Order Batch: Create works without it.'],
	'paymentMethod/getAll': ['This service cannot list payment methods', LOOK],
	'workspace/getAll': ['This service cannot list workspaces', LOOK],
};

/** What makes two input items two requests. */
const CREATIONS: Record<string, IDataObject> = {
	'orderBatch/create': {
		recipients: { recipient: [{ firstName: '={{ $json.name }}' }] },
		additionalFields: { customerReferenceId: '={{ $json.deal }}' },
	},
	'orderBatch/getPrice': {
		cartItems: { item: [{ product: byId(ID), quantity: '={{ $json.quantity }}', variablePrice: 3200 }] },
	},
};

const { service, run } = useSampleService();

const byKey = Object.fromEntries(operations);

async function expectRefusal(running: ReturnType<typeof run>, error: object): Promise<void> {
	expect((await running).error).toMatchObject(error);
	expect(service.requests).toEqual([]);
}

describe.each(operations)('the operation %s', (key, operation) => {
	/** Refuses the first request, apart from those that an order batch begins with. */
	const refuseFirst = () => {
		let refused = false;
		service.respond = (method, path) => {
			if (refused || (CREATIONS[key] && (method === 'GET' || path.startsWith('/v1/products/')))) return undefined;
			refused = true;
			return [422, { error: SENTENCE }];
		};
	};

	test("fails with the service's own sentence, what to do, the HTTP status and the item", async () => {
		refuseFirst();
		const { status, error } = await run(key, operation);

		const { method, path } = service.requests.at(-1)!;
		const context = { itemIndex: 0, correct: 'the input' };
		expect(status).toBe('error');
		expect(error).toMatchObject({ name: 'NodeApiError', message: SENTENCE, httpCode: '422', context });
		expect(error?.description).toMatch(new RegExp(`\\(${method} ${path}.*, HTTP status 422\\)`));
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'reports only the failed item with %s',
		async (onError) => {
			refuseFirst();
			const items = [
				{ name: 'Ann', deal: 'deal-1', quantity: 1 },
				{ name: 'Ben', deal: 'deal-4711', quantity: 2 },
			];
			const { status, outputs } = await run(key, operation, CREATIONS[key], { items, node: { onError } });

			const [first = [], second = []] = outputs;
			const isApart = onError === 'continueErrorOutput';
			const [failed, others] = isApart ? [second, first] : [first.slice(0, 1), first.slice(1)];
			expect(status).toBe('success');
			expect(failed).toMatchObject([{ json: { error: SENTENCE }, pairedItem: { item: 0 } }]);
			expect(others.length).toBeGreaterThan(0);
			for (const { json, pairedItem } of others) {
				expect(json).not.toHaveProperty('error');
				expect(pairedItem).toEqual({ item: 1 });
			}
		},
	);

	test('refuses fields that n8n drops since they are one expression or text, and says where', async () => {
		for (const { name, displayName } of operation.fields.filter(({ type }) => type === 'collection')) {
			const context = { problems: [{ kind: 'droppedFields', field: displayName }] };
			for (const given of ['={{ ({}) }}', '={{ { "limit": 1 } }}', '{ "limit": 1 }']) {
				await expectRefusal(run(key, operation, { [name]: given }), { context });
			}
		}
	});

	test('asks for nothing that the contract does not have', async () => {
		await run(key, operation);
		const paging = key.endsWith('/getAll') ? ['page', 'per_page'] : [];
		for (const { method, path, query } of service.requests) {
			const known = queryParameters(operationAt(method, path)!.operation).map(({ name }) => name);
			expect([...paging, ...known]).toEqual(expect.arrayContaining(Object.keys(query)));
		}
	});

	test('works with a service that keeps only the contract, or says what to do instead', async () => {
		service.respond = (method, path) => {
			const offered = operationAt(method, path)?.operation;
			return offered && !isOptional(offered) ? undefined : [404, { error: 'Not found' }];
		};

		const { error } = await run(key, operation);

		const [message, advice] = UNSUPPORTED[key] ?? [];
		expect(error?.message).toBe(message);
		expect(error?.description).toEqual(advice && expect.stringContaining(advice));
	});
});

/** The others need one of two fields, of which the contract requires neither: unit/api/responses tests them. */
const sparse = operations.filter(([key]) => !['account/get', 'orderBatch/getPrice'].includes(key));

describe.each(sparse)('the operation %s reads responses', (key, operation) => {
	test.each(['required', 'null'] as const)('that have no more than the contract needs: %s', async (form) => {
		service.form = form;
		for (const simplify of [true, false]) {
			const { status, error } = await run(key, operation, { simplify });
			expect([error?.message, status]).toEqual([undefined, 'success']);
		}
	});
});

/** Those that return what they get: the products of Get Many come in their brands. */
const simplifying = operations.filter(
	([key, { fields }]) => key !== 'product/getAll' && fields.some(({ name }) => name === 'simplify'),
);

test.each(simplifying)('the operation %s returns the whole response when Simplify is off', async (key, operation) => {
	const { json } = await run(key, operation, { simplify: false });
	const { data, ...whole } = service.requests.at(-1)!.body as IDataObject;
	expect(json).toMatchObject((data as object[] | undefined) ?? [whole]);
});

test.each(simplifying)('%s changes nothing if what it should return cannot be read', async (key, operation) => {
	const { error } = await run(key, operation, { simplify: '={{ $("Nobody").item.json.all }}' });
	expect(error?.message).toBe("Referenced node doesn't exist");
	expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

const withIds = operations.filter(([, operation]) => neededIds(operation).length > 0);

test.each(withIds)('%s takes an ID as plain text, and refuses a wrong one or none', async (key, operation) => {
	const parameters = parametersOf(key, operation, '={{ $json.id }}');
	const [{ displayName } = { displayName: '' }] = neededIds(operation);
	for (const [id, problem] of [
		['../me', { kind: 'invalid', mustBe: `a UUID such as ${ID}`, value: 'the text "../me"' }],
		['', { kind: 'missing', neededBy: 'expression' }],
	] as const) {
		const refused = run(key, operation, parameters, { items: [{ id }] });
		const problems = [{ field: displayName, ...problem }];
		await expectRefusal(refused, { name: 'NodeOperationError', context: { itemIndex: 0, problems } });
	}
	await expect(run(key, operation, parametersOf(key, operation, ''))).rejects.toThrow(/has issues/);
	expect(service.requests).toEqual([]);

	const asText = Object.fromEntries(neededIds(operation).map(({ name }) => [name, ID]));
	expect((await run(key, operation, asText)).error).toBeUndefined();
});

const withLimit = operations.filter(([, { fields }]) => fields.some(({ name }) => name === 'limit'));

const ofOneList = withLimit.filter(([key]) => key !== 'product/getAll');

test.each(ofOneList)('%s asks for no more entries than Limit, by default 50', async (key, operation) => {
	for (const given of [{ limit: 7 }, {}, { returnAll: true }]) await run(key, operation, given);
	expect(service.requests.map(({ query }) => query.per_page)).toEqual(['7', '50', '100']);
});

const [START, END] = ['2026-11-01T00:00:00', '2026-11-30T23:59:59'];
const [FROM, TO] = ['2026-11-01T00:00:00.000-04:00', '2026-11-30T23:59:59.000-05:00'];

test.each<[string, IDataObject, query: object]>([
	['brand/getAll', { countryCode: ' de ' }, { country_code: 'DE' }],
	['brand/getAll', { countryCode: '={{ $json.country }}' }, {}],
	['product/getAll', { countryCode: 'CA' }, { country_code: 'CA' }],
	['collection/getAll', { published: true }, { published: 'true' }],
	['collection/getAll', { published: false }, { published: 'false' }],
	['orderActivity/getAll', { statuses: ['opened', 'delivered'] }, { statuses: 'opened,delivered' }],
	['orderActivity/getAll', { after: START, before: END }, { after: FROM, before: TO }],
	[
		'order/getAll',
		{ createdAfter: START, createdBefore: END },
		{ 'created_at[after]': FROM, 'created_at[before]': TO },
	],
])('%s asks for what matches %j, in the time zone of the workflow', async (key, filters, query) => {
	await run(key, byKey[key]!, { from: 'account', filters }, { timezone: 'America/New_York' });
	const [{ page: _page, per_page: _size, ...asked }, ...others] = service.requests.map((one) => one.query) as [
		IDataObject,
	];
	expect([asked, others]).toEqual([query, []]);
});

const mustBe = `one of ${[...document.components.schemas.OrderStatus!.enum!].sort().join(', ')}`;

test.each<[string, IDataObject, object]>([
	['product/getAll', { filters: { priceMin: 20, priceMax: 10 } }, { kind: 'fromAboveTo' }],
	[
		'order/getAll',
		{ filters: { status: '={{ "opened,lost" }}' } },
		{ kind: 'invalid', mustBe, value: 'the text "lost"' },
	],
	['orderBatch/waitForCompletion', { options: { maxWaitSeconds: '={{ "" }}' } }, { kind: 'missing' }],
	['orderBatch/waitForCompletion', { options: { pollIntervalSeconds: '={{ 0 }}' } }, { kind: 'invalid' }],
	['order/updateExpiration', { expiresAt: '2020-01-01' }, { kind: 'past', value: '2020-01-01T00:00:00.000+02:00' }],
	['order/updateExpiration', { expiresAt: '={{ null }}' }, { kind: 'missing', field: 'Expires At' }],
	['order/updateExpiration', { expiresAt: '={{ Interval.after($now, 1) }}' }, { kind: 'invalid', value: 'an object' }],
	['order/updateExpiration', { expiresAt: '2031-04-25' }, { kind: 'skippedTime' }],
])('%s refuses %j before anything is sent', async (key, more, problem) => {
	await expectRefusal(run(key, byKey[key]!, more, { timezone: 'Africa/Cairo' }), { context: { problems: [problem] } });
});

const ofOrders = operations.filter(([, { fields }]) => JSON.stringify(fields).includes('addCustomerReferenceId'));

test.each(ofOrders)('%s adds the reference of the order batch to each order', async (key, operation) => {
	for (const simplify of [true, false]) {
		const { json } = await run(key, operation, { simplify, options: { addCustomerReferenceId: true } });
		const [item] = json;
		expect({ ...item, ...(item?.order as object) }).toMatchObject({ customer_reference_id: 'deal-4711' });
	}
});

describe.each([
	['Limit', 'limit', 2.5, { mustBe: 'a whole number of at least 1', value: 'the number 2.5' }],
	['Return All', 'returnAll', 'true', { mustBe: 'true or false', value: 'the text "true"' }],
] as const)('a %s that lists too little or too much', (field, name, given, problem) => {
	test.each(withLimit)('is refused by %s before anything is sent', async (key, operation) => {
		const refused = run(key, operation, { [name]: '={{ $json.given }}' }, { items: [{ given }] });
		const problems = [{ kind: 'invalid', field, ...problem }];
		await expectRefusal(refused, { name: 'NodeOperationError', context: { problems } });
	});
});

/** The filters of all operations. Those that may be empty, or any text, are tested with their operation. */
const filters = operations.flatMap(([key, operation]) =>
	operation.fields
		.filter(({ name }) => name === 'filters')
		.flatMap(({ options }) => options as INodeProperties[])
		.filter(({ name, type }) => name !== 'search' && type !== 'hidden')
		.map((filter) => [key, filter.displayName, operation, filter] as const),
);

test.each(filters)('%s refuses its filter %s before anything is sent where it is empty or wrong', async (...of) => {
	const [key, label, operation, { name, type, displayOptions }] = of;
	const [from] = displayOptions?.show?.['/from'] ?? [];
	for (const value of name === 'countryCode' ? ['={{ ({}) }}'] : ['={{ $json.nothing }}', '={{ ({}) }}']) {
		const given = { [name]: type === 'resourceLocator' ? byId(value) : value };
		const message = expect.stringContaining(`"${label}" `) as string;
		const refused = run(key, operation, { filters: given, ...(from && { from }) });
		await expectRefusal(refused, { name: 'NodeOperationError', message });
	}
});
