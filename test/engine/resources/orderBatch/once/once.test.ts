import type { IDataObject } from 'n8n-workflow';

import type { FaultEffect } from '../../../../../dev/mock-service';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, LOST, POST } from '../../../../support/creations';
import { contextOf, type NodeRun } from '../../../../../dev/harness/engine';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({
	interfaceOnly: true,
	limits: {
		retryBudgetMs: 30_000,
		firstRetryDelayMs: 2,
		longestRetryDelayMs: 20,
	},
});

const { create, withReference, stored, runAgain } = creationsOf(node);

const creationsSent = () => node.requests.filter(({ method }) => method === 'POST').length;

const fromItems = (more: IDataObject = {}) => create({ ...FROM_ITEMS, ...more });

const guests = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Guest ${index + 1}` }));

const problemsOf = ({ error }: NodeRun) => error?.context.problems as string[];

describe('the same request again in one execution', () => {
	const TO_ERROR_OUTPUT = { node: { onError: 'continueErrorOutput' } } as const;

	test('finds the batch and goes on waiting for it, in a loop of the error output', async () => {
		const parameters = create({
			recipientsSource: 'json',
			recipientsJson: JSON.stringify(Array.from({ length: 11 }, (_, index) => ({ first_name: `Guest ${index + 1}` }))),
			options: { waitForCompletion: true, maxWaitSeconds: 0 },
		});
		let run = await node.run(parameters, TO_ERROR_OUTPUT);
		for (const runIndex of [1, 2]) {
			const id = stored()[0]?.id;
			expect(run.outputs[1]).toEqual([
				expect.objectContaining({
					json: expect.objectContaining({
						error: `Order batch ${id} is still pending after 0 seconds`,
						error_description: expect.stringContaining(`Order batch ${id} was created: do not create it again.`),
						order_batch_id: id,
					}),
				}),
			]);
			run = await runAgain(run, parameters, runIndex, TO_ERROR_OUTPUT);
		}
		node.service.setBatchState(stored()[0]?.id as string, 'complete');

		const { json } = await runAgain(run, parameters, 3, TO_ERROR_OUTPUT);

		expect(json).toEqual([expect.objectContaining({ send_status: 'complete', already_created: true })]);
		expect(stored()).toHaveLength(1);
		expect(creationsSent()).toBe(1);
	});

	test('is sent when the attempt before it certainly created nothing', async () => {
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 422 } });
		const failed = await node.run(create(), TO_ERROR_OUTPUT);
		const { json } = await runAgain(failed, create(), 1, TO_ERROR_OUTPUT);

		expect(json[0]).not.toHaveProperty('already_created');
		expect(stored()).toHaveLength(1);
	});

	test.each<[string, IDataObject]>([
		['message', { message: 'Hi again!', cardId: '' }],
		['sender', { fromName: 'Ben' }],
		['reference', { additionalFields: { customerReferenceId: 'deal-2' } }],
	])('is refused with another %s after an attempt of unknown outcome', async (_what, change) => {
		const { cardId } = node.service.samples;
		const changed = 'cardId' in change ? { ...change, cardId } : change;
		for (const runIndex of [0, 1]) {
			node.service.reset();
			node.service.addFault({ ...POST, times: 1, effect: LOST });
			const unknown = await node.run(create());
			const run = await runAgain(unknown, create(changed), runIndex);

			expect(run.error?.message).toContain('may have created an order batch');
			expect(run.error?.message).toContain('and the request has changed since');
			expect(run.error?.description).toContain('It is not known whether the order batch was created');
			expect(stored()).toHaveLength(1);
		}
	});

	test.each<[string, IDataObject, IDataObject[]]>([
		['the input items', FROM_ITEMS, [{ first_name: 'Ann' }]],
		['several order batches', { recipients: { recipient: [{ firstName: '={{ $json.name }}' }] } }, guests(2)],
	])(
		'is not said to have sent nothing where it has changed and the node goes on, for %s',
		async (_whom, whom, items) => {
			const going = { items, ...TO_ERROR_OUTPUT };
			node.service.addFault({ ...POST, times: 1, effect: LOST });
			const unknown = await node.run(create(whom), going);
			const { outputs } = await runAgain(unknown, create({ ...whom, fromName: 'Ben' }), 0, going);

			const count = items.length;
			expect(stored()).toHaveLength(count);
			expect(outputs[1]?.map(({ json }) => [json.error_description, json.order_batch_id])).toEqual([
				[expect.stringMatching(/^It is not known whether the order batch was created/), undefined],
				...stored()
					.slice(1)
					.map(({ id }) => [`Order batch ${id} was created: do not create it again.`, id]),
			]);
		},
	);

	test('for other people is sent after an attempt of unknown outcome for somebody else', async () => {
		const gift = create({ recipients: { recipient: [{ firstName: '={{ $json.name }}' }] } });
		node.service.addFault({ ...POST, times: 1, effect: LOST });
		const unknown = await node.run(gift, { items: [{ name: 'Ann' }] });
		const { json } = await runAgain(unknown, gift, 1, { items: [{ name: 'Ben' }] });

		expect(json).toEqual([expect.objectContaining({ send_status: 'complete' })]);
		expect(stored()).toHaveLength(2);
	});

	test.each<[string, IDataObject, IDataObject[]]>([
		[
			'another gift',
			{
				fromName: '={{ $json.from }}',
				recipients: { recipient: [{ firstName: 'Ann', email: 'ann@example.com' }] },
				options: { allowRepeatedRecipients: true },
			},
			[{ from: 'Bo' }, { from: 'Cy' }],
		],
		['an equal gift', { options: { allowRepeatedRecipients: true } }, [{}, {}]],
		['a gift for somebody of the same name', { fromName: '={{ $json.from }}' }, [{ from: 'Bo' }, { from: 'Cy' }]],
	])('with %s behind it is sent after an attempt of unknown outcome, in a retry', async (_what, more, items) => {
		const loseFirstResponse = () => {
			node.service.reset();
			node.service.setInterfaceOnly(false);
			node.service.addFault({ ...POST, times: 1, effect: LOST });
			node.service.addFault({
				match: { method: 'GET', path: /order_batches$/ },
				times: 1,
				effect: { kind: 'response', status: 403 },
			});
		};
		const expectBoth = ({ json }: NodeRun) => {
			expect(json.map(({ already_created: already }) => already)).toEqual([true, undefined]);
			expect(stored()).toHaveLength(2);
		};

		loseFirstResponse();
		const unknown = await node.run(create(more), { items });
		expectBoth(await node.run(create(more), { items, contextData: contextOf(unknown) }));

		loseFirstResponse();
		expectBoth(await node.run(create(more), { items, node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } }));
	});

	test.each<[string, FaultEffect | undefined]>([
		['found its order batch', undefined],
		['created it after the service had refused an earlier run', { kind: 'response', status: 422 }],
	])('is refused with other values in a retry of a run of a loop that %s', async (_what, effect) => {
		if (effect) node.service.addFault({ ...POST, times: 1, effect });
		const first = await node.run(create(), TO_ERROR_OUTPUT);
		const second = await runAgain(first, create(), 1);
		const retry = await runAgain(second, create({ fromName: 'Ben' }), 1);

		expect(retry.error?.message).toContain(`created order batch ${stored()[0]?.id}, and the request has changed since`);
		expect(stored()).toHaveLength(1);
	});

	test('is refused with another reference of the user in a loop, unless the user allows it', async () => {
		const parameters = (options: IDataObject = {}) =>
			create({ additionalFields: { customerReferenceId: '=deal-{{ $runIndex }}' }, options });
		const first = await node.run(parameters());
		const refused = await runAgain(first, parameters(), 1);

		expect(refused.error?.message).toContain(
			`This execution has already requested the same order batch (${stored()[0]?.id})`,
		);
		expect(stored()).toHaveLength(1);

		await runAgain(first, parameters({ allowRepeatedRecipients: true }), 1);
		expect(stored()).toHaveLength(2);
	});

	test('is the same at another time', async () => {
		const gift = create({ scheduledSendOn: '={{ $now.plus($runIndex + 1, "days").toISO() }}' });
		const first = await node.run(gift);
		const { json } = await runAgain(first, gift, 1);

		expect(json).toEqual([expect.objectContaining({ already_created: true })]);
		expect(stored()).toHaveLength(1);
	});
});

describe('two equal requests in one run', () => {
	const allAtOnce = {
		recipientsSource: 'json',
		recipientsJson: '={{ JSON.stringify($input.all().map((item) => item.json)) }}',
	};
	const people = (count: number) => Array.from({ length: count }, (_, index) => ({ first_name: `Guest ${index + 1}` }));

	test('are refused: all input items as the recipients of each of 100 items', async () => {
		const run = await node.run(create(allAtOnce), { items: people(100) });

		expect(run.error?.message).toMatch(/^Items 2, 3, 4, and 96 more: This is the same order batch as that of item 1/);
		expect(run.error?.message).toContain('turn on Execute Once');
		expect(run.error?.message).toContain('choose "Input Items" under "Recipients From"');
		expect(creationsSent()).toBe(0);
	});

	test('are refused with references of their own, too', async () => {
		const parameters = create({ additionalFields: { customerReferenceId: '={{ $json.deal }}' } });
		const run = await node.run(parameters, { items: [{ deal: 'deal-1' }, { deal: 'deal-2' }] });

		expect(run.error?.message).toContain('This is the same order batch as that of item 1');
		expect(creationsSent()).toBe(0);
	});

	test('are both sent when the user allows it, and neither again by a repetition', async () => {
		const parameters = create({ options: { allowRepeatedRecipients: true } });
		const first = await node.run(parameters, { items: [{}, {}] });
		expect(stored()).toHaveLength(2);

		const { json } = await runAgain(first, parameters, 1, { items: [{}, {}] });
		expect(json.map(({ already_created: already }) => already)).toEqual([true, true]);
		expect(stored()).toHaveLength(2);
	});

	test('send once where the node goes on after failures', async () => {
		const { json } = await node.run(create(allAtOnce), {
			items: people(3),
			node: { onError: 'continueRegularOutput' },
		});

		expect(stored().map(({ recipients_count: count }) => count)).toEqual([3]);
		expect(json.filter(({ error }) => error)).toHaveLength(2);
	});
});

describe('an email twice among the recipients of one run', () => {
	const twice = [
		{ first_name: 'Ann', email: 'ann@example.com' },
		{ first_name: 'Bo', email: 'bo@example.com' },
		{ first_name: 'Anna', email: 'ANN@example.com' },
	];
	const PROBLEM = 'Recipient 3: Email "ANN@example.com" is also that of recipient 1, who would get the gift twice';

	test('is refused among input items, whatever its case', async () => {
		const run = await node.run(fromItems(), { items: twice });

		expect(problemsOf(run)).toEqual([PROBLEM]);
		expect(creationsSent()).toBe(0);
	});

	test('is refused in a list of recipients before the service is asked anything', async () => {
		const run = await node.run(create({ recipientsSource: 'json', recipientsJson: JSON.stringify(twice) }));

		expect(problemsOf(run)).toEqual([expect.stringContaining(PROBLEM)]);
		expect(run.error?.message).toContain('add the option "Allow Repeated Recipients"');
		expect(node.service.requests).toEqual([]);
	});

	test('is refused among the order batches of several items', async () => {
		const parameters = create({
			fromName: '={{ $json.first_name }}',
			recipients: { recipient: [{ firstName: '={{ $json.first_name }}', email: '={{ $json.email }}' }] },
		});
		const run = await node.run(parameters, { items: twice });

		expect(run.error?.message).toContain(
			'Item 3: Recipient 1: Email "ANN@example.com" is also that of recipient 1 of item 1, who would get the gift twice',
		);
		expect(creationsSent()).toBe(0);
	});

	test('is not that of another person with a tag in the address', async () => {
		const items = ['ann@example.com', 'ann+gifts@example.com'].map((email) => ({ first_name: 'Ann', email }));
		await node.run(fromItems(), { items });

		expect(stored().map(({ recipients_count: count }) => count)).toEqual([2]);
	});

	test('is sent when the user allows it', async () => {
		await node.run(fromItems({ options: { allowRepeatedRecipients: true } }), { items: twice });

		expect(stored().map(({ recipients_count: count }) => count)).toEqual([3]);
	});

	test('goes to the error output with Skip Invalid Recipients, and the first one is sent', async () => {
		const { outputs } = await node.run(fromItems({ options: { skipInvalidRecipients: true } }), {
			items: twice,
			node: { onError: 'continueErrorOutput' },
		});

		expect(outputs[0]?.map(({ json }) => json.first_name)).toEqual(['Ann', 'Bo']);
		expect(outputs[1]).toEqual([
			expect.objectContaining({ json: expect.objectContaining({ error: PROBLEM }), pairedItem: { item: 2 } }),
		]);
		expect(stored().map(({ recipients_count: count }) => count)).toEqual([2]);
	});
});

describe('a recipient twice without an email', () => {
	const home = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };
	const direct = (more: IDataObject = {}) => fromItems({ sendMethod: 'direct_send', ...more });

	test('is refused with the same name and address', async () => {
		const items = ['Ann', 'Bo', 'Ann'].map((name) => ({ first_name: name, ...home }));
		const run = await node.run(direct(), { items });

		expect(problemsOf(run)).toEqual([
			'Recipient 3: Name, phone and address are also those of recipient 1, who would get the gift twice',
		]);
		expect(creationsSent()).toBe(0);

		await node.run(direct({ options: { allowRepeatedRecipients: true } }), { items });
		expect(stored().map(({ recipients_count: count }) => count)).toEqual([3]);
	});

	test('is refused among order batches of their own', async () => {
		const parameters = direct({ options: { recipientsPerBatch: 1 } });
		const run = await node.run(parameters, { items: ['Ann', 'Ann'].map((name) => ({ first_name: name, ...home })) });

		expect(creationsSent()).toBe(0);
		expect(run.error?.message).toContain('who would get the gift twice');
	});

	test('may be two people where only the name is known', async () => {
		await node.run(fromItems(), { items: [{ first_name: 'Ann' }, { first_name: 'Ann' }] });

		expect(stored().map(({ recipients_count: count }) => count)).toEqual([2]);
	});
});

describe('what must be the same for all input items', () => {
	test.each<[string, IDataObject]>([
		['Validate Only', { validateOnly: '={{ $json.first }}' }],
		['Simplify', { simplify: '={{ $json.first }}' }],
		['Options', { options: { recipientsLimit: '={{ $json.first ? 5 : 10 }}' } }],
		['Options', { options: { skipInvalidRecipients: '={{ $json.first }}' } }],
	])('includes %s', async (label, more) => {
		const items = [
			{ first_name: 'Ann', first: true },
			{ first_name: 'Bo', first: false },
		];
		const run = await node.run(fromItems(more), { items });

		expect(problemsOf(run)).toEqual([
			`"${label}" must be the same for all input items, since they make one order batch: item 2 has a different value than the first. To send each person something else, choose "Define Below" under "Recipients From"`,
		]);
		expect(creationsSent()).toBe(0);
	});
});

describe('a creation that the service refuses after an attempt of which nobody knows the outcome', () => {
	const refusal = (status: number, error?: string): FaultEffect => ({
		kind: 'response',
		status,
		...(error && { body: { error } }),
	});

	test.each<[string, FaultEffect]>([
		['with any 409', refusal(409, 'Conflict')],
		[
			'with a sentence that only names the reference',
			refusal(422, 'customer_reference_id is not allowed for this plan'),
		],
		['because the reference is too long', refusal(422, 'customer_reference_id is too long (maximum is 40 characters)')],
	])('%s is not reported as created', async (_name, effect) => {
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503 } });
		node.service.addFault({ ...POST, times: 1, effect });
		const { error, json } = await node.run(create());

		expect(json).toEqual([]);
		expect(error?.description).toContain('It is not known whether the order batch was created');
		expect(stored()).toEqual([]);
	});

	test.each([true, false])(
		"because the user's own reference is that of an older batch is an error, where the service can list batches: %s",
		async (canList) => {
			node.service.setInterfaceOnly(!canList);
			const older = await node.createBatch(1, { customer_reference_id: 'deal-1', recipients: [{ first_name: 'Zoe' }] });
			node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503 } });
			const { error, json } = await node.run(withReference('deal-1'));

			expect(json).toEqual([]);
			expect(error?.description).toContain(
				canList
					? `Order batch ${older} has this "Customer Reference ID" and is for other recipients`
					: 'or an older one',
			);
			expect(stored()).toHaveLength(1);
		},
	);

	test.each<[string, IDataObject[], boolean]>([
		['the same people', [{ first_name: 'Ann', email: 'ANN@example.com' }, { first_name: 'Bo' }], true],
		[
			'the same names with another email',
			[{ first_name: 'Ann', email: 'other@example.com' }, { first_name: 'Bo' }],
			false,
		],
		['fewer people', [{ first_name: 'Ann', email: 'ann@example.com' }], false],
		['one other person', [{ first_name: 'Ann', email: 'ann@example.com' }, { first_name: 'Cy' }], false],
		[
			'somebody of the same name with an email',
			[
				{ first_name: 'Ann', email: 'ann@example.com' },
				{ first_name: 'Bo', email: 'bo@example.com' },
			],
			false,
		],
		[
			'one of them twice',
			[
				{ first_name: 'Ann', email: 'ann@example.com' },
				{ first_name: 'Ann', email: 'ann@example.com' },
			],
			false,
		],
	])('takes a batch that it finds for its own only if it is for its people: %s', async (_who, recipients, isSame) => {
		node.service.setInterfaceOnly(false);
		await node.createBatch(1, { customer_reference_id: 'deal-1', recipients });
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'drop' } });
		const { json } = await node.run({
			...withReference('deal-1'),
			recipientsSource: 'json',
			recipientsJson: '[{"first_name":"Ann","email":"ann@example.com"},{"first_name":"Bo"}]',
		});

		expect(json).toEqual(isSame ? [expect.objectContaining({ already_created: true })] : []);
		expect(stored()).toHaveLength(1);
	});
});
