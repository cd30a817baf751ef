import { randomUUID } from 'node:crypto';
import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { completed, event, newSecret, signed as signedDelivery } from '../../../../dev/harness/webhookDeliveries';
import type { EventKind, FaultEffect } from '../../../../dev/mock-service';
import { GiftOrderBatchTrigger } from '../../../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { eventOptions } from '../../../../nodes/GiftOrderBatch/triggers/webhook/payload';
import { ProcessedEvents } from '../../../../nodes/GiftOrderBatch/triggers/processedEvents';
import { actionNode } from '../../../support/actionNode';
import { DAY_MS } from '../../../support/durations';
import { passTime, useStoppedClock } from '../../../support/fakeDate';
import { deliver, newNode, recordIn } from '../../../support/triggers';

const SECRET = newSecret();

const node = actionNode({ webhookDelivery: { hold: true } });

useStoppedClock();

const signed = (webhookSigningSecret = SECRET, apiKey?: string) => ({
	credentials: node.credentials(apiKey, { webhookSigningSecret }),
});

/** A delivery as the service signs it. */
const sign = (body: unknown, secret = SECRET) => signedDelivery(body, { secret });

/** The delivery of an event of a new order batch, as the service signs it. */
const ofNewBatch = async (secret?: string) => sign(completed(await node.createBatch(1)), secret);

/** What is expected of a delivery that starts nothing, and is not recorded; or whose event was recorded before. */
const nothing = (statusCode: number) => ({ statusCode, items: undefined, record: {} });
const NOTHING_NEW = { statusCode: 200, items: undefined };
const STARTED = { statusCode: 200, items: [expect.anything()] };

describe('a delivery to the webhook trigger', () => {
	test('starts the workflow with the batch as the service has it, its main fields or everything, and not as the delivery says', async () => {
		const id = await node.createBatch(3);
		const forged = { ...completed(id), data: { id, send_status: 'complete', from_name: 'Mallory' } };
		for (const more of [{}, { simplify: false }]) {
			const { statusCode, items } = await deliver(more, { ...signed(), ...newNode() }, sign(forged));
			const item = { id, event: 'order_batch.completed', from_name: 'Ann from Acme', orders_count: 3 };
			expect([statusCode, items]).toMatchObject([200, [item]]);
			expect('cart' in items![0]!).toBe('simplify' in more);
		}
	});

	test('starts the workflow with one item for each order when the output is Orders, with their reference if wanted', async () => {
		const id = await node.createBatch(120, { customer_reference_id: 'deal-4711' });
		node.service.setBatchState(id, 'complete');
		const read = async (more: IDataObject) => {
			node.service.requests.length = 0;
			const parameters = { options: { output: 'orders', ...more } };
			const { items } = await deliver(parameters, { ...signed(), ...newNode() }, sign(completed(id)));
			expect(items).toHaveLength(120);
			return { last: items?.[119], requests: node.service.requests.length };
		};

		const { last, requests } = await read({});
		expect(last).toMatchObject({ order_batch_id: id, recipient_first_name: 'Recipient 120' });
		expect(last).not.toHaveProperty('customer_reference_id');
		const withReference = { ...last, customer_reference_id: 'deal-4711', event_id: expect.any(String) as string };
		expect(await read({ addCustomerReferenceId: true })).toEqual({ last: withReference, requests });
	});

	test.each([
		['checks its signature', SECRET],
		['has no signing secret', ''],
	])('makes n8n read and decrypt one credential once when the trigger %s', async (_what, secret) => {
		const { giftOrderBatchAutomationApi: credential } = signed(secret).credentials;
		let reads = 0;
		const get = () => ++reads && credential;
		const credentials = Object.defineProperty(signed().credentials, 'giftOrderBatchAutomationApi', { get });
		expect((await deliver({}, { credentials }, await ofNewBatch())).items).toHaveLength(1);
		expect(reads).toBe(1);
	});

	test('starts nothing when it is no JSON, or is signed with another secret, and asks the service nothing', async () => {
		expect(await deliver({}, signed(), sign('{"event_type":'))).toMatchObject(nothing(400));
		expect(await deliver({}, signed(), await ofNewBatch(newSecret()))).toMatchObject(nothing(401));
		expect(node.service.requests).toEqual([]);
	});

	const fails = (effect: FaultEffect) => () => {
		node.service.addFault({ effect, times: 1 });
		return signed();
	};
	const responds = (status: number, body?: string) => fails({ kind: 'response', status, body });
	test.each<[string, () => ReturnType<typeof signed>]>([
		['the service refused the key that has been changed since', () => signed(SECRET, 'old')],
		['the credential had no usable address', () => ({ credentials: node.credentials('', { baseUrl: 'none' }) })],
		['the signing secret was not usable', () => signed('whsec_short')],
		['the service was down', responds(503)],
		['the service dropped the connection', fails({ kind: 'drop' })],
		['the service refused the key', responds(401)],
		['the service forbade it for a while', responds(403)],
		['the service gave no JSON', fails({ kind: 'garbage' })],
		['a gateway found nothing', responds(404, '<html><body><h1>404 Not Found</h1></body></html>')],
	])('is asked for again after %s, and then starts the workflow', async (_what, before) => {
		const request = await ofNewBatch();
		const id = randomUUID();
		const sameCredential = { node: { credentials: { giftOrderBatchAutomationApi: { id, name: id } } } };
		expect(await deliver({}, { ...before(), ...sameCredential }, request)).toMatchObject(nothing(503));
		expect((await deliver({}, { ...signed(), ...sameCredential }, request)).items).toHaveLength(1);
	});

	test('starts the workflow once when it comes again, with static data of an earlier time, or of a process that started the node under another name', async () => {
		const bodies = [completed(await node.createBatch(1)), completed(await node.createBatch(1))];
		const options = { ...signed(), ...newNode() };
		const stored: IDataObject[] = [{}];
		for (const body of bodies) {
			const first = await deliver({}, { ...options, staticData: stored.at(-1) }, sign(body));
			expect(first.items).toHaveLength(1);
			expect(await deliver({}, options, sign(body))).toMatchObject(NOTHING_NEW);
			stored.push(first.stored);
			passTime(DAY_MS);
		}

		const process = new GiftOrderBatchTrigger();
		for (const [index, body] of bodies.entries()) {
			const renamed = { ...options, node: { ...options.node, name: 'Renamed' }, staticData: stored[index + 1] };
			const result = await deliver({}, renamed, sign(body), process);
			expect(result).toMatchObject({ ...NOTHING_NEW, hasChanged: false });
		}
	});

	test.each([
		['asks all copies that come at once to come again when the batch cannot be read', 500, 503, 0],
		['starts the workflow once when several copies come at once', 200, 200, 1],
	])('%s', async (_what, status, lowest, starts) => {
		const request = await ofNewBatch();
		node.service.addFault({ effect: { kind: 'latency', ms: 50 } });
		if (status !== 200) node.service.addFault({ effect: { kind: 'response', status } });
		const trigger = new GiftOrderBatchTrigger();
		const results = await Promise.all(Array.from({ length: 3 }, () => deliver({}, signed(), request, trigger)));

		expect(Math.min(...results.map(({ statusCode }) => statusCode))).toBe(lowest);
		expect(results.filter(({ items }) => items)).toHaveLength(starts);
	});

	test('stores with the last of several deliveries at once what all triggers of the workflow got, since n8n writes the whole', async () => {
		const nodes = ['first', 'first', 'second'].map((id) => ({ node: { id: `${id}-of-two` } }));
		const ids = await Promise.all(nodes.map(async () => await node.createBatch(1)));
		let last: IDataObject = {};
		await Promise.all(
			nodes.map(async (of, index) => {
				last = (await deliver({}, { ...signed(), ...of }, sign(completed(ids[index]!)))).stored;
			}),
		);

		const processed = nodes.map((of) => new ProcessedEvents().load(recordIn(last, of.node.id).processed));
		expect(processed.map((of, index) => of.has(`order_batch.completed ${ids[index]}`))).toEqual([true, true, true]);
	});

	test("leaves nothing of n8n's response in memory once the execution is stored", async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const trigger = new GiftOrderBatchTrigger();
		const responses: Array<WeakRef<object>> = [];
		const { webhook } = trigger;
		trigger.webhook = async function (this: IWebhookFunctions) {
			responses.push(new WeakRef(this.getResponseObject()));
			return await webhook.call(this);
		};
		for (let count = 0; count < 3; count++) {
			expect((await deliver({}, signed(), await ofNewBatch(), trigger)).items).toHaveLength(1);
		}

		await nextTask();
		collectGarbage();
		expect(responses.map((response) => response.deref())).toEqual([undefined, undefined, undefined]);
	});

	test('starts its workflow also for what has started a copy of the workflow', async () => {
		const [first, second, third] = [await ofNewBatch(), await ofNewBatch(), await ofNewBatch()];
		const options = { ...signed(), ...newNode() };
		const receive = async (request: typeof first, workflowId: string, staticData?: IDataObject) =>
			await deliver({}, { ...options, workflowId, staticData }, request);

		await receive(first, 'original');
		const { stored } = await receive(second, 'copy');
		await receive(third, 'copy', stored);
		expect((await receive(second, 'original')).items).toHaveLength(1);
	});

	test('shows its batch in a test run as often as it comes, and records nothing', async () => {
		const request = await ofNewBatch();
		for (let run = 0; run < 2; run++) {
			const { items, record } = await deliver({}, { ...signed(), mode: 'manual' }, request);
			expect([items?.length, record]).toEqual([1, {}]);
		}
	});
});

test.each([
	['starts nothing more when it comes again, also after the execution was stored', true, NOTHING_NEW, 2],
	['starts the workflow when it comes again after n8n could not store it', false, STARTED, 3],
])('An event whose execution n8n is storing is asked for again, and %s.', async (_what, canStore, third, reads) => {
	const request = await ofNewBatch();
	const trigger = new GiftOrderBatchTrigger();
	const storeExecution = async () => {
		await deliver({}, signed(), await ofNewBatch(), trigger);
		expect(await deliver({}, signed(), request, trigger)).toMatchObject(nothing(503));
		return canStore;
	};
	const first = await deliver({}, { ...signed(), storeExecution }, request, trigger);

	expect(first).toMatchObject(canStore ? STARTED : { statusCode: 500, record: {} });
	expect(await deliver({}, signed(), request, trigger)).toMatchObject(third);
	expect(node.service.requests).toHaveLength(reads);
});

describe('the ten kinds of events', () => {
	const KINDS = eventOptions.map(({ value }) => value as EventKind);
	const ALL = { events: KINDS };
	const options = () => ({ ...signed(), ...newNode() });

	/** One event of each kind, of one batch with two orders. */
	async function events() {
		const { service } = node;
		service.addWebhook({ url: 'http://localhost/', secret: SECRET });
		const [first = '', second = ''] = await node.createOrders(2);
		service.changeOrder(first, { status: 'delivered' });
		service.changeOrder(first, { thankYouNote: 'Thank you!' });
		service.changeOrder(first, { refunded: true });
		service.changeOrder(second, { status: 'canceled' });
		return [...new Map(service.deliveries.map((delivery) => [delivery.eventType, delivery])).values()];
	}

	test('start the workflow with the batch or the order as the service has it, and with the event, unless they were not chosen', async () => {
		const all = await events();
		expect(all.map(({ eventType }) => eventType).sort()).toEqual([...KINDS].sort());
		for (const { eventType, eventId, orderId, orderBatchId, body } of all) {
			const delivery = signedDelivery(body, { secret: SECRET, id: eventId });
			node.service.requests.length = 0;
			const others = { events: KINDS.filter((kind) => kind !== eventType) };
			expect(await deliver(others, options(), delivery)).toMatchObject(nothing(200));
			expect(node.service.requests).toEqual([]);

			const { items } = await deliver(ALL, options(), delivery);
			expect(items).toMatchObject([{ event: eventType, event_id: eventId, id: orderId ?? orderBatchId }]);
			expect('shipments' in items![0]!).toBe(orderId !== null);
			expect(node.service.requests).toHaveLength(1);
		}
	});

	test('start the workflow before the orders of a batch exist when it was created, but not when it is to be complete', async () => {
		const id = await node.createBatch(11);
		const delivered = async (kind: EventKind) => await deliver(ALL, options(), sign(event(kind, id)));
		expect(await delivered('order_batch.created')).toMatchObject({ items: [{ id, send_status: 'pending' }] });
		expect(await delivered('order_batch.completed')).toMatchObject(nothing(503));
	});

	test('start nothing without a signing secret, but for the one that the order batch itself proves', async () => {
		for (const { eventType, body, orderBatchId } of await events()) {
			const isProved = eventType === 'order_batch.completed';
			const started = { statusCode: 200, items: [{ event: eventType, event_id: `${eventType} ${orderBatchId}` }] };
			const result = await deliver(ALL, { ...signed('  '), ...newNode() }, sign(body));
			expect(result).toMatchObject(isProved ? started : nothing(401));
		}
	});

	test('are answered 200 and start nothing when the key cannot read their object, which is logged, or they have no ID', async () => {
		for (const kind of KINDS) {
			const unreadable = await deliver(ALL, options(), sign(event(kind, randomUUID())));
			expect(unreadable).toMatchObject({ ...NOTHING_NEW, warnings: [expect.stringContaining('ignores an event')] });
			expect(unreadable.warnings.join()).not.toContain(node.service.keys.automation);
			const withoutId = await deliver(ALL, options(), sign(event(kind, '')));
			expect(withoutId).toMatchObject({ ...NOTHING_NEW, warnings: [] });
		}
	});
});
