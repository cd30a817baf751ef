import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { ServiceClient } from '../../../../../nodes/GiftOrderBatch/api/client';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { actionNode, credentialFor } from '../../../../support/actionNode';
import { creationsOf, POST } from '../../../../support/creations';
import { contextOf, TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({
	interfaceOnly: true,
	limits: {
		requestTimeoutMs: 1_000,
		retryBudgetMs: 30_000,
		firstRetryDelayMs: 2,
		longestRetryDelayMs: 20,
	},
});

const { create, withReference, stored } = creationsOf(node);

const sentReferences = () =>
	node.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as IDataObject).customer_reference_id);

describe('creating an order batch', () => {
	test('always carries a customer reference, another one for each item and each execution', async () => {
		await node.run(create({ fromName: '={{ $json.from }}' }), { items: [{ from: 'Ann' }, { from: 'Ben' }] });
		await node.run(create({ fromName: '={{ $json.from }}' }), { items: [{ from: 'Ann' }] });
		const references = sentReferences();
		expect(new Set(references).size).toBe(3);
		for (const reference of references) expect(reference).toMatch(/^n8n-[0-9a-f]{40}$/);
	});

	test("carries the user's own reference", async () => {
		await node.run(withReference('deal-4711'));
		expect(sentReferences()).toEqual(['deal-4711']);
	});

	test.each<[string, FaultEffect]>([
		['the connection drops before the service has done anything', { kind: 'drop' }],
		['the service fails before it has done anything', { kind: 'response', status: 500 }],
		['the service is unavailable', { kind: 'response', status: 503 }],
		['the service asks for a pause', { kind: 'response', status: 429 }],
		[
			'the service asks for a pause of some seconds',
			{ kind: 'response', status: 429, headers: { 'retry-after': '0.01' } },
		],
		[
			'the service asks for a pause until a time',
			{ kind: 'response', status: 503, headers: { 'retry-after': new Date(0).toUTCString() } },
		],
		['the service never answers', { kind: 'hang' }],
	])('tries again with the same reference when %s', async (_name, effect) => {
		node.service.addFault({ ...POST, times: 2, effect });
		const { json } = await node.run(create());
		expect(json).toEqual([expect.objectContaining({ send_status: 'complete' })]);
		expect(json[0]).not.toHaveProperty('already_created');
		const references = sentReferences();
		expect(references).toHaveLength(3);
		expect(new Set(references).size).toBe(1);
		expect(stored()).toHaveLength(1);
	});

	describe.each<[string, FaultEffect]>([
		['the connection drops', { kind: 'drop', afterCommit: true }],
		['time runs out', { kind: 'hang', afterCommit: true }],
		['the service answers 500', { kind: 'response', status: 500, afterCommit: true }],
		['the service answers 503', { kind: 'response', status: 503, afterCommit: true }],
	])('after the batch was created and then %s', (_name, effect) => {
		test('finds the batch where the service can list batches', async () => {
			node.service.setInterfaceOnly(false);
			node.service.addFault({ ...POST, times: 1, effect });
			const { json } = await node.run(create());
			expect(json).toEqual([
				expect.objectContaining({ id: stored()[0]?.id, send_status: 'complete', already_created: true }),
			]);
			expect(stored()).toHaveLength(1);
		});

		test('says that the batch exists where the service cannot list batches', async () => {
			node.service.addFault({ ...POST, times: 1, effect });
			const { json, hints } = await node.run(create());
			expect(json).toEqual([
				{ id: null, customer_reference_id: stored()[0]?.customer_reference_id, already_created: true },
			]);
			expect(hints).toEqual([expect.stringContaining('was not sent again')]);
			expect(stored()).toHaveLength(1);
		});

		test("finds the batch of the user's own reference as well", async () => {
			node.service.setInterfaceOnly(false);
			node.service.addFault({ ...POST, times: 1, effect });
			const { json } = await node.run(withReference('deal-1'));
			expect(json).toEqual([expect.objectContaining({ id: stored('deal-1')[0]?.id, already_created: true })]);
		});
	});

	test("says that nothing was sent when the user's own reference was used before", async () => {
		await node.createBatch(1, { customer_reference_id: 'deal-2' });
		const { error } = await node.run(withReference('deal-2'));
		expect(error).toMatchObject({
			message: expect.stringContaining('customer_reference_id'),
			description: expect.stringContaining('nothing was sent'),
		});
		expect(stored('deal-2')).toHaveLength(1);
	});

	test('is not tried again when the service refuses it', async () => {
		const { error } = await node.run(
			create({
				cartItems: {
					item: [{ product: { __rl: true, mode: 'url', value: 'https://example.com/nothing' }, quantity: 1 }],
				},
			}),
		);
		expect(error?.httpCode).toBe('400');
		expect(sentReferences()).toHaveLength(1);
	});

	test('gives up when the pause that the service asks for is longer than the budget', async () => {
		node.service.addFault({ ...POST, effect: { kind: 'response', status: 429, headers: { 'retry-after': '3600' } } });
		const { error } = await node.run(create());
		expect(error?.httpCode).toBe('429');
		expect(sentReferences()).toHaveLength(1);
	});
});

describe("n8n's repetitions", () => {
	const FAILING = { onError: 'stopWorkflow', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

	test('of a failed try within the execution send once', async () => {
		node.service.setInterfaceOnly(false);
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'wrongShape' } });
		const { json } = await node.run(create(), { node: FAILING });
		expect(json).toEqual([expect.objectContaining({ id: stored()[0]?.id, already_created: true })]);
		expect(stored()).toHaveLength(1);
	});

	test('of a failed execution send once', async () => {
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'truncated' } });
		const failed = await node.run(create());
		expect(failed.error?.description).toContain('not known whether');
		const { json } = await node.run(create(), { contextData: contextOf(failed) });
		expect(json).toEqual([expect.objectContaining({ already_created: true })]);
		expect(stored()).toHaveLength(1);
	});

	test("of a failed execution with the user's own reference send once, and say that it may be an older batch where batches cannot be listed", async () => {
		for (const canList of [true, false]) {
			node.service.reset();
			node.service.setInterfaceOnly(!canList);
			node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'truncated' } });
			node.service.addFault({
				match: { method: 'GET', path: /order_batches$/ },
				times: 1,
				effect: { kind: 'response', status: 403 },
			});
			const failed = await node.run(withReference('deal-3'));
			expect(failed.error?.description).toContain('not known whether');
			const { json, error } = await node.run(withReference('deal-3'), { contextData: contextOf(failed) });
			if (canList) expect(json).toEqual([expect.objectContaining({ already_created: true })]);
			else
				expect(error?.description).toContain('It is either the one that an earlier attempt created, or an older one');
			expect(stored()).toHaveLength(1);
		}
	});

	test('send what was not sent and read what was', async () => {
		const parameters = create({ fromName: '={{ $json.from }}' });
		const items = [{ from: 'Ann' }, { from: 'Ben' }];
		const { workspaceId } = node.service.samples;
		const refused = {
			workspaceId: `={{ $json.from === "Ben" ? "11111111-1111-4111-8111-111111111111" : "${workspaceId}" }}`,
		};
		const failed = await node.run({ ...parameters, additionalFields: refused }, { items });
		expect([failed.status, sentReferences().length, stored().length]).toEqual(['error', 2, 1]);

		const { json } = await node.run(
			{ ...parameters, additionalFields: { workspaceId } },
			{ items, contextData: contextOf(failed) },
		);
		expect(json.map(({ from_name: from, already_created: already }) => [from, already])).toEqual([
			['Ann', true],
			['Ben', undefined],
		]);
		expect(stored()).toHaveLength(2);
		expect(sentReferences()).toHaveLength(3);
	});

	test("of a rejection because the user's own reference was used before go on saying that nothing was sent", async () => {
		await node.createBatch(1, { customer_reference_id: 'deal-4' });
		const failed = await node.run(withReference('deal-4'), { node: FAILING });
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'drop' } });
		const { error } = await node.run(withReference('deal-4'), { contextData: contextOf(failed) });
		expect(error?.description).toContain('nothing was sent');
	});

	describe('of items of which one was not reached before', () => {
		const parameters = () => ({ ...withReference('={{ $json.deal }}'), fromName: '={{ $json.deal }}' });
		const items = [{ deal: 'deal-5' }, { deal: 'deal-6' }];

		beforeEach(async () => {
			node.service.setInterfaceOnly(false);
			await node.createBatch(1, { customer_reference_id: 'deal-6' });
			node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 400 } });
		});

		const expectRefused = ({ error, json }: NodeRun) => {
			expect(json).toEqual([]);
			expect(error?.description).toContain('nothing was sent this time');
			expect(stored()).toHaveLength(2);
		};

		test('say that its reference was used by another batch, within the execution', async () => {
			expectRefused(await node.run(parameters(), { items, node: FAILING }));
		});

		test('say that its reference was used by another batch, in another execution', async () => {
			const failed = await node.run(parameters(), { items });
			expectRefused(await node.run(parameters(), { items, contextData: contextOf(failed) }));
		});
	});
});

describe('a credential that changes between attempts', () => {
	/** Another key of the service, or another address. */
	const CREDENTIALS: Array<[string, () => RunOptions['credentials']]> = [
		['key', () => node.credentials(node.service.keys.automationMember)],
		[
			'address',
			() => ({
				giftOrderBatchAutomationApi: credentialFor(
					`http://localhost:${node.service.port}`,
					node.service.keys.automation,
				),
			}),
		],
	];
	const REFERENCES: Array<[string, () => IDataObject]> = [
		['a derived reference', () => create()],
		['a reference of the user', () => withReference('deal-1')],
	];

	describe.each(CREDENTIALS)('to another %s', (_what, others) => {
		test.each(REFERENCES)('sends nothing for what may exist with the first one, with %s', async (_name, parameters) => {
			node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'wrongShape' } });
			const lost = await node.run(parameters());
			expect(lost.error?.description).toContain('not known whether');

			const { error, json } = await node.run(parameters(), { contextData: contextOf(lost), credentials: others() });
			expect(json).toEqual([]);
			expect(error?.message).toBe(
				`An earlier attempt of this execution may have created the order batch with the reference ${stored()[0]?.customer_reference_id} with another API key`,
			);
			expect(error?.description).toContain('It is not known whether the order batch was created');
			expect(sentReferences()).toHaveLength(1);
		});

		test.each(REFERENCES)('sends nothing for what exists with the first one, with %s', async (_name, parameters) => {
			const first = await node.run(parameters());
			const id = stored()[0]?.id;

			const { error, json } = await node.run(parameters(), { contextData: contextOf(first), credentials: others() });
			expect(json).toEqual([]);
			expect(error?.message).toBe(
				`An earlier attempt of this execution created order batch ${id} with another API key`,
			);
			expect(error?.description).toContain(`Order batch ${id} was created: do not create it again.`);
			expect(sentReferences()).toHaveLength(1);
		});
	});

	test('is not valid for what exists with the first one, as Validate Only says too', async () => {
		const first = await node.run(create());
		const { error, json } = await node.run(create({ validateOnly: true }), {
			contextData: contextOf(first),
			credentials: node.credentials(node.service.keys.automationMember),
		});

		expect(json).toEqual([]);
		expect(error?.message).toContain(`created order batch ${stored()[0]?.id} with another API key`);
	});

	test('does not say that nothing was created where it was, since its reference was taken with the first one', async () => {
		await node.createBatch(1, { customer_reference_id: 'deal-1' });
		const taken = await node.run(withReference('deal-1'));
		expect(taken.error?.description).toContain('nothing was sent');

		node.service.addFault({ ...POST, times: 1, effect: { kind: 'drop', afterCommit: true } });
		const { error } = await node.run(withReference('deal-1'), {
			contextData: contextOf(taken),
			credentials: node.credentials(node.service.keys.automationMember),
		});
		expect(stored('deal-1')).toHaveLength(2);
		expect(error?.description).toContain('It is not known whether the order batch was created');
		expect(error?.description).not.toMatch(/was not created|othing was sent/);
	});
});

describe('an item that a second attempt refuses', () => {
	const WAYS: Record<string, IDataObject> = {
		'Define Below': {
			recipientsSource: 'define',
			recipients: { recipient: [{ firstName: '={{ $json.first_name }}', email: '={{ $json.email }}' }] },
		},
		JSON: {
			recipientsSource: 'json',
			recipientsJson: '={{ [{ first_name: $json.first_name, email: $json.email }] }}',
		},
		'Input Items': FROM_ITEMS,
		'Input Items with Skip Invalid Recipients': { ...FROM_ITEMS, options: { skipInvalidRecipients: true } },
	};
	const ways = Object.keys(WAYS);
	const gift = (way: string, more: IDataObject = {}) => create({ sendMethod: 'email_and_link', ...WAYS[way], ...more });
	const ANN = { first_name: 'Ann', email: 'ann@example.com' };
	const BEN = { first_name: 'Ben', email: 'ben@example.com' };
	const WRONG: Array<[string, IDataObject]> = [
		['name', { first_name: '' }],
		['email', { email: 'at work' }],
	];
	const GOES_ON = { onError: 'continueRegularOutput' } as const;
	const NOTHING = /Nothing was sent( for this item)?\.|was not created/;
	const UNKNOWN = 'It is not known whether the order batch was created';

	const loseNextResponse = () =>
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'wrongShape' } });

	/** What the node says of each item that failed, by the first name in it. */
	const said = ({ outputs, error }: NodeRun) =>
		error
			? [error.description]
			: outputs.flat().flatMap(({ json }) => (json.error === undefined ? [] : [json.error_description]));

	/** How the second attempt comes about. */
	const REPEATED: Array<[string, Partial<RunOptions>]> = [
		['in a retry', {}],
		['in a retry that goes on after failures', { node: GOES_ON }],
		['in a loop over the error output', { node: { onError: 'continueErrorOutput' }, runIndex: 1 }],
		['by an agent', { node: TOOL }],
	];

	describe.each(ways)('of one recipient, with %s', (way) => {
		describe.each(REPEATED)('%s', (_how, options) => {
			test.each(WRONG)('may have its gift after a lost response, with a wrong %s', async (_what, change) => {
				loseNextResponse();
				const lost = await node.run(gift(way), { items: [ANN], node: options.node });
				const run = await node.run(gift(way), {
					items: [{ ...ANN, ...change }],
					contextData: contextOf(lost),
					...options,
				});

				expect(said(run)).toEqual([expect.stringContaining(UNKNOWN)]);
				expect(said(run)[0]).not.toMatch(NOTHING);
				expect(stored()).toHaveLength(1);
			});
		});

		test.each(WRONG)('has its gift after a created one, with a wrong %s', async (_what, change) => {
			for (const options of [{}, { node: GOES_ON }]) {
				node.service.reset();
				const first = await node.run(gift(way), { items: [ANN], ...options });
				const run = await node.run(gift(way), {
					items: [{ ...ANN, ...change }],
					contextData: contextOf(first),
					...options,
				});

				expect(said(run)).toEqual([expect.stringContaining(String(stored()[0]?.id))]);
				expect(said(run)[0]).not.toMatch(NOTHING);
			}
		});
	});

	test.each(ways)('may have its gift beside another one that is right, with %s', async (way) => {
		loseNextResponse();
		const lost = await node.run(gift(way), { items: [ANN, BEN], node: GOES_ON });
		const run = await node.run(gift(way), {
			items: [{ ...ANN, email: 'at work' }, BEN],
			contextData: contextOf(lost),
			node: GOES_ON,
		});

		const isOneBatch = way.startsWith('Input Items');
		expect(said(run)).toEqual(
			Array.from({ length: isOneBatch ? 2 : 1 }, () => expect.stringContaining(UNKNOWN) as string),
		);
		for (const description of said(run)) expect(description).not.toMatch(NOTHING);
		expect(stored()).toHaveLength(isOneBatch ? 1 : 2);
	});

	test.each(['Define Below', 'JSON'])(
		'has nothing where only that of somebody else is unknown, with %s',
		async (way) => {
			loseNextResponse();
			const lost = await node.run(gift(way), { items: [ANN, BEN] });
			expect([lost.status, stored().length]).toEqual(['error', 1]);

			const { json } = await node.run(gift(way), {
				items: [ANN, { ...BEN, first_name: '' }],
				contextData: contextOf(lost),
				node: GOES_ON,
			});

			expect(json).toEqual([
				expect.objectContaining({ already_created: true }),
				expect.objectContaining({ error_description: expect.stringMatching(/^Nothing was sent for this item\./) }),
			]);
		},
	);

	test('has nothing in an order batch of its own where only that of others is unknown', async () => {
		const parameters = gift('Input Items', { options: { recipientsPerBatch: 1, skipInvalidRecipients: true } });
		loseNextResponse();
		const lost = await node.run(parameters, { items: [ANN, BEN] });
		const { json } = await node.run(parameters, {
			items: [ANN, { ...BEN, first_name: '' }],
			contextData: contextOf(lost),
			node: GOES_ON,
		});

		expect(json).toEqual([
			expect.objectContaining({ error_description: expect.stringMatching(/^Nothing was sent for this item\./) }),
			expect.objectContaining({ first_name: 'Ann', already_created: true }),
		]);
	});

	test.each<[string, Partial<RunOptions>]>([
		['in a loop', { node: GOES_ON, runIndex: 1 }],
		['by an agent', { node: TOOL }],
	])('has nothing where only that of another run is unknown, %s', async (_how, options) => {
		loseNextResponse();
		const lost = await node.run(gift('Define Below'), { items: [ANN], node: options.node });
		const run = await node.run(gift('Define Below'), {
			items: [{ ...BEN, first_name: '' }],
			contextData: contextOf(lost),
			...options,
		});

		expect(said(run)).toEqual([expect.stringMatching(/^Nothing was sent\./)]);
	});
});

describe('what a failed creation leaves its user with', () => {
	const refusesBen = {
		fromName: '={{ $json.from }}',
		cartItems: {
			item: [
				{
					product: '={{ $json.from === "Ben" ? "https://example.com/nothing" : $json.product }}',
					quantity: 1,
				},
			],
		},
	};
	let items: IDataObject[];
	beforeEach(() => {
		items = ['Ann', 'Ben'].map((from) => ({ from, product: node.service.samples.productId }));
	});

	test('names the batches that were created before it, and how to go on', async () => {
		const { error } = await node.run(create(refusesBen), { items });
		expect(error?.description).toContain('The order batch was not created.');
		expect(error?.description).toContain(`This execution has already created order batch ${stored()[0]?.id}.`);
		expect(error?.description).toContain("Use n8n's Retry for this execution");
	});

	test('names the batch that a repetition has proved where nobody knows its ID, and its advice does not send it again', async () => {
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503, afterCommit: true } });
		const refused = await node.run(create(refusesBen), { items });
		const { error } = refused;
		expect(error?.description).toContain('The order batch was not created.');
		expect(error?.description).toContain(
			`This execution has already created order batch with the reference ${stored()[0]?.customer_reference_id}.`,
		);
		expect(error?.description).toContain("Use n8n's Retry for this execution");

		const { cartItems } = create();
		const retried = await node.run(create({ ...refusesBen, cartItems }), { items, contextData: contextOf(refused) });
		expect(retried.json.map(({ already_created: already }) => already)).toEqual([true, undefined]);
		expect(stored()).toHaveLength(2);
	});

	test.each<[string, FaultEffect]>([
		['the service then refuses', { kind: 'response', status: 400 }],
		[
			'the service then asks for a pause that is too long',
			{ kind: 'response', status: 429, headers: { 'retry-after': '3600' } },
		],
	])('says that a batch may exist when a try may have worked and %s', async (_name, effect) => {
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 502, afterCommit: true } });
		node.service.addFault({ ...POST, times: 1, effect });
		const { error } = await node.run(create());
		expect(stored()).toHaveLength(1);
		expect(error?.description).toContain('It is not known whether the order batch was created');
		expect(error?.description).not.toContain('was not created');
	});

	test('is an error, and not taken for a batch, when its derived reference is rejected at the first try', async () => {
		node.service.addFault({
			...POST,
			times: 1,
			effect: { kind: 'response', status: 400, body: { error: 'customer_reference_id is too long' } },
		});
		const { error, json } = await node.run(create());
		expect(error?.message).toBe('customer_reference_id is too long');
		expect(json).toEqual([]);
		expect(stored()).toEqual([]);
	});

	test('says that a batch exists when n8n runs an execution again and keeps nothing of its first run', async () => {
		const executionId = '4711';
		await node.run(create(), { executionId });

		const { error, json } = await node.run(create(), { executionId });

		expect(json).toEqual([]);
		expect(error?.message).toContain(`already exists: ${String(stored()[0]?.customer_reference_id)}`);
		expect(error?.description).toContain('Nothing was sent this time. Find the order batch in your gifting account');
		expect(stored()).toHaveLength(1);
	});

	test('says that a batch may exist when the execution is cancelled after a try that may have worked', async () => {
		node.service.addFault({
			...POST,
			times: 1,
			effect: { kind: 'response', status: 503, afterCommit: true, headers: { 'retry-after': '3' } },
		});
		const created = (async () => {
			while (stored().length === 0) await sleep(5);
			await sleep(50);
		})();
		const { error, run } = await node.run(create(), { cancelAfter: created });

		expect(error?.message).toBe('The execution was cancelled');
		expect(error?.description).toContain('It is not known whether the order batch was created');
		expect(JSON.stringify(run.data.executionData?.contextData)).toContain('"state":"unknown"');
	});

	test('says that a batch may exist after a failure that nobody foresaw, also where the node goes on', async () => {
		jest
			.spyOn(ServiceClient.prototype, 'call')
			.mockRejectedValueOnce(new TypeError('of a product'))
			.mockRejectedValueOnce(new TypeError('not foreseen'));
		const { json } = await node.run(create(), { node: { onError: 'continueRegularOutput' } });

		expect(json).toEqual([
			{
				error: 'not foreseen',
				error_description: expect.stringContaining('It is not known whether the order batch was created'),
			},
		]);
	});

	test('sends nothing more after the execution was cancelled, where the node goes on after failures', async () => {
		node.service.addFault({
			...POST,
			times: 1,
			effect: { kind: 'response', status: 503, headers: { 'retry-after': '3' } },
		});
		const cancelAfter = (async () => {
			while (sentReferences().length === 0) await sleep(5);
		})();
		const { run } = await node.run(create({ fromName: '={{ $json.from }}' }), {
			items: [{ from: 'Ann' }, { from: 'Ben' }],
			node: { onError: 'continueRegularOutput' },
			cancelAfter,
		});

		expect(run.status).toBe('canceled');
		expect(stored()).toEqual([]);
	});

	test('asks to run the node again where the node goes on, but one order batch had all items', async () => {
		const items = [{ first_name: 'Ann' }, { first_name: 'Bo' }];
		const going = { items, node: { onError: 'continueRegularOutput' } } as const;
		const refused = await node.run(create({ ...FROM_ITEMS, sendMethod: 'email_and_link' }), going);
		for (const { error_description: message } of refused.json) {
			expect(message).toBe('Nothing was sent. Correct them and run the node again.');
		}

		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 400 } });
		const failed = await node.run(create(FROM_ITEMS), going);
		for (const { error_description: message } of failed.json) {
			expect(message).toContain('The order batch was not created. Correct the input and run the node again.');
		}
	});

	test('says that a batch may exist also when a repetition is refused for its input', async () => {
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'wrongShape' } });
		const failed = await node.run(create());

		const { error } = await node.run(create({ fromName: '={{ " " }}' }), { contextData: contextOf(failed) });
		expect(error?.message).toBe('"From Name" is missing');
		expect(error?.description).toContain('It is not known whether the order batch was created');
		expect(error?.description).not.toContain('Nothing was sent');
	});

	test.each<[string, string[], string]>([
		['a refused item', ['', 'Ann'], 'Nothing was sent for this item. Correct it and send only this item again'],
		['an item that the service refuses', ['Ann', 'Ben'], 'Open the product URL in a browser to check it'],
	])(
		'does not ask to run the node again for %s when it goes on and sends the others',
		async (_name, people, advice) => {
			const { json } = await node.run(create(refusesBen), {
				items: people.map((from) => ({ ...items[0], from })),
				node: { onError: 'continueRegularOutput' },
			});
			const [failed] = json.filter(({ error }) => error);

			expect(stored()).toHaveLength(1);
			expect(failed?.error_description).toContain(advice);
			expect(failed?.error_description).not.toContain('run the node again');
		},
	);

	test('carries the ID of a batch that a repetition knows and cannot read', async () => {
		const failed = await node.run(create(refusesBen), { items });
		node.service.addFault({ match: { method: 'GET' }, effect: { kind: 'response', status: 403 } });
		const { error } = await node.run(create(refusesBen), { items, contextData: contextOf(failed) });
		expect(error?.description).toContain(`Order batch ${stored()[0]?.id} was created: do not create it again.`);
	});

	test('refuses a repetition that would send an existing batch to other recipients', async () => {
		const fromItems = (recipientsPerBatch: number) => create({ ...FROM_ITEMS, options: { recipientsPerBatch } });
		const people = Array.from({ length: 6 }, (_, index) => ({ first_name: `Person ${index + 1}` }));
		const whole = await node.run(fromItems(2), { items: people });
		expect(stored()).toHaveLength(3);

		const { error } = await node.run(fromItems(1), { items: people, contextData: contextOf(whole) });
		expect(error?.message).toContain('and the request has changed since');
		expect(stored()).toHaveLength(3);
	});

	test('refuses to send the rest of the batches at a time that is over', async () => {
		const soon = new Date(Date.now() + 700).toISOString();
		const parameters = create({
			...FROM_ITEMS,
			scheduledSendOn: soon,
			options: { recipientsPerBatch: 1 },
		});
		const people = [{ first_name: 'Ann' }, { first_name: 'Ben' }];
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'wrongShape' } });
		const failed = await node.run(parameters, { items: people });
		expect([failed.status, stored().length]).toEqual(['error', 1]);

		while (Date.now() <= Date.parse(soon)) await sleep(20);
		const { error } = await node.run(parameters, { items: people, contextData: contextOf(failed) });
		expect(error?.message).toContain('"Scheduled Send On" is in the past');
		expect(stored()).toHaveLength(1);
	});

	test('does not refuse to repeat a batch whose scheduled time has come since', async () => {
		const soon = new Date(Date.now() + 400).toISOString();
		const scheduled = create({ scheduledSendOn: soon });
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'wrongShape' } });
		const failed = await node.run(scheduled);
		while (Date.now() <= Date.parse(soon)) await sleep(20);
		const { json } = await node.run(scheduled, { contextData: contextOf(failed) });
		expect(json).toEqual([expect.objectContaining({ already_created: true })]);
		expect(stored()).toHaveLength(1);
	});
});
