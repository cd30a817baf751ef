import { createHash, randomBytes, randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';

import { GiftOrderBatchTrigger } from '../../../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { ProcessedEvents } from '../../../../nodes/GiftOrderBatch/triggers/processedEvents';
import { startService, type RunningService } from '../../../../dev/mock-service';
import { createBatch } from '../../../../dev/harness/batches';
import { deliver, recordIn, type DeliveryResult } from '../../../support/triggers';

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;

let service: RunningService;

beforeAll(async () => {
	service = await startService({ processingDelayMs: 3_600_000 });
});
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const api = (apiKey = service.keys.automation, webhookSigningSecret = '') => ({
	giftOrderBatchAutomationApi: { environment: 'custom', baseUrl: service.baseUrl, apiKey, webhookSigningSecret },
});
const signed = (secret = SECRET) => ({ credentials: api(service.keys.automation, secret) });

/** The same credentials under an ID that no other delivery has used. */
const underNewId = (options: ReturnType<typeof signed>) => {
	const id = randomUUID();
	const names = Object.keys(options.credentials);
	return { ...options, node: { credentials: Object.fromEntries(names.map((name) => [name, { id, name }])) } };
};

const PARAMETERS: IDataObject = { authentication: 'automationApi' };

const event = (orderBatchId: unknown, kind = 'order_batch.completed') =>
	JSON.stringify({ event_type: kind, id: randomUUID(), data: { id: orderBatchId } });

/** A delivery as the service signs it. */
function sign(body: string, secret = SECRET, at = new Date()) {
	const id = `msg_${randomUUID()}`;
	return {
		body,
		headers: {
			'svix-id': id,
			'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
			'svix-signature': new Webhook(secret).sign(id, at, body),
		},
	};
}

describe('a delivery to the webhook trigger', () => {
	test('starts the workflow with the batch as the service has it, and not as the delivery says', async () => {
		const id = await createBatch(service, 3);
		const body = JSON.stringify({
			event_type: 'order_batch.completed',
			id: 'evt',
			data: { id, send_status: 'complete', from_name: 'Mallory' },
		});
		const { statusCode, items } = await deliver(PARAMETERS, signed(), sign(body));
		expect(statusCode).toBe(200);
		expect(items).toEqual([expect.objectContaining({ id, from_name: 'Ann from Acme', orders_count: 3 })]);
	});

	test('starts the workflow with one item for each order when the output is Orders', async () => {
		const id = await createBatch(service, 120);
		service.setBatchState(id, 'complete');
		const { items } = await deliver({ ...PARAMETERS, options: { output: 'orders' } }, signed(), sign(event(id)));
		expect(items).toHaveLength(120);
		expect(items?.[119]).toMatchObject({ order_batch_id: id, recipient_first_name: 'Recipient 120' });
	});

	test('starts the workflow with the main fields, or with everything when Simplify is off', async () => {
		const batch = await createBatch(service, 1);
		const response = await fetch(`${service.baseUrl}/v1/order_batches/${batch}/orders`, {
			headers: { authorization: `Bearer ${service.keys.automation}` },
		});
		const { data } = (await response.json()) as { data: [{ id: string }] };
		const order = data[0].id;
		const receive = async (id: string, kind: string, simplify?: boolean) => {
			const parameters = { ...PARAMETERS, events: [kind], ...(simplify !== undefined && { simplify }) };
			const options = { ...signed(), node: { id: randomUUID() } };
			const { items } = await deliver(parameters, options, sign(event(id, kind)));
			return items?.[0];
		};
		for (const [id, kind, kept] of [
			[batch, 'order_batch.completed', 'send_status'],
			[order, 'order.created', 'shipments'],
		] as const) {
			const simple = await receive(id, kind);
			expect(simple).toMatchObject({ id, event: kind, [kept]: expect.anything() });
			expect(simple).not.toHaveProperty('cart');
			expect(await receive(id, kind, false)).toMatchObject({ id, event: kind, cart: expect.anything() });
		}
	});

	test('adds the reference of the order batch to each order, and reads the order batch once for all events', async () => {
		const batch = await createBatch(service, 2, { customer_reference_id: 'deal-4711' });
		const response = await fetch(`${service.baseUrl}/v1/order_batches/${batch}/orders`, {
			headers: { authorization: `Bearer ${service.keys.automation}` },
		});
		const { data } = (await response.json()) as { data: Array<{ id: string }> };
		const trigger = new GiftOrderBatchTrigger();
		const parameters = { ...PARAMETERS, events: ['order.gift_opened'], options: { addCustomerReferenceId: true } };
		const delivered = [];
		for (const { id } of data) {
			delivered.push(await deliver(parameters, signed(), sign(event(id, 'order.gift_opened')), trigger));
		}

		expect(delivered.flatMap(({ items }) => items ?? [])).toMatchObject(
			data.map(({ id }) => ({ id, customer_reference_id: 'deal-4711' })),
		);
		expect(service.requests.filter(({ path }) => path === `/v1/order_batches/${batch}`)).toHaveLength(1);
	});

	test('adds the reference to all orders of a batch without a request more', async () => {
		const id = await createBatch(service, 3, { customer_reference_id: 'deal-4711' });
		const reads = async (options: IDataObject) => {
			const before = service.requests.length;
			const { items } = await deliver(
				{ ...PARAMETERS, options: { output: 'orders', ...options } },
				{ ...signed(), node: { id: randomUUID() } },
				sign(event(id)),
			);
			return [items?.map((item) => item.customer_reference_id), service.requests.length - before];
		};

		const [without, requests] = await reads({});
		expect(without).toEqual([undefined, undefined, undefined]);
		expect(await reads({ addCustomerReferenceId: true })).toEqual([['deal-4711', 'deal-4711', 'deal-4711'], requests]);
	});

	test.each(['', '  ', undefined])(
		'is accepted without a signature when the signing secret of the credential is %p',
		async (secret) => {
			const id = await createBatch(service, 1);
			const { items } = await deliver(PARAMETERS, { credentials: api(undefined, secret) }, { body: event(id) });
			expect(items).toHaveLength(1);
		},
	);

	test('is accepted with a signature of each of two signing secrets', async () => {
		const other = `whsec_${randomBytes(24).toString('base64')}`;
		for (const secret of [SECRET, other]) {
			const request = sign(event(await createBatch(service, 1)), secret);
			expect((await deliver(PARAMETERS, signed(`${SECRET} ${other}`), request)).items).toHaveLength(1);
		}
	});

	test.each<[string, () => ReturnType<typeof signed>]>([
		['checks its signature', () => signed()],
		['has no signing secret', () => ({ credentials: api() })],
	])('makes n8n read and decrypt one credential once when the trigger %s', async (_what, optionsOf) => {
		const request = sign(event(await createBatch(service, 1)));
		let reads = 0;
		const { giftOrderBatchAutomationApi } = optionsOf().credentials;
		const credentials = Object.defineProperty(api(), 'giftOrderBatchAutomationApi', {
			get: () => ++reads && giftOrderBatchAutomationApi,
		});

		expect((await deliver(PARAMETERS, { credentials }, request)).items).toHaveLength(1);

		expect(reads).toBe(1);
	});

	test.each<[string, () => Parameters<typeof deliver>[2] | Promise<Parameters<typeof deliver>[2]>, number]>([
		['has no signature', async () => ({ body: event(await createBatch(service, 1)) }), 401],
		[
			'is signed with another secret',
			async () => sign(event(await createBatch(service, 1)), `whsec_${randomBytes(24).toString('base64')}`),
			401,
		],
		['is late', async () => sign(event(await createBatch(service, 1)), SECRET, new Date(Date.now() - 600_000)), 401],
		['is of another kind', async () => sign(event(await createBatch(service, 1), 'order.shipped')), 200],
		['names no batch', () => sign(event(undefined)), 200],
		['names a batch that the service does not know', () => sign(event(randomUUID())), 200],
		['names a batch that is not complete yet', async () => sign(event(await createBatch(service, 11))), 503],
		['has an empty body', () => sign(''), 400],
		['is not JSON', () => sign('{"event_type":'), 400],
		['is too large', () => sign(`"${'x'.repeat(1024 * 1024)}"`), 413],
	])('starts nothing when it %s', async (_name, makeRequest, statusCode) => {
		const result = await deliver(PARAMETERS, signed(), await makeRequest());
		expect(result).toMatchObject({ statusCode, items: undefined, record: {} });
	});

	test('asks the service nothing when its signature is wrong', async () => {
		await deliver(PARAMETERS, signed(), { body: event(randomUUID()) });
		expect(service.requests).toEqual([]);
	});

	test('is checked with a signing secret that was changed a moment ago', async () => {
		const [first, second] = [await createBatch(service, 1), await createBatch(service, 1)];
		const changed = `whsec_${randomBytes(24).toString('base64')}`;
		expect((await deliver(PARAMETERS, signed(), sign(event(first)))).statusCode).toBe(200);

		const { statusCode } = await deliver(PARAMETERS, signed(changed), sign(event(second), changed));

		expect(statusCode).toBe(200);
	});

	test('is refused with a signing secret that was replaced a moment ago', async () => {
		const [first, second] = [await createBatch(service, 1), await createBatch(service, 1)];
		const replacement = `whsec_${randomBytes(24).toString('base64')}`;
		expect((await deliver(PARAMETERS, signed(), sign(event(first)))).statusCode).toBe(200);

		const { statusCode, items } = await deliver(PARAMETERS, signed(replacement), sign(event(second)));

		expect([statusCode, items]).toEqual([401, undefined]);
	});

	test('reads its batch with a key that was changed after the service had refused the old one', async () => {
		const id = await createBatch(service, 1);
		const options = underNewId(signed());
		const old = { ...options, credentials: api('old', SECRET) };
		const wrong = await deliver(PARAMETERS, old, sign(event(id)));
		const right = await deliver(PARAMETERS, options, sign(event(id)));

		expect([wrong.statusCode, right.statusCode]).toEqual([503, 200]);
	});

	test('is turned away for another try while the signing secret is not usable', async () => {
		const { statusCode, items } = await deliver(
			PARAMETERS,
			underNewId(signed('whsec_short')),
			sign(event(await createBatch(service, 1))),
		);
		expect([statusCode, items]).toEqual([503, undefined]);
	});

	test.each([
		['is down', { kind: 'response', status: 503 } as const],
		['drops the connection', { kind: 'drop' } as const],
		['refuses the key', { kind: 'response', status: 401 } as const],
		['forbids it for now', { kind: 'response', status: 403 } as const],
		['answers garbage', { kind: 'garbage' } as const],
	])('is asked for again when the service %s, and then starts the workflow', async (_name, effect) => {
		const id = await createBatch(service, 1);
		const request = sign(event(id));
		service.addFault({ effect, times: 1 });
		const first = await deliver(PARAMETERS, signed(), request);
		expect(first).toMatchObject({ statusCode: 503, items: undefined, record: {} });
		expect((await deliver(PARAMETERS, signed(), request)).items).toHaveLength(1);
	});

	test('starts the workflow once when it comes again, also under another name and after a restart with the stored static data', async () => {
		const id = await createBatch(service, 1);
		const request = sign(event(id));
		const node = { id: 'node-of-repeats' };
		const { stored, items } = await deliver(PARAMETERS, { ...signed(), node }, request);
		expect(items).toHaveLength(1);
		expect(await deliver(PARAMETERS, { ...signed(), node }, request)).toMatchObject({
			statusCode: 200,
			items: undefined,
		});

		const restarted = { ...signed(), node: { ...node, name: 'Renamed' }, staticData: stored };
		expect(await deliver(PARAMETERS, restarted, request, new GiftOrderBatchTrigger())).toMatchObject({
			statusCode: 200,
			items: undefined,
		});
	});

	test('starts the workflow once when ten copies come at once', async () => {
		const id = await createBatch(service, 1);
		service.addFault({ effect: { kind: 'latency', ms: 50 } });
		const request = sign(event(id));
		const results = await Promise.all(Array.from({ length: 10 }, () => deliver(PARAMETERS, signed(), request)));
		expect(results.filter(({ items }) => items)).toHaveLength(1);
		expect(results.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
	});

	test('asks all copies that come at once to come again when the batch cannot be read', async () => {
		const id = await createBatch(service, 1);
		service.addFault({ effect: { kind: 'latency', ms: 50 } });
		service.addFault({ effect: { kind: 'response', status: 500 } });
		const results = await Promise.all(Array.from({ length: 3 }, () => deliver(PARAMETERS, signed(), sign(event(id)))));
		expect(results.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
	});

	test('stores the events of all deliveries that come at once, since n8n may write them in any order', async () => {
		const ids = await Promise.all(Array.from({ length: 5 }, () => createBatch(service, 1)));
		const node = { id: 'node-of-several' };
		const results = await Promise.all(ids.map((id) => deliver(PARAMETERS, { ...signed(), node }, sign(event(id)))));
		const recorded = ({ record }: DeliveryResult) => new ProcessedEvents().load(record.processed);
		expect(results.every((result) => ids.every((id) => recorded(result).has(`order_batch.completed ${id}`)))).toBe(
			true,
		);
	});

	test('stores what another trigger of the workflow gets at the same time', async () => {
		const ids = await Promise.all([createBatch(service, 1), createBatch(service, 1)]);
		const nodes = [{ id: 'first-of-two' }, { id: 'second-of-two' }];
		const results = await Promise.all(
			nodes.map((node, index) => deliver(PARAMETERS, { ...signed(), node }, sign(event(ids[index])))),
		);
		for (const { stored } of results) {
			nodes.forEach(({ id }, index) => {
				const processed = new ProcessedEvents().load(recordIn(stored, id).processed);
				expect(processed.has(`order_batch.completed ${ids[index]}`)).toBe(true);
			});
		}
	});

	test('is answered before a slow service responds, and the next attempt starts the workflow with what was read', async () => {
		const id = await createBatch(service, 1);
		const trigger = new GiftOrderBatchTrigger({ responseTimeoutMs: 1 });
		service.addFault({ effect: { kind: 'latency', ms: 300 }, times: 1 });
		const request = { body: event(id) };
		const late = await deliver(PARAMETERS, { credentials: api() }, request, trigger);
		expect(late).toMatchObject({ statusCode: 503, items: undefined, record: {} });

		let next: DeliveryResult;
		do next = await deliver(PARAMETERS, { credentials: api() }, request, trigger);
		while (next.statusCode === 503);

		expect(next).toMatchObject({ statusCode: 200, items: [{ id }] });
		expect(service.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
	});

	test('shows its batch in a test run as often as it comes, and records nothing', async () => {
		const id = await createBatch(service, 1);
		for (let run = 0; run < 2; run++) {
			const result = await deliver(PARAMETERS, { ...signed(), mode: 'manual' }, sign(event(id)));
			expect(result).toMatchObject({ items: [{ id }], record: {} });
		}
	});
});

describe('an event whose execution n8n could not start', () => {
	const node = () => ({ node: { id: randomUUID() } });
	const trigger = () => new GiftOrderBatchTrigger({ startTimeoutMs: 0 });

	/** Lets another event of the process start its workflow. */
	async function runOther(inProcess: GiftOrderBatchTrigger) {
		const other = await createBatch(service, 1);
		const { begin } = await deliver(PARAMETERS, { ...signed(), ...node() }, sign(event(other)), inProcess);
		await begin();
	}

	test('starts the workflow when it comes again', async () => {
		const inProcess = trigger();
		await runOther(inProcess);
		const options = { ...signed(), ...node() };
		const request = sign(event(await createBatch(service, 1)));
		const { stored } = await deliver(PARAMETERS, options, request, inProcess);

		const again = await deliver(PARAMETERS, { ...options, staticData: stored }, request, inProcess);

		expect(again.items).toHaveLength(1);
	});

	test('starts nothing more once its execution has begun', async () => {
		const inProcess = trigger();
		const options = { ...signed(), ...node() };
		const request = sign(event(await createBatch(service, 1)));
		const { stored, begin } = await deliver(PARAMETERS, options, request, inProcess);
		await begin();

		for (const staticData of [stored, {}]) {
			const again = await deliver(PARAMETERS, { ...options, staticData }, request, inProcess);
			expect(again).toMatchObject({ statusCode: 200, items: undefined });
		}
	});

	test('is not distinguished from others in queue mode, where executions begin in other processes, and starts nothing more', async () => {
		const inProcess = trigger();
		const options = { ...signed(), ...node() };
		const request = sign(event(await createBatch(service, 1)));
		const { stored } = await deliver(PARAMETERS, options, request, inProcess);

		for (const staticData of [stored, {}]) {
			const again = await deliver(PARAMETERS, { ...options, staticData }, request, inProcess);
			expect(again).toMatchObject({ statusCode: 200, items: undefined });
		}
	});

	test('is held back while n8n may still start it', async () => {
		const inProcess = new GiftOrderBatchTrigger();
		await runOther(inProcess);
		const options = { ...signed(), ...node() };
		const request = sign(event(await createBatch(service, 1)));
		await deliver(PARAMETERS, options, request, inProcess);

		const again = await deliver(PARAMETERS, options, request, inProcess);

		expect(again).toMatchObject({ statusCode: 200, items: undefined });
	});
});

describe('the ten kinds of events', () => {
	const BATCH_KINDS = ['order_batch.created', 'order_batch.completed'];
	const ORDER_KINDS = [
		'order.created',
		'order.gift_opened',
		'order.gift_accepted',
		'order.thank_you_note_added',
		'order.shipped',
		'order.delivered',
		'order.canceled',
		'order.refunded',
	];
	const KINDS = [...BATCH_KINDS, ...ORDER_KINDS];
	let sending: RunningService;

	beforeAll(async () => {
		sending = await startService({ webhookDelivery: { hold: true } });
	});
	beforeEach(() => sending.reset());
	afterAll(async () => await sending.close());

	const options = () => ({
		credentials: {
			giftOrderBatchAutomationApi: {
				environment: 'custom',
				baseUrl: sending.baseUrl,
				apiKey: sending.keys.automation,
			},
		},
		node: { id: randomUUID() },
	});

	/** One event of each kind, of one batch with two orders. */
	async function events() {
		sending.addWebhook({ url: 'http://localhost/', secret: SECRET });
		await createBatch(sending, 2);
		const created = sending.deliveries.filter(({ eventType }) => eventType === 'order.created');
		const [first, second] = created.map(({ orderId }) => orderId!) as [string, string];
		sending.changeOrder(first, { status: 'delivered' });
		sending.changeOrder(first, { thankYouNote: 'Thank you!' });
		sending.changeOrder(first, { refunded: true });
		sending.changeOrder(second, { status: 'canceled' });
		return [...new Map(sending.deliveries.map((delivery) => [delivery.eventType, delivery])).values()];
	}

	test('start the workflow with the batch or the order as the service has it, and with the event', async () => {
		const all = await events();
		expect(all.map(({ eventType }) => eventType).sort()).toEqual([...KINDS].sort());
		for (const { eventType, eventId, orderId, orderBatchId, body } of all) {
			const { items } = await deliver({ ...PARAMETERS, events: KINDS }, options(), { body });
			expect(items).toEqual([
				expect.objectContaining({ event: eventType, event_id: eventId, id: orderId ?? orderBatchId }),
			]);
			expect('shipments' in items![0]!).toBe(orderId !== null);
		}
	});

	test('start nothing when they were not chosen, and ask the service nothing', async () => {
		for (const { eventType, body } of await events()) {
			sending.requests.length = 0;
			const others = KINDS.filter((kind) => kind !== eventType);
			const result = await deliver({ ...PARAMETERS, events: others }, options(), { body });
			expect(result).toMatchObject({ statusCode: 200, items: undefined, record: {} });
			expect(sending.requests).toEqual([]);
		}
	});

	test.each(KINDS)('%s is answered 200, ignored and logged when the key cannot read its object', async (kind) => {
		const { statusCode, items, warnings } = await deliver({ ...PARAMETERS, events: [kind] }, options(), {
			body: event(randomUUID(), kind),
		});
		expect([statusCode, items]).toEqual([200, undefined]);
		expect(warnings).toEqual([expect.stringContaining('ignores an event')]);
		expect(warnings.join()).not.toContain(sending.keys.automation);
	});

	test.each(KINDS)('%s is answered 200 and starts nothing when it is a test without an ID', async (kind) => {
		const { statusCode, items } = await deliver({ ...PARAMETERS, events: KINDS }, options(), {
			body: event(undefined, kind),
		});
		expect([statusCode, items]).toEqual([200, undefined]);
	});

	test('start the workflow once when each comes three times, shuffled and at once, over restarts', async () => {
		const all = await events();
		const node = options();
		const place = (text: string) => createHash('sha256').update(text).digest('hex');
		const attempts = [1, 2, 3]
			.flatMap((attempt) => all.map(({ body, eventType }) => ({ body, place: place(`${eventType} ${attempt}`) })))
			.sort((a, b) => a.place.localeCompare(b.place));
		const started: unknown[] = [];
		let staticData: IDataObject = {};
		let stored: IDataObject = {};
		for (const part of [attempts.slice(0, 10), attempts.slice(10, 20), attempts.slice(20)]) {
			const restarted = new GiftOrderBatchTrigger();
			const results = await Promise.all(
				part.map(async ({ body }) => {
					const result = await deliver(
						{ ...PARAMETERS, events: KINDS },
						{ ...node, staticData: structuredClone(staticData) },
						{ body },
						restarted,
					);
					// n8n stores the static data of each delivery as soon as it is decided, the whole over what was there.
					if (Object.keys(result.record).length > 0) stored = result.stored;
					return result;
				}),
			);
			expect(results.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
			started.push(...results.flatMap(({ items }) => items ?? []).map((item) => item.event));
			staticData = stored;
		}
		expect(started.sort()).toEqual([...KINDS].sort());
	});
});
