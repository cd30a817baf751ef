import { json } from 'node:stream/consumers';
import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { deadAddress, plainServer } from '../../../../dev/harness/plainServer';
import { completed, newSecret } from '../../../../dev/harness/webhookDeliveries';
import { startService, type FaultRule } from '../../../../dev/mock-service';
import { GiftOrderBatchTrigger } from '../../../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { actionNode, credentialFor } from '../../../support/actionNode';
import { deliver, recordIn, webhookHooks } from '../../../support/triggers';

const node = actionNode({ webhookDelivery: { hold: true } });

/** The credential of another key of the same organization, or of another service. */
const credentials = (apiKey = node.service.keys.automation, baseUrl = node.service.baseUrl, more: object = {}) => {
	const credential: ReturnType<typeof credentialFor> = { ...credentialFor(baseUrl, apiKey), ...more };
	return { credentials: { giftOrderBatchAutomationApi: credential } };
};
const otherKey = () => credentials(node.service.keys.commerce);
const withSecret = (webhookSigningSecret: string) => credentials(undefined, undefined, { webhookSigningSecret });

const options = (more: object = {}) => ({ ...credentials(), node: { id: 'first' }, ...more });

const COMPLETED: IDataObject = { events: ['order_batch.completed'] };
const SHIPPED: IDataObject = { events: ['order.shipped', 'order.delivered'] };
const MANUAL = { ...COMPLETED, registration: 'manual' };

const hooks = (more: object = {}, parameters = COMPLETED, trigger?: GiftOrderBatchTrigger) =>
	webhookHooks(parameters, options(more), trigger);

const webhooks = () => node.service.webhooks();
const registered = () => webhooks().map(({ url, events }) => ({ url: url.split('?')[0], events }));
const tokens = () => webhooks().map(({ url }) => new URL(url).searchParams.get('token') ?? '');
const requests = () => node.service.requests.map(({ method, path }) => `${method} ${path.replace(/ep_.*/, ':id')}`);

const PRODUCTION = { url: 'http://localhost:5678/webhook/webhook-id/webhook', events: ['order_batch.completed'] };
const TEST = { ...PRODUCTION, url: 'http://localhost:5678/webhook-test/webhook-id/webhook' };
const ELSEWHERE = { address: 'http://n8n.local/' };
const AT_ELSEWHERE = { ...PRODUCTION, url: PRODUCTION.url.replace('localhost:5678', 'n8n.local') };

/** What may have changed when a workflow is published again. */
const CHANGES: Array<[string, () => [IDataObject, object]]> = [
	['events', () => [SHIPPED, {}]],
	['key', () => [COMPLETED, otherKey()]],
	['address of n8n', () => [COMPLETED, ELSEWHERE]],
];

describe('publishing a workflow with the webhook trigger', () => {
	test('registers its address for the chosen events, stores neither token nor key, and unpublishing deletes it', async () => {
		const published = hooks();
		const stored = JSON.stringify(await published.publish());
		expect(registered()).toEqual([PRODUCTION]);
		const [token = ''] = tokens();
		expect(token).toMatch(/^[\w-]{52}\.[\w-]{43}$/);
		expect(stored).toContain(webhooks()[0]?.id);
		for (const secret of [...token.split('.'), node.service.keys.automation]) expect(stored).not.toContain(secret);

		expect(recordIn(await published.unpublish(), 'first')).toEqual({ registrations: {} });
		expect(webhooks()).toEqual([]);
		expect(published.warnings).toEqual([]);
	});

	test('registers nothing with a manual registration, and deletes an automatic one', async () => {
		await hooks({}, MANUAL).publish();
		expect(node.service.requests).toEqual([]);

		const staticData = await hooks().publish();
		await hooks({ staticData }, MANUAL).publish();
		expect(webhooks()).toEqual([]);
	});

	test('leaves the webhook of the workflow alone that it was copied from, with its static data, into another n8n', async () => {
		const staticData = await hooks().publish();
		const copy = hooks({ staticData, instanceId: 'other n8n', ...ELSEWHERE });
		await copy.publish();
		expect(registered()).toEqual([PRODUCTION, AT_ELSEWHERE]);
		await copy.unpublish();
		expect(registered()).toContainEqual(PRODUCTION);
	});
});

describe.each([
	['when it is published again', 'publish'],
	['when n8n 1.x starts', 'start'],
] as const)('the webhook of a published workflow, %s,', (_when, way) => {
	const changes: typeof CHANGES = way === 'publish' ? [...CHANGES, ['nothing', () => [COMPLETED, {}]]] : CHANGES;

	test.each(changes)('is replaced after a change of %s, by the new one first', async (_name, changed) => {
		const [parameters, more] = changed();
		const staticData = await hooks().publish();
		const [old] = webhooks();
		node.service.requests.length = 0;
		const stored = await hooks({ staticData, ...more }, parameters)[way]();

		expect(requests()).toEqual(['POST /v1/webhooks', 'DELETE /v1/webhooks/:id']);
		expect(webhooks()).toMatchObject([{ events: parameters.events }]);
		const [{ id } = {}] = webhooks();
		expect(id).not.toBe(old?.id);
		expect(Object.keys(recordIn(stored, 'first').registrations ?? {})).toEqual([id]);
	});
});

test('When n8n 1.x starts, a webhook is left as it is where nothing has changed, and registered if there is none.', async () => {
	const staticData = await hooks().publish();
	node.service.requests.length = 0;
	await hooks({ staticData }).start();
	expect(node.service.requests).toEqual([]);

	node.service.clearWebhooks();
	await hooks().start();
	expect(registered()).toEqual([PRODUCTION]);
	// Its credential has no signing secret.
	await hooks({}, { ...SHIPPED, registration: 'manual' }).start();
	expect(registered()).toEqual([PRODUCTION]);
});

describe('a test run in the editor', () => {
	test.each<[string, boolean]>([
		['', false],
		[', also after a restart of n8n', true],
	])('registers another address, deletes it, and leaves the published one alone%s', async (_when, isRestarted) => {
		const trigger = new GiftOrderBatchTrigger();
		const staticData = await hooks({}, COMPLETED, trigger).publish();
		const run = hooks({ staticData, isTest: true }, COMPLETED, isRestarted ? undefined : trigger);

		await run.publish();
		expect(registered()).toEqual([PRODUCTION, TEST]);
		const afterRun = await run.unpublish();
		expect(registered()).toEqual([PRODUCTION]);
		await hooks({ staticData: afterRun }).unpublish();
		expect(registered()).toEqual([]);
	});

	test('replaces the webhook of a test run that did not end', async () => {
		const staticData = await hooks({ isTest: true }).publish();
		await hooks({ staticData, isTest: true }).publish();
		expect(registered()).toEqual([TEST]);
	});

	test('leaves the published one alone when its own cannot be registered', async () => {
		const staticData = await hooks().publish();
		node.service.addFault({ match: { method: 'POST' }, effect: { kind: 'response', status: 500 } });
		const run = hooks({ staticData, isTest: true });
		await expect(run.publish()).rejects.toThrow(/could not be registered/);
		await run.unpublish();
		expect(registered()).toEqual([PRODUCTION]);
	});

	test('keeps its webhook while the workflow is published', async () => {
		const trigger = new GiftOrderBatchTrigger();
		await hooks({ isTest: true }, COMPLETED, trigger).publish();
		await hooks({}, COMPLETED, trigger).publish();
		expect(registered()).toEqual([TEST, PRODUCTION]);
	});
});

describe('unpublishing', () => {
	test('deletes a webhook that was registered under an earlier host name, or is no longer in the static data', async () => {
		const staticData = await hooks().publish();
		await hooks({ staticData, ...ELSEWHERE }).unpublish();
		expect(webhooks()).toEqual([]);

		// As after a publication that failed because of another trigger: n8n 1.x stores nothing then.
		const trigger = new GiftOrderBatchTrigger();
		await hooks({}, COMPLETED, trigger).publish();
		await hooks({ staticData: {} }, COMPLETED, trigger).unpublish();
		expect(webhooks()).toEqual([]);
	});

	test.each<[string, FaultRule['effect']]>([
		['fails', { kind: 'response', status: 500 }],
		['drops the connection', { kind: 'drop' }],
		['refuses the key', { kind: 'response', status: 401 }],
	])('goes on when the service %s, and logs what to delete by hand', async (_name, effect) => {
		const published = hooks();
		await published.publish();
		const [webhook] = webhooks();
		node.service.addFault({ match: { method: 'DELETE' }, effect });

		expect(recordIn(await published.unpublish(), 'first')).toEqual({ registrations: {} });

		expect(published.warnings).toEqual([expect.stringContaining(`the webhook ${webhook?.id} could not be deleted`)]);
		expect(published.warnings.join()).not.toContain(node.service.keys.automation);
	});

	test('logs nothing when the webhook is gone already, unless the key is of an account that does not know it', async () => {
		const published = hooks();
		const staticData = await published.publish();
		const other = await startService();
		const elsewhere = hooks({ staticData, ...credentials(other.keys.automation, other.baseUrl) });
		await elsewhere.unpublish();
		await other.close();
		node.service.clearWebhooks();
		await published.unpublish();

		expect(published.warnings).toEqual([]);
		const byHand = /could not be deleted .* Delete it in your gifting account/;
		expect(elsewhere.warnings).toEqual([expect.stringMatching(byHand)]);
	});
});

describe('publishing fails with a sentence that says what to do', () => {
	const failure = async (more: object = {}, parameters = COMPLETED) => {
		const error: unknown = await hooks(more, parameters)
			.publish()
			.catch((thrown: unknown) => thrown);
		const all = inspect(error, { depth: 10, showHidden: true });
		expect(all).not.toContain(node.service.keys.automation);
		expect(all).not.toMatch(/[\w-]{43,}\.[\w-]{43}/);
		return (error as Error).message;
	};

	const NOT_OFFERED = /^This service does not let API keys register webhooks\. Set "Registration" to Manual/;
	const offersNothing = () => node.service.setInterfaceOnly(true);
	const responds = (status: number, error: string) => () =>
		void node.service.addFault({ effect: { kind: 'response', status, body: { error } } });
	const nowhere = async () => credentials(undefined, await deadAddress());
	// An address of this machine that does not look like one.
	const nowhereInPublic = () => ({
		...credentials(undefined, 'https://[::ffff:127.0.0.1]:1'),
		address: 'https://n8n.example.com/',
	});

	test.each<[string, () => unknown, RegExp]>([
		['the key is not that of an admin', () => credentials(node.service.keys.automationMember), /API key of an admin/],
		['the service forbids it', responds(403, 'Forbidden'), /API key of an admin/],
		['the service does not know the key', responds(401, 'Unauthorized'), /not be registered: Unauthorized/],
		['the service offers no registration', offersNothing, NOT_OFFERED],
		['nothing listens at the address of the service', nowhere, /: The service at .* could not be reached/],
		['nothing listens at its public address', nowhereInPublic, /: The service at .* could not be reached/],
		['the service refuses the address', responds(400, 'Not allowed'), /^The webhook could not .*: Not allowed/],
	])('when %s, and not that the webhook may exist', async (_what, prepare, sentence) => {
		const message = await failure(Object(await prepare()));
		expect(message).toMatch(sentence);
		expect(message).not.toContain('may have been registered');
	});

	test.each<[string, FaultRule['effect']]>([
		['its response is lost', { kind: 'drop', afterCommit: true }],
		['its response cannot be understood', { kind: 'malformed', form: 'truncated' }],
		['the service has a problem', { kind: 'response', status: 500, afterCommit: true }],
	])('and that the webhook may exist when %s', async (_name, effect) => {
		node.service.addFault({ effect });
		const said = /^The webhook could not be registered: .*The webhook may have been registered anyway/;
		expect(await failure()).toMatch(said);
		expect(registered()).toEqual([PRODUCTION]);
	});

	const production = () => credentials('key', '', { environment: 'production' });
	const FORGEABLE = { ...MANUAL, events: ['order_batch.completed', 'order.refunded', 'order.shipped'] };
	const OUT_OF_REACH = /^The service cannot reach n8n at .*WEBHOOK_URL/;
	const NOT_HTTPS =
		/^n8n's address is http:\/\/8\.8\.8\.8:5678\/webhook\/webhook-id\/webhook, which does not begin with https:/;
	const NO_SECRET = /^The credential has no "Webhook Signing Secret".*these events: Order Refunded, Order Shipped\./;

	test.each<[string, () => [more: object, parameters?: IDataObject], RegExp]>([
		['n8n is on this machine', () => [production()], OUT_OF_REACH],
		['n8n has an address without a scheme', () => [{ ...production(), address: 'n8n.example.com/' }], OUT_OF_REACH],
		['others could read the token', () => [{ address: 'http://8.8.8.8:5678/' }], NOT_HTTPS],
		['the address of n8n is none', () => [{ address: 'n8n.local/' }], /does not begin with https:/],
		['the secret cannot be one', () => [withSecret('hunter2'), MANUAL], /Secret" must begin with whsec_\.$/],
		['an event needs the secret that is missing', () => [{}, FORGEABLE], NO_SECRET],
		['no event is chosen', () => [{}, { ...COMPLETED, events: [] }], /"Trigger On" is empty/],
		['no event is chosen for a manual one', () => [{}, { ...MANUAL, events: [] }], /"Trigger On" is empty/],
	])('when %s, before any request', async (_what, of, sentence) => {
		expect(await failure(...of())).toMatch(sentence);
		expect(node.service.requests).toEqual([]);
	});

	test('but not with a wrong secret that nothing needs, without one for what proves itself, or with one', async () => {
		await hooks(withSecret('hunter2')).publish();
		expect(registered()).toEqual([PRODUCTION]);
		await hooks({}, MANUAL).publish();
		await hooks(withSecret(newSecret()), { ...MANUAL, events: SHIPPED.events }).publish();
	});

	test('without the token when the service repeats the address in its response', async () => {
		const echoing = await plainServer(async (request, response) => {
			const { url } = (await json(request)) as { url: string };
			response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: `${url} is bad` }));
		});
		const message = await failure(credentials('key', echoing.baseUrl));
		await echoing.close();
		expect(message).toContain('*****');
	});
});

describe('a delivery to a registered address', () => {
	let staticData: IDataObject;
	let token: string;

	beforeEach(async () => {
		staticData = await hooks().publish();
		[token] = tokens() as [string];
	});

	const post = async (given: unknown, more: object = {}, trigger = new GiftOrderBatchTrigger()) => {
		const body = JSON.stringify(completed(await node.createBatch(1)));
		const query = (given === undefined ? {} : { token: given }) as IDataObject;
		const automatic = { ...COMPLETED, registration: 'automatic' };
		return await deliver(automatic, options({ staticData, ...more }), { query, body }, trigger);
	};
	const STARTED = { statusCode: 200, items: [expect.anything()] };
	const REFUSED = { statusCode: 401, items: undefined };

	/** Expects that one token starts nothing, and another one the workflow. */
	const expectOnly = async (started: unknown, refused: unknown, more?: object, trigger?: GiftOrderBatchTrigger) => {
		expect(await post(refused, more, trigger)).toMatchObject(REFUSED);
		expect(await post(started, more, trigger)).toMatchObject(STARTED);
	};

	test.each<[string, (token: string) => unknown, object?]>([
		['no token', () => undefined],
		['an empty token', () => ''],
		['half of the token', (whole) => whole.split('.')[0]],
		['the token and more', (whole) => `${whole}x`],
		['only a dot', () => '.'],
		['an object', () => ({ x: '' })],
		['an object without a prototype', () => Object.assign(Object.create(null) as object, { x: '' })],
		['a list', () => ['a', 'b']],
		['the token of another trigger', (whole) => whole, { staticData: {}, node: { id: 'other' } }],
	])('starts nothing when it carries %s', async (_name, change, ...[more]) => {
		expect(await post(change(token), more)).toMatchObject(REFUSED);
	});

	test.each<[string, () => object]>([
		['', () => ({})],
		[', although the credential has the signing secret of another webhook', () => withSecret(newSecret())],
		[', although n8n has not stored the registration yet, or an execution has undone it', () => ({ staticData: {} })],
	])('starts the workflow when it carries the token%s', async (_what, more) => {
		expect(await post(token, more())).toMatchObject(STARTED);
	});

	test('starts the workflow with a token that was made after the clock went back, where its registration was undone', async () => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
		await hooks({ staticData }).publish();
		clock.mockRestore();
		expect(await post(tokens()[0])).toMatchObject(STARTED);
	});

	test('starts nothing with a token that leaked, once the workflow was published anew, and the new token works', async () => {
		const trigger = new GiftOrderBatchTrigger();
		const published = await hooks({ staticData }, COMPLETED, trigger).publish();
		const [renewed] = tokens();
		expect(tokens()).toHaveLength(1);

		for (const process of [trigger, new GiftOrderBatchTrigger()]) {
			await expectOnly(renewed, token, { staticData: published }, process);
		}
		// An execution that began earlier has stored the old registration again.
		expect(await post(token, {}, trigger)).toMatchObject(REFUSED);
		expect(await post(renewed, {}, new GiftOrderBatchTrigger())).toMatchObject(STARTED);
	});

	test('starts nothing with a token that leaked, once the workflow was unpublished and published, also when the clock goes back', async () => {
		const unpublished = await hooks({ staticData }).unpublish();
		const published = await hooks({ staticData: unpublished }).publish();
		expect(await post(token, { staticData: published })).toMatchObject(REFUSED);

		const [leaked] = tokens();
		const trigger = new GiftOrderBatchTrigger();
		await hooks({ staticData: published }, COMPLETED, trigger).publish();
		const [newer] = tokens();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
		await hooks({ staticData: published }, COMPLETED, trigger).unpublish();
		const again = await hooks({}, COMPLETED, trigger).publish();
		clock.mockRestore();
		expect(await post(newer, { staticData: again }, trigger)).toMatchObject(REFUSED);
		await expectOnly(tokens()[0], leaked, { staticData: again });
	});

	test('starts nothing with the token of a test run, and a test run starts nothing with that of the published workflow', async () => {
		const both = await hooks({ staticData, isTest: true }).publish();
		const [, ofTest] = tokens();
		for (const stored of [both, {}]) {
			await expectOnly(token, ofTest, { staticData: stored });
			await expectOnly(ofTest, token, { staticData: stored, mode: 'manual' });
		}
	});

	test('starts the workflow with a registered token after the key was changed', async () => {
		staticData = await hooks(otherKey()).publish();
		expect(await post(tokens().at(-1))).toMatchObject(STARTED);
		expect(await post(token, credentials(node.service.keys.automationMember))).toMatchObject(REFUSED);
	});

	test('stores the registration again where it was undone', async () => {
		const trigger = new GiftOrderBatchTrigger();
		const published = recordIn(await hooks({}, COMPLETED, trigger).publish(), 'first');
		const { record } = await post(tokens().at(-1), { staticData: {} }, trigger);
		expect(record).toEqual({ ...published, processed: expect.any(Object) });
	});
});
