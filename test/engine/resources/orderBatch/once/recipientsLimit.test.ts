import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../../support/actionNode';
import { contextOf, TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import { FROM_ITEMS, smallBatch } from '../../../../support/orderBatchParameters';

const node = actionNode({ interfaceOnly: true });

/** A batch for as many people as the input item's `count` says, or for `people` where it says nothing. */
const create = (options: IDataObject, more: IDataObject = {}): IDataObject => ({
	authentication: 'automationApi',
	...smallBatch(node.service.samples.productId),
	recipientsSource: 'json',
	recipientsJson: '={{ Array.from({ length: $json.count }, (_, index) => ({ first_name: `Guest ${index + 1}` })) }}',
	options,
	...more,
});

const fromItems = (options: IDataObject) => create(options, FROM_ITEMS);

const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ first_name: `Guest ${index + 1}` }));

/** Runs the node again in the execution of an earlier run. */
const runAgain = async (earlier: NodeRun, parameters: IDataObject, options: Partial<RunOptions>) =>
	await node.run(parameters, { ...options, contextData: contextOf(earlier) });

/** How many recipients each batch of the service has. */
const stored = () => node.service.orderBatches().map(({ recipients_count: count }) => count);

describe('the limit of recipients', () => {
	test('lets through as many recipients as it names', async () => {
		const { status } = await node.run(create({ recipientsLimit: 3 }), { items: [{ count: 3 }] });

		expect(status).toBe('success');
		expect(stored()).toEqual([3]);
	});

	test('refuses more with both numbers and what to do, and nothing is sent', async () => {
		const { error } = await node.run(create({ recipientsLimit: 2 }), { items: [{ count: 3 }] });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message:
				'"Recipients Limit" is 2 for one execution of the workflow, but this would send to 3 recipients: send to fewer recipients, or raise the limit',
			description: expect.stringContaining('Nothing was sent.'),
		});
		expect(node.requests).toEqual([]);
	});

	test('counts the recipients of all input items before it sends the first batch', async () => {
		const { error } = await node.run(create({ recipientsLimit: 4 }), { items: [{ count: 2 }, { count: 3 }] });

		expect(error?.message).toContain('would send to 5 recipients');
		expect(node.requests).toEqual([]);
	});

	test('counts recipients that are input items, in all batches that they are split into', async () => {
		const { error } = await node.run(fromItems({ recipientsLimit: 5, recipientsPerBatch: 2 }), { items: people(6) });

		expect(error?.message).toContain('would send to 6 recipients');
		expect(node.requests).toEqual([]);

		await node.run(fromItems({ recipientsLimit: 6, recipientsPerBatch: 2 }), { items: people(6) });
		expect(stored()).toEqual([2, 2, 2]);
	});

	test('does not count recipients that are skipped', async () => {
		const options = { recipientsLimit: 2, skipInvalidRecipients: true };
		const { status } = await node.run(fromItems(options), { items: [{ first_name: '' }, ...people(2)] });

		expect(status).toBe('success');
		expect(stored()).toEqual([2]);
	});

	test('takes the lowest where the input items give different ones', async () => {
		const { error } = await node.run(create({ recipientsLimit: '={{ $json.limit }}' }), {
			items: [
				{ count: 3, limit: 10 },
				{ count: 2, limit: 3 },
			],
		});

		expect(error?.message).toContain('"Recipients Limit" is 3');
		expect(node.requests).toEqual([]);
	});

	test('refuses all input items where the node goes on after failures', async () => {
		const { json, outputs } = await node.run(create({ recipientsLimit: 4 }), {
			items: [{ count: 2 }, { count: 3 }],
			node: { onError: 'continueRegularOutput' },
		});

		expect(json).toEqual([0, 1].map(() => expect.objectContaining({ error: expect.stringContaining('is 4 for one') })));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(node.requests).toEqual([]);
	});

	test('does not count input items that are refused where the node goes on after failures', async () => {
		await node.run(create({ recipientsLimit: 2 }), {
			items: [{ count: 0 }, { count: 2 }],
			node: { onError: 'continueRegularOutput' },
		});

		expect(stored()).toEqual([2]);
	});

	test('may be the text of a number, as an expression gives it', async () => {
		const { error } = await node.run(create({ recipientsLimit: '2' }), { items: [{ count: 3 }] });

		expect(error?.message).toContain('"Recipients Limit" is 2');
	});

	test('speaks where the input is only checked, too', async () => {
		const { error } = await node.run(create({ recipientsLimit: 2, validateOnly: true }), { items: [{ count: 3 }] });

		expect(error?.message).toContain('"Recipients Limit" is 2');
	});

	test.each([
		['zero', 0, 'must be a whole number of at least 1, but it is the number 0'],
		['a fraction', 1.5, 'must be a whole number of at least 1, but it is the number 1.5'],
		['text', 'five', 'must be a whole number of at least 1, but it is the text "five"'],
		['empty', '', 'is missing'],
		['an expression without a value', '={{ $json.nothing }}', 'is missing'],
	])('refuses a limit that is %s instead of sending without one', async (_name, recipientsLimit, problem) => {
		const { error } = await node.run(create({ recipientsLimit }), { items: [{ count: 1 }] });

		expect(error?.message).toBe(`"Recipients Limit" ${problem}`);
		expect(node.requests).toEqual([]);
	});
});

describe('the limit of recipients over an execution in which the node runs more than once', () => {
	const call = (count: number, from: string) => ({ items: [{ count, from }], node: TOOL });
	const gift = (options: IDataObject) => create(options, { fromName: '={{ $json.from }}' });

	test('counts what was sent before', async () => {
		const first = await node.run(gift({ recipientsLimit: 3 }), call(2, 'Ann'));
		const second = await runAgain(first, gift({ recipientsLimit: 3 }), call(2, 'Ben'));

		expect(second.json).toEqual([
			{
				error:
					'"Recipients Limit" is 3 for one execution of the workflow, but this would send to 4 recipients (2 before and 2 now): send to fewer recipients, or raise the limit',
				error_description: expect.stringMatching(/^Nothing was sent this time\. .* already created order batch/),
			},
		]);
		await runAgain(second, gift({ recipientsLimit: 3 }), call(1, 'Cleo'));
		expect(stored()).toEqual([2, 1]);
	});

	test('counts a batch once, however often it is asked for', async () => {
		const first = await node.run(gift({ recipientsLimit: 2 }), call(2, 'Ann'));
		const second = await runAgain(first, gift({ recipientsLimit: 2 }), call(2, 'Ann'));

		expect(second.json).toEqual([expect.objectContaining({ id: first.json[0]?.id, already_created: true })]);
		expect(stored()).toEqual([2]);
	});

	test('does not count what was only checked, what was refused, and what the service refused', async () => {
		const checked = await node.run({ ...gift({ recipientsLimit: 2 }), validateOnly: true }, call(2, 'Ann'));
		const refused = await runAgain(checked, gift({ recipientsLimit: 2 }), call(3, 'Ann'));
		node.service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'response', status: 400 } });
		const failed = await runAgain(refused, gift({ recipientsLimit: 2 }), call(2, 'Ann'));
		expect(failed.json).toEqual([expect.objectContaining({ error: expect.any(String) })]);

		await runAgain(failed, gift({ recipientsLimit: 2 }), call(2, 'Ann'));
		expect(stored()).toEqual([2]);
	});

	test('counts a batch of which it is not known whether it was created', async () => {
		const effect = { kind: 'malformed', form: 'truncated' } as const;
		node.service.addFault({ match: { method: 'POST' }, times: 1, effect });
		const recipientsJson =
			'={{ Array.from({ length: $json.count }, (_, index) => ({ first_name: `${$json.from}s guest ${index + 1}` })) }}';
		const parameters = { ...gift({ recipientsLimit: 2 }), recipientsJson };
		const unknown = await node.run(parameters, call(2, 'Ann'));
		expect(unknown.json).toEqual([
			{
				error: expect.any(String),
				error_description: expect.stringContaining('not known whether the order batch was created'),
			},
		]);

		const next = await runAgain(unknown, parameters, call(1, 'Ben'));

		expect(next.json[0]?.error).toContain('(2 before and 1 now)');
		expect(stored()).toEqual([2]);
	});
});

describe('the node as a tool of an agent', () => {
	test('answers what is wrong and what to do instead of failing', async () => {
		const { status, json } = await node.run(create({}, { fromName: '={{ "" }}' }), {
			items: [{ count: 0 }],
			node: TOOL,
		});

		expect(status).toBe('success');
		expect(json).toEqual([
			{
				error: 'The input needs 2 corrections: "From Name" is missing; "Recipients" is empty: add at least one entry',
				error_description: 'Nothing was sent. Correct them and run the node again.',
			},
		]);
	});

	test('fails where it is set to stop', async () => {
		const { status } = await node.run(create({}), {
			items: [{ count: 0 }],
			node: { ...TOOL, onError: 'stopWorkflow' },
		});

		expect(status).toBe('error');
	});

	test('sends a batch that differs in its recipients, and none that differs only in its times', async () => {
		const parameters = create(
			{},
			{
				fromName: 'Ann',
				scheduledSendOn: '={{ $json.scheduledSendOn }}',
				additionalFields: { expiresAt: '={{ $json.expiresAt }}' },
			},
		);
		const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		const calls = [
			{ count: 1, expiresAt: inDays(30), scheduledSendOn: inDays(2) },
			{ count: 1, expiresAt: inDays(31), scheduledSendOn: inDays(2) },
			{ count: 2, expiresAt: inDays(30), scheduledSendOn: inDays(2) },
			{ count: 1, expiresAt: inDays(30), scheduledSendOn: inDays(3) },
		];
		let last = await node.run(parameters, { items: [calls[0] as IDataObject], node: TOOL });
		for (const call of calls.slice(1)) last = await runAgain(last, parameters, { items: [call], node: TOOL });

		expect(stored()).toEqual([1, 2]);
	});

	test('says in words that a batch exists already, also with its orders', async () => {
		const parameters = create({ output: 'orders' });
		const first = await node.run(parameters, { items: [{ count: 2 }], node: TOOL });
		expect(first.json[0]).not.toHaveProperty('already_created');

		const { json } = await runAgain(first, parameters, { items: [{ count: 2 }], node: TOOL });

		const mark = {
			already_created: true,
			note: 'This order batch was created by an earlier call. It was not sent again.',
		};
		expect(json).toEqual(first.json.map((order) => ({ ...order, ...mark })));
		expect(stored()).toEqual([2]);
	});

	test.each([
		['text', 'true', 'must be true or false, but it is the text "true"'],
		['a number', 1, 'must be true or false, but it is the number 1'],
		['an expression without a value', '={{ $json.nothing }}', 'is missing'],
	])('sends nothing when Validate Only is %s', async (_name, validateOnly, problem) => {
		const { json } = await node.run(create({}, { validateOnly }), { items: [{ count: 1 }], node: TOOL });

		expect(json).toEqual([expect.objectContaining({ error: `"Validate Only" ${problem}` })]);
		expect(node.requests).toEqual([]);
	});
});
