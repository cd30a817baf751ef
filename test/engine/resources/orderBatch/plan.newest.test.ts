import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { actionNode, type ActionNode } from '../../../support/actionNode';
import type { NodeRun } from '../../../../dev/harness/engine';
import { FROM_ITEMS, smallBatch } from '../../../support/orderBatchParameters';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();

const fromItems = (more: IDataObject = {}, service: ActionNode = node): IDataObject => ({
	...smallBatch(service.service.samples.productId),
	...FROM_ITEMS,
	...more,
	// The default output has tests of its own.
	options: { output: 'orderBatch', ...(more.options as IDataObject | undefined) },
});

const withOptions = (options: IDataObject, more: IDataObject = {}) => fromItems({ options, ...more });

/** Items named from 1, each with whatever `more` says. */
const people = (count: number, more: (index: number) => IDataObject = () => ({})): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ first_name: `Person ${index + 1}`, ...more(index) }));

/** Sends emails, and so needs them. */
const BY_EMAIL = { sendMethod: 'email_and_link' };

/** Items of which those with the given numbers, from 1, have an email address that is none. */
const withInvalid = (count: number, ...invalid: number[]) =>
	people(count, (index) => ({ email: invalid.includes(index + 1) ? 'at work' : `person${index + 1}@example.com` }));

const invalidEmail = (number: number) =>
	`Recipient ${number}: "Email" must be an email address such as ann@example.com, but it is the text "at work"`;

/** The bodies that were sent to create batches, each as the interface says. */
function sentBodies(service: ActionNode = node): IDataObject[] {
	const bodies = service.requests
		.filter(({ method, path }) => method === 'POST' && path === '/v1/order_batches')
		.map(({ body }) => body as IDataObject);
	for (const body of bodies) expect(problemsOf('OrderBatchInput', body)).toEqual([]);
	return bodies;
}

const namesIn = ({ recipients }: IDataObject) => (recipients as IDataObject[]).map(({ first_name: name }) => name);

const names = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => `Person ${from + index + 1}`);

/** The pairing of what comes from the items of these indexes. */
const paired = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ({ item: from + index }));

const pairings = (items: INodeExecutionData[] = []) => items.map(({ pairedItem }) => pairedItem);

/** What a run refused, with nothing sent. */
function refusedProblems({ status, error }: NodeRun): unknown {
	expect(status).toBe('error');
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		description: expect.stringContaining('Nothing was sent.') as string,
	});
	expect(node.requests).toEqual([]);
	return error?.context.problems;
}

const DERIVED_REFERENCE = expect.stringMatching(/^n8n-[0-9a-f]{40}$/) as string;

describe('input items as recipients', () => {
	test('make one batch, in their order, whose answer is paired to all of them', async () => {
		const items = [
			{ 'First Name': 'Ann', 'Last Name': 'Lee', 'E-mail': 'ann@example.com', company: 'Acme' },
			{ 'First Name': 'Bo', 'E-mail': 'bo@example.com', Phone: '(415) 555-2671', Country: 'USA' },
			{ 'First Name': 'Cy', 'E-mail': 'cy@example.com' },
		];

		const { outputs } = await node.run(fromItems({ sendMethod: 'email_and_link' }), { items });

		expect(sentBodies()).toEqual([
			{
				from_name: 'Ann from Acme',
				send_method: 'email_and_link',
				recipients: [
					{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' },
					{ first_name: 'Bo', email: 'bo@example.com', phone: '+14155552671' },
					{ first_name: 'Cy', email: 'cy@example.com' },
				],
				cart: { items: [{ product_id: node.service.samples.productId, quantity: 1 }] },
				customer_reference_id: DERIVED_REFERENCE,
			},
		]);
		expect(outputs).toEqual([
			[
				{
					json: expect.objectContaining({
						id: node.service.orderBatches()[0]?.id,
						send_status: 'complete',
						recipients_count: 3,
						orders_count: 3,
					}),
					pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
				},
			],
		]);
	});

	test('are sent without a hint on the columns in which they were found', async () => {
		const items = [
			{ 'First Name': 'Ann', 'E-mail': 'ann@example.com' },
			{ Vorname: 'Bo', Mail: 'bo@example.com' },
		];
		const { hints } = await node.run(fromItems(BY_EMAIL), { items });

		expect(sentBodies().map(namesIn)).toEqual([['Ann', 'Bo']]);
		expect(hints).toEqual([]);
	});

	test('make a batch of one recipient where there is one item', async () => {
		const { outputs } = await node.run(fromItems(), { items: people(1) });
		expect(outputs[0]).toEqual([{ json: expect.objectContaining({ recipients_count: 1 }), pairedItem: { item: 0 } }]);
	});

	test.each(['scheduledSendOn', 'expiresAt'])(
		'are refused when %s differs between them by more than the time that reading them takes',
		async (field) => {
			const items = people(2, (index) => ({ at: `2035-0${index + 1}-10T09:00:00Z` }));
			const withTime = (time: string) =>
				fromItems(field === 'expiresAt' ? { additionalFields: { [field]: time } } : { [field]: time });
			const { error } = await node.run(withTime('={{ $json.at }}'), { items });
			expect(error?.message).toMatch(/"(Scheduled Send On|Expires At)" must be the same for all input items.*: item 2/);
			expect(sentBodies()).toEqual([]);

			await node.run(withTime('={{ $now.plus(1, "day").plus($itemIndex * 20, "milliseconds").toISO() }}'), { items });
			expect(sentBodies()).toHaveLength(1);
		},
	);

	test('are refused when a value that their batch has once differs between them', async () => {
		const more = {
			fromName: '={{ $json.from }}',
			cardId: node.service.samples.cardId,
			message: '={{ "Hi from " + $json.from }}',
		};
		const same = people(2, () => ({ from: 'Ann' }));
		await node.run(fromItems(more), { items: same });
		expect(sentBodies()).toEqual([expect.objectContaining({ from_name: 'Ann', message: 'Hi from Ann' })]);

		node.service.reset();
		const { error } = await node.run(fromItems(more), { items: [...same, { ...same[1], from: 'Bo' }] });
		expect(error?.context.problems).toEqual([
			expect.stringMatching(/^"From Name" must be the same for all input items.*: item 3 has a different value/),
			expect.stringMatching(/^"Message" must be the same for all input items.*: item 3 has a different value/),
		]);
		expect(node.service.requests).toEqual([]);
	});

	test('are shipped to directly at their addresses', async () => {
		const items = people(2, (index) => ({
			Street: `${index + 1} Main St`,
			City: 'Boston',
			State: 'MA',
			Zip: 2108,
			Country: 'United States',
		}));

		await node.run(fromItems({ sendMethod: 'direct_send' }), { items });

		expect(sentBodies()[0]?.recipients).toEqual([
			{
				first_name: 'Person 1',
				mailing_address: { address_1: '1 Main St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' },
			},
			{
				first_name: 'Person 2',
				mailing_address: { address_1: '2 Main St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' },
			},
		]);
		expect(node.service.orderBatches()).toHaveLength(1);
	});

	test('make one batch of 500 where there are 500', async () => {
		const { json } = await node.run(fromItems(), { items: people(500) });

		expect(json).toEqual([expect.objectContaining({ send_status: 'pending', recipients_count: 500 })]);
		expect(sentBodies().map(namesIn)).toEqual([names(0, 500)]);
	});

	test('make one output item that is paired to each of 2,000 of them', async () => {
		const { outputs } = await node.run(fromItems(), { items: people(2_000) });

		expect(outputs[0]?.map(({ json }) => json.recipients_count)).toEqual([2_000]);
		expect(pairings(outputs[0])).toEqual([paired(0, 2_000)]);
	});

	test('carry the same reference when n8n repeats the failed execution, and another one in the next', async () => {
		node.service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'response', status: 422 } });
		const failed = await node.run(fromItems(), { items: people(3) });
		const contextData = failed.run.data.executionData?.contextData as unknown as IDataObject;
		await node.run(fromItems(), { items: people(3), contextData });
		await node.run(fromItems(), { items: people(3) });

		const [first, repeated, next] = sentBodies().map(({ customer_reference_id: reference }) => reference);
		expect(repeated).toBe(first);
		expect(next).not.toBe(first);
		expect(node.service.orderBatches()).toHaveLength(2);
	});

	test('show the bodies and send nothing with Validate Only', async () => {
		const { outputs, json } = await node.run(withOptions({ recipientsPerBatch: 2 }, { validateOnly: true }), {
			items: people(3),
		});

		expect(sentBodies()).toEqual([]);
		expect(json).toEqual([
			{
				valid: true,
				price: expect.objectContaining({ recipients_count: 2 }),
				limits: {},
				reference_from: 'derived',
				request: expect.objectContaining({ recipients: [{ first_name: 'Person 1' }, { first_name: 'Person 2' }] }),
			},
			{
				valid: true,
				price: expect.objectContaining({ recipients_count: 1 }),
				limits: {},
				reference_from: 'derived',
				request: expect.objectContaining({ recipients: [{ first_name: 'Person 3' }] }),
			},
		]);
		expect(pairings(outputs[0])).toEqual([[{ item: 0 }, { item: 1 }], { item: 2 }]);

		await node.run(withOptions({ recipientsPerBatch: 2 }), { items: people(3) });
		const shown = json.map(({ request }) => ({
			...(request as IDataObject),
			customer_reference_id: DERIVED_REFERENCE,
		}));
		expect(sentBodies()).toEqual(shown);
	});
});

describe('invalid input items', () => {
	test('among 5,000 are all named in one error, and nothing is sent', async () => {
		const invalid = Array.from({ length: 30 }, (_, index) => 17 + index * 160);

		const run = await node.run(fromItems(BY_EMAIL), { items: withInvalid(5_000, ...invalid) });

		const problems = invalid.map(invalidEmail);
		expect(refusedProblems(run)).toEqual(problems);
		expect(problems[0]).toMatch(/^Recipient 17: /);
		expect(run.error?.message).toBe(
			'30 recipients: "Email" must be an email address such as ann@example.com: Person 17 (row 17, the text "at work"), Person 177 (row 177, the text "at work"), Person 337 (row 337, the text "at work"), Person 497 (row 497, the text "at work"), Person 657 (row 657, the text "at work"), and 25 more',
		);
	});

	test('are refused together with what else is wrong', async () => {
		const run = await node.run(fromItems({ sendMethod: 'email_and_link', cartItems: {}, message: 'Hi!' }), {
			items: [
				{ first_name: 'Ann', email: 'ann@example.com' },
				{ first_name: '', email: 'at work' },
				{ first_name: 'Cy' },
			],
		});

		expect(refusedProblems(run)).toEqual([
			'"Cart Items" is empty: add at least one entry',
			'"Card" is missing: a "Message" needs one',
			'Recipient 2: "First Name" is missing',
			invalidEmail(2),
			'Recipient 3: "Email" is missing: the send method "Email and Link" needs it',
		]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'stop all of them when the node goes on with %s',
		async (onError) => {
			const { status, outputs } = await node.run(fromItems(BY_EMAIL), { items: withInvalid(3, 2), node: { onError } });

			expect(status).toBe('success');
			expect(node.service.requests).toEqual([]);
			const isErrorOutput = onError === 'continueErrorOutput';
			expect(outputs[isErrorOutput ? 1 : 0]).toEqual(
				paired(0, 3).map((pairedItem) => ({
					json: expect.objectContaining({
						error: invalidEmail(2),
						error_description: expect.stringContaining('Nothing was sent'),
					}),
					pairedItem,
				})),
			);
			if (isErrorOutput) expect(outputs[0]).toEqual([]);
		},
	);
});

describe('Skip Invalid Recipients', () => {
	const skip = (options: IDataObject = {}, more: IDataObject = {}) =>
		withOptions({ skipInvalidRecipients: true, ...options }, { ...BY_EMAIL, ...more });

	test('sends the valid ones in order, and the others go to the error output', async () => {
		const { outputs } = await node.run(skip(), {
			items: withInvalid(6, 1, 4),
			node: { onError: 'continueErrorOutput' },
		});

		expect(sentBodies().map(namesIn)).toEqual([['Person 2', 'Person 3', 'Person 5', 'Person 6']]);
		const [sent, failed] = outputs;
		expect(sent).toEqual([
			{
				json: expect.objectContaining({ recipients_count: 4 }),
				pairedItem: [{ item: 1 }, { item: 2 }, { item: 4 }, { item: 5 }],
			},
		]);
		expect(failed).toEqual([
			{ json: expect.objectContaining({ error: invalidEmail(1) }), pairedItem: { item: 0 } },
			{ json: expect.objectContaining({ error: invalidEmail(4) }), pairedItem: { item: 3 } },
		]);
	});

	test('reports the others in the output when the node goes on there', async () => {
		const { outputs, hints } = await node.run(skip(), {
			items: withInvalid(3, 2),
			node: { onError: 'continueRegularOutput' },
		});

		expect(sentBodies().map(namesIn)).toEqual([['Person 1', 'Person 3']]);
		expect(outputs[0]).toEqual([
			{ json: expect.objectContaining({ error: invalidEmail(2) }), pairedItem: { item: 1 } },
			{ json: expect.objectContaining({ recipients_count: 2 }), pairedItem: [{ item: 0 }, { item: 2 }] },
		]);
		expect(hints).toEqual([]);
	});

	test('reports the others in a hint when the node stops on errors', async () => {
		const { status, outputs, hints } = await node.run(skip(), { items: withInvalid(3, 1, 3) });

		expect(status).toBe('success');
		expect(sentBodies().map(namesIn)).toEqual([['Person 2']]);
		expect(outputs).toEqual([[{ json: expect.objectContaining({ recipients_count: 1 }), pairedItem: { item: 1 } }]]);
		expect(hints).toEqual([`2 of 3 recipients were left out: ${invalidEmail(1)}; ${invalidEmail(3)}`]);
	});

	test('keeps the hint short when many are left out', async () => {
		const { hints } = await node.run(skip(), { items: withInvalid(41, ...names(0, 40).map((_, index) => index + 1)) });

		expect(hints).toEqual([`40 of 41 recipients were left out: ${[1, 2, 3, 4, 5].map(invalidEmail).join('; ')}`]);
		expect(sentBodies().map(namesIn)).toEqual([['Person 41']]);
	});

	test('names every problem of a recipient that is left out', async () => {
		const { outputs } = await node.run(skip({}, { sendMethod: 'email_and_link' }), {
			items: [{ first_name: 'Ann', email: 'ann@example.com' }, { phone: 'none' }],
			node: { onError: 'continueErrorOutput' },
		});

		const error = String(outputs[1]?.[0]?.json.error);
		expect(error).toMatch(/^The input needs 2 corrections: /);
		for (const problem of ['"First Name" is missing', '"Email" is missing']) {
			expect(error).toContain(`Recipient 2: ${problem}`);
		}
	});

	test('changes nothing when all are valid', async () => {
		const { outputs, hints } = await node.run(skip(), {
			items: withInvalid(3),
			node: { onError: 'continueErrorOutput' },
		});

		expect(pairings(outputs[0])).toEqual([paired(0, 3)]);
		expect(outputs[1] ?? []).toEqual([]);
		expect(hints).toEqual([]);
	});

	test('cuts batches by place, so that a person stays in their batch when another one is mended', async () => {
		const { outputs } = await node.run(skip({ recipientsPerBatch: 2 }), {
			items: withInvalid(6, 2, 5),
			node: { onError: 'continueErrorOutput' },
		});

		expect(sentBodies().map(namesIn)).toEqual([['Person 1'], ['Person 3', 'Person 4'], ['Person 6']]);
		expect(pairings(outputs[0])).toEqual([{ item: 0 }, [{ item: 2 }, { item: 3 }], { item: 5 }]);
		expect(pairings(outputs[1])).toEqual([{ item: 1 }, { item: 4 }]);
	});

	test('pairs each order to its item when some are left out', async () => {
		const { outputs } = await node.run(skip({ output: 'orders' }), {
			items: withInvalid(4, 1, 3),
			node: { onError: 'continueErrorOutput' },
		});

		expect(outputs[0]?.map(({ json, pairedItem }) => [json.recipient_first_name, pairedItem])).toEqual([
			['Person 2', { item: 1 }],
			['Person 4', { item: 3 }],
		]);
	});

	test('leaves out who lives where the product cannot be shipped, beside one who is invalid otherwise', async () => {
		const wine = node.service.catalogue
			.activeProductsShippingTo('US')
			.find(({ name }) => name === 'Red and White Pair');
		const cart = { item: [{ product: { __rl: true, mode: 'id', value: wine?.id }, quantity: 1 }] };
		const address = (state: string) => ({
			address_1: '1 Main St',
			city: 'Town',
			state,
			postal_code: '84101',
			country: 'US',
		});
		const { status, hints } = await node.run(skip({}, { sendMethod: 'direct_send', cartItems: cart }), {
			items: [
				{ first_name: '', ...address('CA') },
				{ first_name: 'Ben', ...address('UT') },
				{ first_name: 'Cleo', ...address('CA') },
			],
		});

		expect(status).toBe('success');
		expect(hints).toEqual([
			'2 of 3 recipients were left out: Recipient 1: "First Name" is missing; Recipient 2: State UT: "Red and White Pair" cannot be shipped there',
		]);
		expect(sentBodies().map(namesIn)).toEqual([['Cleo']]);
	});

	test('sends nothing and fails when all are invalid', async () => {
		const run = await node.run(skip(), { items: withInvalid(3, 1, 2, 3) });
		expect(refusedProblems(run)).toEqual([1, 2, 3].map(invalidEmail));
	});

	test('reports each of them with its own problem on the error output when all are invalid', async () => {
		const { outputs } = await node.run(skip(), {
			items: withInvalid(3, 1, 2, 3),
			node: { onError: 'continueErrorOutput' },
		});

		expect(node.service.requests).toEqual([]);
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]).toEqual(
			paired(0, 3).map((pairedItem) => ({
				json: expect.objectContaining({
					error: invalidEmail(pairedItem.item + 1),
					error_description: expect.stringContaining('Nothing was sent'),
				}),
				pairedItem,
			})),
		);
	});

	test.each<[string, IDataObject, string]>([
		['there is no product', { cartItems: {} }, '"Cart Items" is empty: add at least one entry'],
		['the sender is missing', { fromName: '={{ " " }}' }, '"From Name" is missing'],
		['a message has no card', { message: 'Hi!' }, '"Card" is missing: a "Message" needs one'],
		['the time is over', { scheduledSendOn: '2020-01-01' }, '"Scheduled Send On" is in the past'],
	])('never skips that %s', async (_what, more, problem) => {
		const other = expect.stringContaining(problem) as string;
		expect(refusedProblems(await node.run(skip({}, more), { items: withInvalid(2) }))).toEqual([other]);
		expect(refusedProblems(await node.run(skip({}, more), { items: withInvalid(2, 1) }))).toEqual([
			other,
			invalidEmail(1),
		]);
	});
});

describe('Recipients per Batch', () => {
	test('splits 25 items into batches of 10, 10 and 5, each with its own reference and paired to its own items', async () => {
		const { outputs } = await node.run(withOptions({ recipientsPerBatch: 10 }), { items: people(25) });

		const bodies = sentBodies();
		expect(bodies.map(namesIn)).toEqual([names(0, 10), names(10, 20), names(20, 25)]);
		const references = bodies.map(({ customer_reference_id: reference }) => reference);
		expect(references).toEqual([DERIVED_REFERENCE, DERIVED_REFERENCE, DERIVED_REFERENCE]);
		expect(new Set(references).size).toBe(3);
		expect(outputs[0]?.map(({ json }) => [json.customer_reference_id, json.recipients_count])).toEqual([
			[references[0], 10],
			[references[1], 10],
			[references[2], 5],
		]);
		expect(pairings(outputs[0])).toEqual([paired(0, 10), paired(10, 20), paired(20, 25)]);
		expect(node.service.maxConcurrency()).toBe(1);
	});

	test.each([
		[25, [10, 10, 5]],
		[20, [10, 10]],
		[10, [10]],
		[3, [3]],
		[1, [1]],
	])('splits %d items by 10 into %j', async (count, sizes) => {
		await node.run(withOptions({ recipientsPerBatch: 10 }), { items: people(count) });
		expect(sentBodies().map((body) => namesIn(body).length)).toEqual(sizes);
	});

	describe.each(['stopWorkflow', 'continueErrorOutput'] as const)('with a reference of the user and %s', (onError) => {
		const own = (options: IDataObject = {}) =>
			withOptions(
				{ recipientsPerBatch: 2, ...options },
				{ ...BY_EMAIL, additionalFields: { customerReferenceId: 'camp' } },
			);
		const unavailableOnce = () =>
			node.service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'response', status: 503 } });

		test.each<[string, () => unknown, IDataObject, number[]]>([
			['a new one', () => undefined, {}, []],
			['one that was used before', async () => await node.createBatch(2, { customer_reference_id: 'camp' }), {}, []],
			['a service that is down for the first order batch', unavailableOnce, {}, []],
			[
				'Skip Invalid Recipients, which leaves out all of the first order batch',
				() => undefined,
				{ skipInvalidRecipients: true },
				[1, 2],
			],
		])('is refused, since it names one order batch: %s', async (_what, prepare, options, invalid) => {
			await prepare();
			const { error, outputs } = await node.run(own(options), { items: withInvalid(4, ...invalid), node: { onError } });

			const problem =
				'"Customer Reference ID" names one order batch, but "Recipients per Batch" makes several of 4 input items: remove one of the two, or send each part with a reference of its own';
			const messages = error ? [error.message] : outputs[1]?.map(({ json }) => json.error);
			expect(messages).toEqual(Array.from({ length: error ? 1 : 4 }, () => expect.stringContaining(problem) as string));
			expect(node.service.requests).toEqual([]);
		});
	});

	test("leaves the user's own reference as it is when nothing is split", async () => {
		await node.run(fromItems({ additionalFields: { customerReferenceId: 'deal-4711' } }), { items: people(5) });
		expect(sentBodies().map(({ customer_reference_id: reference }) => reference)).toEqual(['deal-4711']);
	});

	test("sends nothing again when it is added to a workflow that has sent all with the user's own reference", async () => {
		const more = { additionalFields: { customerReferenceId: 'deal-4711' } };
		await node.run(fromItems(more), { items: people(2) });
		const { error } = await node.run(withOptions({ recipientsPerBatch: 500 }, more), { items: people(2) });

		expect(error?.description).toContain('nothing was sent this time');
		expect(node.service.orderBatches()).toHaveLength(1);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'keeps the other batches when one in the middle fails, with %s',
		async (onError) => {
			const parameters = withOptions({ recipientsPerBatch: 2 });
			node.service.addFault({
				match: { method: 'POST', path: '/v1/order_batches' },
				// The second request.
				times: { probability: 0.4, seed: 1 },
				effect: { kind: 'response', status: 422 },
			});
			const { outputs } = await node.run(parameters, { items: people(6), node: { onError } });

			const [regular = [], errors = []] = outputs;
			const failed = onError === 'continueErrorOutput' ? errors : regular.filter(({ json }) => json.error);
			const created = regular.filter(({ json }) => !json.error);
			expect(pairings(created)).toEqual([paired(0, 2), paired(4, 6)]);
			expect(failed).toEqual(
				paired(2, 4).map((pairedItem) => ({
					json: expect.objectContaining({
						error_description: expect.stringContaining('The order batch was not created'),
					}),
					pairedItem,
				})),
			);
			if (onError === 'continueRegularOutput')
				expect(pairings(regular)).toEqual([paired(0, 2), ...paired(2, 4), paired(4, 6)]);
		},
	);

	test('stops at a batch that fails, and a repetition sends what was not sent', async () => {
		node.service.addFault({
			match: { method: 'POST' },
			times: { probability: 0.5, seed: 3 },
			effect: { kind: 'response', status: 422 },
		});
		const parameters = withOptions({ recipientsPerBatch: 2 });
		let run = await node.run(parameters, { items: people(12) });
		let executions = 1;
		while (run.error) {
			const contextData = JSON.parse(JSON.stringify(run.run.data.executionData?.contextData)) as IDataObject;
			run = await node.run(parameters, { items: people(12), contextData });
			executions++;
		}

		expect(executions).toBeGreaterThan(1);
		expect(run.json.map(({ recipients_count: count }) => count)).toEqual([2, 2, 2, 2, 2, 2]);
		expect(node.service.orderBatches()).toHaveLength(6);
		const created = node.requests.filter(({ method, status }) => method === 'POST' && status === 201);
		expect(created.flatMap(({ body }) => namesIn(body as IDataObject))).toEqual(names(0, 12));
	});

	test.each<[string, unknown, string]>([
		['zero', 0, 'must be a whole number of at least 1, but it is the number 0'],
		['negative', -5, 'must be a whole number of at least 1, but it is the number -5'],
		['not whole', 2.5, 'must be a whole number of at least 1, but it is the number 2.5'],
		['text', 'ten', 'must be a whole number of at least 1, but it is the text "ten"'],
		['nothing', null, 'is missing'],
		['a list', [10], 'must be a whole number of at least 1, but it is a list'],
	])('refuses %s', async (_what, size, problem) => {
		const items = people(3, () => ({ size }) as IDataObject);
		const run = await node.run(withOptions({ recipientsPerBatch: '={{ $json.size }}' }), { items });
		expect(refusedProblems(run)).toEqual([`"Recipients per Batch" ${problem}`]);
	});
});

describe('Output: Orders', () => {
	const orders = (options: IDataObject = {}) => withOptions({ output: 'orders', ...options });

	test('gives one item for each order, paired to exactly the item of its recipient', async () => {
		const items = people(5, (index) => ({
			email: `person${index + 1}@example.com`,
			last_name: index % 2 ? 'Lee' : '',
		}));
		const { outputs } = await node.run(orders(), { items });

		expect(
			outputs[0]?.map(({ json, pairedItem }) => [json.recipient_first_name, json.recipient_email, pairedItem]),
		).toEqual(items.map(({ first_name: name, email }, item) => [name, email, { item }]));
		for (const { json } of outputs[0] ?? []) expect(json.individual_gift_link).toMatch(/^http/);
		expect(new Set(outputs[0]?.map(({ json }) => json.id)).size).toBe(5);
	});

	test('pairs each order to an item of its own when recipients look the same', async () => {
		const items = [
			{ first_name: 'Ann' },
			{ first_name: 'Bo' },
			{ first_name: ' Ann ' },
			{ first_name: 'Bo', email: 'bo@example.com' },
			{ first_name: 'Ann' },
		];
		const { outputs } = await node.run(orders(), { items });

		expect(
			outputs[0]?.map(({ json, pairedItem }) => [json.recipient_first_name, json.recipient_email, pairedItem]),
		).toEqual([
			['Ann', null, { item: 0 }],
			['Bo', null, { item: 1 }],
			['Ann', null, { item: 2 }],
			['Bo', 'bo@example.com', { item: 3 }],
			['Ann', null, { item: 4 }],
		]);
	});

	test('pairs the orders of each batch to its own items when the items are split', async () => {
		const { outputs } = await node.run(orders({ recipientsPerBatch: 2, allowRepeatedRecipients: true }), {
			items: people(5, () => ({ first_name: 'Ann' })),
		});
		expect(pairings(outputs[0])).toEqual(paired(0, 5));
		expect(new Set(outputs[0]?.map(({ json }) => json.id)).size).toBe(5);
	});

	test('shows the bodies and no orders with Validate Only', async () => {
		const { json } = await node.run({ ...orders(), validateOnly: true }, { items: people(2) });
		expect(json).toEqual([
			{
				valid: true,
				price: expect.objectContaining({ recipients_count: 2 }),
				limits: {},
				reference_from: 'derived',
				request: expect.objectContaining({ recipients: [{ first_name: 'Person 1' }, { first_name: 'Person 2' }] }),
			},
		]);
		expect(sentBodies()).toEqual([]);
	});

	describe('of a batch that is made later', () => {
		const quick = actionNode({ processingDelayMs: 1 });

		test('come from all pages, each paired to its item', async () => {
			const { outputs } = await quick.run(fromItems({ options: { output: 'orders', pollIntervalSeconds: 1 } }, quick), {
				items: people(230),
			});

			expect(outputs[0]?.map(({ json, pairedItem }) => [json.recipient_first_name, pairedItem])).toEqual(
				names(0, 230).map((name, item) => [name, { item }]),
			);
			expect(sentBodies(quick)).toHaveLength(1);
		});
	});
});

describe('Scheduled Send On', () => {
	const scheduled = (scheduledSendOn: string) => fromItems({ scheduledSendOn });

	test('is sent with a definite offset for a time that comes twice', async () => {
		const { json } = await node.run(scheduled('2035-11-04T01:30:00'), {
			items: people(2),
			timezone: 'America/New_York',
		});

		const [body] = sentBodies();
		expect(body?.scheduled_send_on).toMatch(/^2035-11-04T01:30:00\.000-0[45]:00$/);
		expect(json).toEqual([expect.objectContaining({ send_status: 'pending', recipients_count: 2 })]);
	});

	test.each(['-04:00', '-05:00'])(
		'is sent as it was given for a time that comes twice, with the offset %s',
		async (offset) => {
			await node.run(scheduled(`2035-11-04T01:30:00${offset}`), { items: people(2), timezone: 'America/New_York' });
			expect(Date.parse(String(sentBodies()[0]?.scheduled_send_on))).toBe(Date.parse(`2035-11-04T01:30:00${offset}`));
		},
	);

	test('is refused for a time that does not exist', async () => {
		const run = await node.run(scheduled('2035-03-11T02:30:00'), { items: people(2), timezone: 'America/New_York' });
		expect(refusedProblems(run)).toEqual([
			'"Scheduled Send On" is 2035-03-11T02:30:00, which the time zone of the workflow skips because its clocks go forward: choose another time of that day',
		]);
	});

	test.each([
		['before', '2035-03-11T01:59:59', '2035-03-11T01:59:59.000-05:00'],
		['after', '2035-03-11T03:00:00', '2035-03-11T03:00:00.000-04:00'],
	])(
		'is sent with the offset of its own day for a time right %s the hour that does not exist',
		async (_which, time, sent) => {
			await node.run(scheduled(time), { items: people(1), timezone: 'America/New_York' });
			expect(sentBodies()[0]?.scheduled_send_on).toBe(sent);
		},
	);
});
