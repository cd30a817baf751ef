import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { GiftOrderBatchTrigger } from '../../../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { createBatch } from '../../../../dev/harness/batches';
import { plainServer } from '../../../../dev/harness/plainServer';
import { newSecret } from '../../../../dev/harness/webhookDeliveries';
import { startService, type FaultRule, type RunningService } from '../../../../dev/mock-service';
import { deliver, recordIn, webhookHooks } from '../../../support/triggers';

let service: RunningService;

beforeAll(async () => {
	service = await startService({ processingDelayMs: 3_600_000, webhookDelivery: { hold: true } });
});
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const credentials = (apiKey = service.keys.automation, baseUrl = service.baseUrl) => ({
	giftOrderBatchAutomationApi: { environment: 'custom', baseUrl, apiKey },
});
const options = (more: object = {}) => ({ credentials: credentials(), node: { id: 'first' }, ...more });

const COMPLETED: IDataObject = { authentication: 'automationApi', events: ['order_batch.completed'] };
const SHIPPED: IDataObject = { authentication: 'automationApi', events: ['order.shipped', 'order.delivered'] };

const registered = () => service.webhooks().map(({ url, events }) => ({ url: url.split('?')[0], events }));
const tokens = () => service.webhooks().map(({ url }) => new URL(url).searchParams.get('token') ?? '');
const requests = () => service.requests.map(({ method, path }) => `${method} ${path.replace(/ep_.*/, ':id')}`);
const sent = (token: string | undefined, id: string) => ({
	query: { ...(token !== undefined && { token }) },
	body: JSON.stringify({ event_type: 'order_batch.completed', id: randomUUID(), data: { id } }),
});

const PRODUCTION = { url: 'http://localhost:5678/webhook/webhook-id/webhook', events: ['order_batch.completed'] };
const TEST = { ...PRODUCTION, url: 'http://localhost:5678/webhook-test/webhook-id/webhook' };

/** Another key of the same organization. */
const otherKey = () => credentials(service.keys.commerce);

describe('publishing a workflow with the webhook trigger', () => {
	test('registers its address for the chosen events, and unpublishing deletes it', async () => {
		const hooks = webhookHooks(COMPLETED, options());
		await hooks.publish();
		expect(registered()).toEqual([PRODUCTION]);
		expect(tokens()[0]).toMatch(/^[\w-]{43}\.[\w-]{43}$/);

		expect(recordIn(await hooks.unpublish(), 'first')).toEqual({ registrations: {} });
		expect(service.webhooks()).toEqual([]);
		expect(hooks.warnings).toEqual([]);
	});

	test('stores neither the token nor the key', async () => {
		const stored = JSON.stringify(await webhookHooks(COMPLETED, options()).publish());
		expect(stored).toContain(service.webhooks()[0]?.id);
		expect(stored).not.toContain(tokens()[0]);
		expect(
			tokens()[0]
				?.split('.')
				.some((part) => stored.includes(part)),
		).toBe(false);
		expect(stored).not.toContain(service.keys.automation);
	});

	test.each<[string, () => [IDataObject, object]]>([
		['other events', () => [SHIPPED, {}]],
		['another key', () => [COMPLETED, { credentials: otherKey() }]],
		['another address of n8n', () => [COMPLETED, { address: 'http://n8n.local/' }]],
		['no change', () => [COMPLETED, {}]],
	])('again with %s replaces what was registered, the new one first', async (_name, changed) => {
		const [parameters, more] = changed();
		const staticData = await webhookHooks(COMPLETED, options()).publish();
		const [old] = service.webhooks();
		service.requests.length = 0;

		await webhookHooks(parameters, options({ staticData, ...more })).publish();

		expect(requests()).toEqual(['POST /v1/webhooks', 'DELETE /v1/webhooks/:id']);
		expect(service.webhooks()).toHaveLength(1);
		expect(service.webhooks()[0]).toMatchObject({ events: parameters.events });
		expect(service.webhooks()[0]?.id).not.toBe(old?.id);
	});

	test('registers it anew when an execution has stored an old registration again', async () => {
		const hooks = webhookHooks(COMPLETED, options());
		const published = await hooks.publish();
		await hooks.unpublish();

		await webhookHooks(COMPLETED, options({ staticData: published })).publish();

		expect(registered()).toEqual([PRODUCTION]);
	});

	test('registers nothing with a manual registration, and deletes an automatic one', async () => {
		const manual = { ...COMPLETED, registration: 'manual' };
		await webhookHooks(manual, options()).publish();
		expect(service.requests).toEqual([]);

		const staticData = await webhookHooks(COMPLETED, options()).publish();
		await webhookHooks(manual, options({ staticData })).publish();
		expect(service.webhooks()).toEqual([]);
	});

	test('registers each of two triggers, and unpublishing deletes each', async () => {
		const second = { node: { id: 'second', webhookId: 'second-webhook' } };
		const first = await webhookHooks(COMPLETED, options()).publish();
		const both = await webhookHooks(SHIPPED, options({ staticData: first, ...second })).publish();
		expect(registered()).toEqual([
			PRODUCTION,
			{ url: 'http://localhost:5678/webhook/second-webhook/webhook', events: SHIPPED.events },
		]);

		const left = await webhookHooks(COMPLETED, options({ staticData: both })).unpublish();
		expect(registered()).toHaveLength(1);
		await webhookHooks(SHIPPED, options({ staticData: left, ...second })).unpublish();
		expect(service.webhooks()).toEqual([]);
	});

	test('leaves the webhook of the workflow alone that it was copied from, with its static data, into another n8n', async () => {
		const staticData = await webhookHooks(COMPLETED, options()).publish();
		const copy = options({ staticData, instanceId: 'other n8n', address: 'http://n8n.local/' });
		await webhookHooks(COMPLETED, copy).publish();
		expect(registered()).toEqual([
			PRODUCTION,
			{ ...PRODUCTION, url: PRODUCTION.url.replace('localhost:5678', 'n8n.local') },
		]);
		await webhookHooks(COMPLETED, copy).unpublish();
		expect(registered()).toContainEqual(PRODUCTION);
	});

	test('and its failure because of another trigger leaves nothing at the service, although n8n 1.x stores nothing', async () => {
		const trigger = new GiftOrderBatchTrigger();
		await webhookHooks(COMPLETED, options(), trigger).publish();
		await webhookHooks(COMPLETED, options(), trigger).unpublish();
		expect(service.webhooks()).toEqual([]);
	});
});

describe('when n8n 1.x starts, the webhook of a published workflow', () => {
	test('is left as it is', async () => {
		const staticData = await webhookHooks(COMPLETED, options()).publish();
		service.requests.length = 0;
		await webhookHooks(COMPLETED, options({ staticData })).start();
		expect(service.requests).toEqual([]);
	});

	test.each<[string, () => [IDataObject, object]]>([
		['events', () => [SHIPPED, {}]],
		['key', () => [COMPLETED, { credentials: otherKey() }]],
		['address of n8n', () => [COMPLETED, { address: 'http://n8n.local/' }]],
	])('is replaced if the %s changed', async (_name, changed) => {
		const [parameters, more] = changed();
		const staticData = await webhookHooks(COMPLETED, options()).publish();
		const [old] = service.webhooks();
		await webhookHooks(parameters, options({ staticData, ...more })).start();
		expect(service.webhooks()).toHaveLength(1);
		expect(service.webhooks()[0]?.id).not.toBe(old?.id);
	});

	test('is registered if there is none', async () => {
		await webhookHooks(COMPLETED, options()).start();
		expect(registered()).toEqual([PRODUCTION]);
	});
});

describe('a test run in the editor', () => {
	test('registers another address, deletes it, and leaves the published one alone', async () => {
		const trigger = new GiftOrderBatchTrigger();
		const staticData = await webhookHooks(COMPLETED, options(), trigger).publish();
		const run = webhookHooks(COMPLETED, options({ staticData, isTest: true }), trigger);

		await run.publish();
		expect(registered()).toEqual([PRODUCTION, TEST]);
		await run.unpublish();
		expect(registered()).toEqual([PRODUCTION]);
	});

	test('leaves the published one alone when its own cannot be registered', async () => {
		const staticData = await webhookHooks(COMPLETED, options()).publish();
		service.addFault({ match: { method: 'POST' }, effect: { kind: 'response', status: 500 } });
		const run = webhookHooks(COMPLETED, options({ staticData, isTest: true }));
		await expect(run.publish()).rejects.toThrow(/could not be registered/);
		await run.unpublish();
		expect(registered()).toEqual([PRODUCTION]);
	});

	test('keeps its webhook while the workflow is published', async () => {
		const trigger = new GiftOrderBatchTrigger();
		await webhookHooks(COMPLETED, options({ isTest: true }), trigger).publish();
		await webhookHooks(COMPLETED, options(), trigger).publish();
		expect(registered()).toEqual([TEST, PRODUCTION]);
	});
});

describe('unpublishing', () => {
	test('deletes a webhook that was registered under an earlier host name of n8n', async () => {
		const staticData = await webhookHooks(COMPLETED, options()).publish();
		await webhookHooks(COMPLETED, options({ staticData, address: 'http://n8n.local/' })).unpublish();
		expect(service.webhooks()).toEqual([]);
	});

	test('deletes a webhook that is no longer in the static data', async () => {
		const trigger = new GiftOrderBatchTrigger();
		await webhookHooks(COMPLETED, options(), trigger).publish();
		await webhookHooks(COMPLETED, options({ staticData: {} }), trigger).unpublish();
		expect(service.webhooks()).toEqual([]);
	});

	test.each<[string, FaultRule['effect']]>([
		['fails', { kind: 'response', status: 500 }],
		['drops the connection', { kind: 'drop' }],
		['refuses the key', { kind: 'response', status: 401 }],
	])('goes on when the service %s, and logs what to delete by hand', async (_name, effect) => {
		const hooks = webhookHooks(COMPLETED, options());
		await hooks.publish();
		const [webhook] = service.webhooks();
		service.addFault({ match: { method: 'DELETE' }, effect });

		expect(recordIn(await hooks.unpublish(), 'first')).toEqual({ registrations: {} });

		expect(hooks.warnings).toEqual([expect.stringContaining(`the webhook ${webhook?.id} could not be deleted`)]);
		expect(hooks.warnings.join()).not.toContain(service.keys.automation);
	});

	test('logs nothing when the webhook is gone already', async () => {
		const hooks = webhookHooks(COMPLETED, options());
		await hooks.publish();
		service.clearWebhooks();
		await hooks.unpublish();
		expect(hooks.warnings).toEqual([]);
	});

	test('logs what to delete by hand when the key is now of an account that does not know the webhook', async () => {
		const staticData = await webhookHooks(COMPLETED, options()).publish();
		const other = await startService();
		const hooks = webhookHooks(
			COMPLETED,
			options({ staticData, credentials: credentials(other.keys.automation, other.baseUrl) }),
		);
		await hooks.unpublish();
		await other.close();
		expect(hooks.warnings).toEqual([
			expect.stringMatching(/could not be deleted .* Delete it in your gifting account/),
		]);
	});
});

describe('publishing fails with a sentence that says what to do', () => {
	const failure = async (parameters: IDataObject, more: object = {}) => {
		const error: unknown = await webhookHooks(parameters, options(more))
			.publish()
			.then(
				() => undefined,
				(thrown: unknown) => thrown,
			);
		const all = inspect(error, { depth: 10, showHidden: true });
		expect(all).not.toContain(service.keys.automation);
		expect(all).not.toMatch(/[\w-]{43}\.[\w-]{43}/);
		return (error as Error).message;
	};

	test('when the key is not that of an admin', async () => {
		expect(await failure(COMPLETED, { credentials: credentials(service.keys.automationMember) })).toBe(
			'The service refused to register the webhook: Unauthorized. You must be an admin to manage webhooks. Use the API key of an admin of your organization, or set "Registration" to Manual and add the webhook in your gifting account.',
		);
	});

	test('when the service does not offer registration', async () => {
		service.setInterfaceOnly(true);
		expect(await failure(COMPLETED)).toBe(
			'This service does not let a key register webhooks. Set "Registration" to Manual and add the webhook where the service lets you. Or use the polling trigger.',
		);
	});

	test.each(['http://localhost:5678/', 'http://192.168.1.7/', 'http://n8n:5678/', 'n8n.example.com/'])(
		'when n8n has the address %s, which a public service cannot reach',
		async (address) => {
			const automation = { giftOrderBatchAutomationApi: { environment: 'production', apiKey: 'key' } };
			expect(await failure(COMPLETED, { address, credentials: automation })).toMatch(
				/^The service cannot reach this n8n at .*\. Give n8n a public address with its setting WEBHOOK_URL, .* Manual/,
			);
			expect(service.requests).toEqual([]);
		},
	);

	test('when the service is down', async () => {
		service.addFault({ effect: { kind: 'response', status: 503 } });
		expect(await failure(COMPLETED)).toMatch(/^The webhook could not be registered: .*\. .*again/);
	});

	test.each<[string, FaultRule['effect']]>([
		['its response is lost', { kind: 'drop', afterCommit: true }],
		['its response cannot be understood', { kind: 'malformed', form: 'truncated' }],
		['the service has a problem', { kind: 'response', status: 500, afterCommit: true }],
	])('and that the webhook may exist when %s', async (_name, effect) => {
		service.addFault({ effect });
		expect(await failure(COMPLETED)).toContain(
			'The webhook may have been registered all the same: look for it in your gifting account, and delete it.',
		);
		expect(registered()).toEqual([PRODUCTION]);
	});

	test('and not that the webhook may exist when the service refused it', async () => {
		service.addFault({ effect: { kind: 'response', status: 422, body: { error: 'The address is not allowed' } } });
		expect(await failure(COMPLETED)).not.toContain('may have been');
	});

	test('when the signing secret that a manual registration needs cannot be one', async () => {
		const { giftOrderBatchAutomationApi: credential } = credentials();
		const giftOrderBatchAutomationApi = { ...credential, webhookSigningSecret: 'hunter2' };
		const more = { credentials: { giftOrderBatchAutomationApi } };
		expect(await failure({ ...COMPLETED, registration: 'manual' }, more)).toBe(
			'Credential: "Webhook Signing Secret" must begin with whsec_.',
		);
		await webhookHooks(COMPLETED, options(more)).publish();
		expect(registered()).toEqual([PRODUCTION]);
	});

	test('when no event is chosen', async () => {
		expect(await failure({ ...COMPLETED, events: [] })).toBe('"Events" is empty. Choose at least one event.');
		expect(service.requests).toEqual([]);
	});

	test('without the token when the service repeats the address in its response', async () => {
		const echoing = await plainServer(async (request, response) => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const { url } = JSON.parse(String(Buffer.concat(chunks))) as { url: string };
			response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: `${url} is bad` }));
		});
		const message = await failure(COMPLETED, { credentials: credentials('key', echoing.baseUrl) });
		await echoing.close();
		expect(message).toContain('*****');
	});
});

describe('a delivery to a registered address', () => {
	let staticData: IDataObject;
	let token: string;
	let id: string;

	beforeEach(async () => {
		staticData = await webhookHooks(COMPLETED, options()).publish();
		[token] = tokens() as [string];
		id = await createBatch(service, 1);
	});

	const automatic = { ...COMPLETED, registration: 'automatic' };
	const post = async (given: string | undefined, more: object = {}, trigger = new GiftOrderBatchTrigger()) =>
		await deliver(automatic, options({ staticData, ...more }), sent(given, id), trigger);

	test('starts the workflow when it carries the token', async () => {
		expect((await post(token)).items).toHaveLength(1);
	});

	test.each<[string, (token: string) => string | undefined]>([
		['no token', () => undefined],
		['an empty token', () => ''],
		['half of the token', (whole) => whole.split('.')[0]],
		['the token and more', (whole) => `${whole}x`],
		['only a dot', () => '.'],
	])('starts nothing when it carries %s', async (_name, change) => {
		expect(await post(change(token))).toMatchObject({ statusCode: 401, items: undefined, record: expect.any(Object) });
	});

	test('starts the workflow although the credential has the signing secret of another webhook', async () => {
		const { giftOrderBatchAutomationApi: credential } = credentials();
		const giftOrderBatchAutomationApi = { ...credential, webhookSigningSecret: newSecret() };
		const { statusCode, items } = await post(token, { credentials: { giftOrderBatchAutomationApi } });
		expect([statusCode, items]).toEqual([200, [expect.objectContaining({ id })]]);
	});

	test('starts nothing when it carries the token of another trigger', async () => {
		expect(await post(token, { staticData: {}, node: { id: 'other' } })).toMatchObject({ statusCode: 401 });
	});

	test('starts the workflow when n8n has not stored the registration yet, or an execution has undone it', async () => {
		expect((await post(token, { staticData: {} })).items).toHaveLength(1);
	});

	test('starts the workflow with the token of an earlier registration until the key is changed', async () => {
		const published = await webhookHooks(COMPLETED, options({ staticData })).publish();
		expect(tokens()).not.toContain(token);
		expect((await post(token, { staticData: published })).items).toHaveLength(1);

		const changed = await webhookHooks(COMPLETED, options({ staticData, credentials: otherKey() })).publish();
		expect(await post(token, { staticData: changed, credentials: otherKey() })).toMatchObject({ statusCode: 401 });
	});

	test('starts the workflow after the key was changed', async () => {
		const [key, member] = [service.keys.automation, service.keys.automationMember];
		id = await createBatch(service, 1);
		staticData = await webhookHooks(COMPLETED, options({ credentials: otherKey() })).publish();
		expect((await post(tokens().at(-1), { credentials: credentials(key) })).items).toHaveLength(1);
		expect((await post(token, { credentials: credentials(member) })).statusCode).toBe(401);
	});

	test('stores the registration again where it was undone', async () => {
		const trigger = new GiftOrderBatchTrigger();
		const published = recordIn(await webhookHooks(COMPLETED, options(), trigger).publish(), 'first');
		const { record } = await post(tokens().at(-1), { staticData: {} }, trigger);
		expect(record).toEqual({ ...published, processed: expect.any(Object) });
	});
});
