import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../../support/actionNode';
import { creationsOf, POST } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ interfaceOnly: true });

const { create, stored } = creationsOf(node);

const fromItems = (more: IDataObject = {}) => create({ ...FROM_ITEMS, ...more });

const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		first_name: `Person ${index + 1}`,
		email: `person${index + 1}@example.com`,
		crm_id: index,
	}));

const TO_ERROR_OUTPUT = { onError: 'continueErrorOutput' } as const;

describe('Output: Recipients', () => {
	test('is what input items give: each with their own gift link, paired to their own item', async () => {
		const { outputs } = await node.run(fromItems(), { items: people(3) });

		const id = stored()[0]?.id as string;
		const batch = await node.read(`/v1/order_batches/${id}`);
		const orders = batch.orders_preview as IDataObject[];
		expect(outputs[0]).toEqual(
			orders.map((order, index) => ({
				json: {
					first_name: `Person ${index + 1}`,
					email: `person${index + 1}@example.com`,
					order_batch_id: id,
					send_status: 'complete',
					order_id: order.id,
					individual_gift_link: order.individual_gift_link,
				},
				pairedItem: { item: index },
			})),
		);
	});

	test('names the people of a pending batch, and says in a hint how to get their links', async () => {
		const { json, hints } = await node.run(fromItems(), { items: people(11) });

		const id = stored()[0]?.id;
		expect(json).toHaveLength(11);
		expect(json[10]).toEqual({
			first_name: 'Person 11',
			email: 'person11@example.com',
			order_batch_id: id,
			send_status: 'pending',
		});
		expect(hints).toEqual([
			expect.stringContaining(`Order batch ${id} is pending, so its gift links do not exist yet.`),
		]);
		expect(hints[0]).toContain('turn on the option "Wait for Completion"');
	});

	test('can be chosen for recipients that are filled in', async () => {
		const { outputs } = await node.run(create({ options: { output: 'recipients' } }));
		expect(outputs[0]).toEqual([
			{
				json: expect.objectContaining({ first_name: 'Nathan', individual_gift_link: expect.any(String) as string }),
				pairedItem: { item: 0 },
			},
		]);
	});

	test('marks each person of a batch that an earlier attempt created', async () => {
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503, afterCommit: true } });
		const { json } = await node.run(fromItems(), { items: people(2) });

		const reference = stored()[0]?.customer_reference_id;
		expect(json).toEqual(
			people(2).map(({ first_name: name, email }) => ({
				first_name: name,
				email,
				order_batch_id: null,
				send_status: null,
				customer_reference_id: reference,
				already_created: true,
			})),
		);
	});

	describe('of a batch that is made later', () => {
		const quick = actionNode({ processingDelayMs: 1 });

		test('has the links of all of more than 100 people once the node has waited for them', async () => {
			const { outputs } = await quick.run(
				{
					...creationsOf(quick).create(FROM_ITEMS),
					options: { waitForCompletion: true, pollIntervalSeconds: 1 },
				},
				{ items: people(120) },
			);

			expect(outputs[0]?.map(({ json, pairedItem }) => [json.first_name, pairedItem])).toEqual(
				people(120).map(({ first_name: name }, item) => [name, { item }]),
			);
			expect(new Set(outputs[0]?.map(({ json }) => json.individual_gift_link)).size).toBe(120);
		});
	});
});

describe('the gift link of a recipient', () => {
	const ANN = { first_name: 'Ann', last_name: 'Lee' };
	const orderFor = (link: string, [first, last, email]: Array<string | null>) => ({
		id: link,
		individual_gift_link: link,
		recipient_first_name: first,
		recipient_last_name: last,
		recipient_email: email,
	});

	test.each<[string, IDataObject[], Array<Array<string | null>>, Array<string | undefined>]>([
		[
			'is found by name and email in any order and case',
			[{ ...ANN, email: 'ann@example.com' }, ANN, { first_name: 'Bo', email: 'bo@example.com' }],
			[
				['Bo', null, 'BO@example.com'],
				['ann', 'lee', null],
				['Ann', 'Lee', 'Ann@Example.com'],
			],
			['2', '1', '0'],
		],
		[
			'is found by name where the order has no email',
			[{ ...ANN, email: 'ann@example.com' }, { first_name: 'Bo' }],
			[
				['Bo', null, null],
				['Ann', 'Lee', null],
			],
			['1', '0'],
		],
		[
			'is found by email where the order has another name',
			[{ first_name: 'Ann-Marie', last_name: 'Lee', email: 'ann@example.com' }],
			[['Ann', null, 'ann@example.com']],
			['0'],
		],
		[
			'is left out for two people of one name whose orders have no email',
			[{ ...ANN, email: 'ann@example.com' }, ANN, { first_name: 'Bo' }],
			[
				['Ann', 'Lee', null],
				['Ann', 'Lee', null],
				['Bo', null, null],
			],
			[undefined, undefined, '2'],
		],
		[
			'is left out for two people of one name with other phones',
			[
				{ ...ANN, phone: '+14155552671' },
				{ ...ANN, phone: '+14155552672' },
			],
			[
				['Ann', 'Lee', null],
				['Ann', 'Lee', null],
			],
			[undefined, undefined],
		],
		[
			'goes in turn to two people of whom only the same name is known',
			[ANN, ANN],
			[
				['Ann', 'Lee', null],
				['Ann', 'Lee', null],
			],
			['0', '1'],
		],
	])('%s', async (_what, recipients, orders, links) => {
		const body = {
			id: 'b-1',
			send_status: 'complete',
			recipients_count: recipients.length,
			orders_count: recipients.length,
			orders_preview: orders.map((person, index) => orderFor(String(index), person)),
		};
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 201, body } });
		const { json, hints } = await node.run(
			create({
				recipientsSource: 'json',
				recipientsJson: JSON.stringify(recipients),
				options: { output: 'recipients' },
			}),
		);

		expect(json.map(({ individual_gift_link: link }) => link)).toEqual(links);
		expect(hints).toEqual(
			links.includes(undefined)
				? [
						'The orders of 2 recipients of order batch b-1 cannot be told apart by name and email, so they are left out. Read them with Order: Get Many.',
					]
				: [],
		);
	});
});

describe('a batch that is not what was asked for', () => {
	const answer = (change: IDataObject) => ({
		...POST,
		times: 1,
		effect: { kind: 'response', status: 201, body: { ...RESPONSE, ...change } } as const,
	});
	const RESPONSE = { id: 'b-1', send_status: 'complete', recipients_count: 1, orders_count: 1, orders_preview: [] };

	test.each([
		['failed', 'failed'],
		['canceled', 'cancelled'],
	])('is an error with its ID when it is %s', async (state, shown) => {
		node.service.addFault(answer({ send_status: state }));
		const { json, error } = await node.run(create());

		expect(json).toEqual([]);
		expect(error?.message).toBe(`Order batch b-1 is ${shown}`);
		expect(error?.description).toContain('Order batch b-1 was created: do not create it again.');
	});

	test('is an error when it is complete for fewer recipients, and a hint while it is pending', async () => {
		const recipientsJson = '[{"first_name":"Ann"},{"first_name":"Bo"}]';
		const parameters = create({ recipientsSource: 'json', recipientsJson });
		node.service.addFault(answer({}));
		const { error } = await node.run(parameters);
		expect(error?.message).toBe('Order batch b-1 has 1 of 2 recipients');

		node.service.addFault(answer({ send_status: 'pending' }));
		const { json, hints } = await node.run(parameters);
		expect(json).toEqual([expect.objectContaining({ id: 'b-1' })]);
		expect(hints).toEqual([expect.stringContaining('Order batch b-1 has 1 of 2 recipients')]);
	});

	test('is a hint where it has more recipients', async () => {
		node.service.addFault(answer({ recipients_count: 50 }));
		const { json, hints } = await node.run(create());

		expect(json).toEqual([expect.objectContaining({ id: 'b-1', recipients_count: 50 })]);
		expect(hints).toEqual([
			'Order batch b-1 has 50 recipients, but 1 was asked for: check your gifting account to see who else is in it.',
		]);
	});

	test('is read again until its list of orders is whole, and an error with its ID if it never is', async () => {
		const missing = {
			match: { method: 'GET', path: /orders$/ },
			effect: { kind: 'response', status: 200, body: { data: [], list_meta: { total_count: 0 } } },
		} as const;
		node.service.addFault({ ...missing, times: 1 });
		const options = { output: 'orders', pollIntervalSeconds: 1 };
		const whole = await node.run(create({ options }));
		expect(whole.json).toHaveLength(1);

		node.service.addFault(missing);
		const { error } = await node.run(create({ fromName: 'Ben', options: { ...options, maxWaitSeconds: 0 } }));
		const id = stored()[1]?.id;
		expect(error?.message).toBe(`Order batch ${id} has 1 orders, but the service lists 0 of them`);
		expect(error?.description).toContain(`Order batch ${id} was created: do not create it again.`);
	});

	test('is put out without the orders that it does not list yet, with a hint, where the node does not wait', async () => {
		node.service.addFault(answer({}));
		node.service.addFault({
			match: { method: 'GET', path: /orders$/ },
			effect: { kind: 'response', status: 200, body: { data: [], list_meta: { total_count: 0 } } },
		});
		const { json, hints } = await node.run(create({ options: { output: 'recipients', maxWaitSeconds: 0 } }));

		expect(json).toEqual([{ first_name: 'Nathan', order_batch_id: 'b-1', send_status: 'complete' }]);
		expect(hints).toEqual([
			'No order of order batch b-1 was found for 1 of its recipients. Read its orders later with Order: Get Many.',
		]);
	});

	test('says with Output: Orders that it has no orders', async () => {
		node.service.addFault(answer({ orders_count: 0 }));
		node.service.addFault({
			match: { method: 'GET', path: /orders$/ },
			effect: { kind: 'response', status: 200, body: { data: [], list_meta: { total_count: 0 } } },
		});
		const { json, hints } = await node.run(create({ options: { output: 'orders' } }));

		expect(json).toEqual([]);
		expect(hints).toEqual(['Order batch b-1 is complete and has no orders.']);
	});
});

describe('a batch that is scheduled for later than the node waits', () => {
	const later = (options: IDataObject, more: IDataObject = {}) =>
		create({ scheduledSendOn: '={{ $now.plus(1, "hour").toISO() }}', options, ...more });

	test.each<[string, IDataObject, IDataObject]>([
		['Wait for Completion', { waitForCompletion: true }, {}],
		['Output: Orders', { output: 'orders' }, {}],
		['Wait for Completion, also by Validate Only', { waitForCompletion: true }, { validateOnly: true }],
	])('is refused with %s before anything is sent', async (_name, options, more) => {
		const { error } = await node.run(later(options, more));

		expect(error?.message).toMatch(
			/^"Scheduled Send On" \(.+\) is after the end of "Max Wait \(Seconds\)" \(300 seconds\)/,
		);
		expect(node.service.requests).toEqual([]);
	});

	test('is sent when the node does not wait, or waits long enough', async () => {
		await node.run(later({}));
		expect(stored()).toHaveLength(1);
		const { json } = await node.run(later({ waitForCompletion: true, maxWaitSeconds: 7_200 }, { validateOnly: true }));
		expect(json).toEqual([expect.objectContaining({ valid: true })]);
	});
});

describe('a failed item', () => {
	test.each([
		['the error output', 'continueErrorOutput', 1],
		['the output', 'continueRegularOutput', 0],
	] as const)('carries the ID of the order batch that exists as a field on %s', async (_name, onError, output) => {
		const { outputs } = await node.run(fromItems({ options: { waitForCompletion: true, maxWaitSeconds: 0 } }), {
			items: people(11),
			node: { onError },
		});

		const id = stored()[0]?.id;
		expect(outputs[output]).toHaveLength(11);
		for (const { json } of outputs[output] ?? []) {
			expect(json).toMatchObject({
				order_batch_id: id,
				error: `Order batch ${id} is still pending after 0 seconds`,
				error_description: expect.stringContaining('was created: do not create it again'),
			});
		}
		if (output === 1) expect(outputs[0]).toEqual([]);
	});

	test.each([true, false])(
		'says in a field that its Customer Reference ID exists, after a lost attempt too: %s',
		async (isAfterLostAttempt) => {
			await node.createBatch(7, { customer_reference_id: 'deal-1' });
			if (isAfterLostAttempt) node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503 } });
			const parameters = create({
				additionalFields: { customerReferenceId: '={{ $json.deal }}' },
				options: { allowRepeatedRecipients: true },
			});
			const items = [{ deal: 'deal-1' }, { deal: 'deal-2' }];
			const { outputs } = await node.run(parameters, { items, node: TO_ERROR_OUTPUT });

			expect(outputs[1]).toEqual([
				expect.objectContaining({ json: expect.objectContaining({ deal: 'deal-1', reference_exists: true }) }),
			]);
			expect(stored('deal-2')).toHaveLength(1);
		},
	);

	test('has no field on its Customer Reference ID when the service refuses something else', async () => {
		const body = { error: 'customer_reference_id is too long' };
		node.service.addFault({ ...POST, effect: { kind: 'response', status: 400, body } });
		const { outputs } = await node.run(create({ additionalFields: { customerReferenceId: 'deal-1' } }), {
			node: TO_ERROR_OUTPUT,
		});

		expect(outputs[1]?.[0]?.json).toMatchObject({ error: body.error });
		expect(outputs[1]?.[0]?.json).not.toHaveProperty('reference_exists');
	});

	test('hides no field of its input item on the error output', async () => {
		const own = { error: 'E-7', message: 'Hi!', order_batch_id: 'mine', reference_exists: 'yes' };
		const parameters = create({ options: { waitForCompletion: true, maxWaitSeconds: 0 } });
		node.service.addFault({
			...POST,
			times: 1,
			effect: { kind: 'response', status: 201, body: { id: 'b-1', send_status: 'pending' } },
		});
		const { outputs } = await node.run(parameters, { items: [own], node: TO_ERROR_OUTPUT });

		expect(outputs[1]?.map(({ json }) => json)).toEqual([
			{ ...own, error_description: expect.stringContaining('Order batch b-1 was created') },
		]);
	});

	test("gives the recipient the input's message, and never an error, in a loop over the error output", async () => {
		for (const error of ['Not yet', 'Still not']) {
			node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 422, body: { error } } });
		}
		const parameters = fromItems({ message: '={{ $json.message }}', cardId: node.service.samples.cardId });
		const { run } = await node.run(parameters, {
			items: [{ ...people(1)[0], message: 'Happy birthday!' }],
			node: TO_ERROR_OUTPUT,
			loopsErrors: true,
		});

		const runs = run.data.resultData.runData['Gift Order Batch'] ?? [];
		expect(runs.map(({ data }) => data?.main?.[1]?.map(({ json }) => json.error) ?? [])).toEqual([
			['Not yet'],
			['Still not'],
			[],
		]);
		const sent = node.requests.filter(({ method }) => method === 'POST');
		expect(sent.map(({ body }) => (body as IDataObject).message)).toEqual(sent.map(() => 'Happy birthday!'));
		expect([sent.length, stored().length]).toEqual([3, 1]);
	});

	test('keeps the data of its input item on the error output', async () => {
		const { outputs } = await node.run(create({ fromName: '={{ "" }}' }), { items: people(1), node: TO_ERROR_OUTPUT });

		expect(outputs[1]).toEqual([
			expect.objectContaining({ json: expect.objectContaining({ crm_id: 0, error: '"From Name" is missing' }) }),
		]);
	});
});

describe('problems of several recipients', () => {
	const BY_EMAIL = { sendMethod: 'email_and_link' };

	test('are reported once and name the people', async () => {
		const items = [
			{ first_name: 'Ann', email: 'ann@example.com' },
			{ first_name: 'Ben', last_name: 'Okafor' },
			{ first_name: 'Cy' },
		];
		const { error } = await node.run(fromItems(BY_EMAIL), { items });

		expect(error?.message).toBe(
			'2 recipients have no "Email": Ben Okafor (row 2), Cy (row 3) (the send method "Email and Link" needs it)',
		);
		expect(error?.context).not.toHaveProperty('itemIndex');
		expect(error?.context.problems).toHaveLength(2);
	});

	test('say in a sentence that addresses are missing', async () => {
		const address = {
			address_1: '548 Market St',
			city: 'San Francisco',
			state: 'CA',
			postal_code: '94104',
			country: 'US',
		};
		const items = [{ first_name: 'Ann' }, { first_name: 'Ben', last_name: 'Okafor' }, { first_name: 'Cy', ...address }];
		const { error } = await node.run(fromItems({ sendMethod: 'direct_send' }), { items });

		expect(error?.message).toBe(
			'2 recipients have no "Mailing Address (Address Line 1, City, State, Postal Code)": Ann (row 1), Ben Okafor (row 2) (the send method "Direct Send" needs it)',
		);
	});

	test.each([
		['one empty item', [{}]],
		['empty items', [{}, {}]],
	])('say of %s that there are no recipients', async (_what, items) => {
		const { error, status } = await node.run(fromItems(BY_EMAIL), { items });

		expect(status).toBe('error');
		expect(error?.message).toBe('There are no recipients: the input is empty');
		expect(node.requests).toEqual([]);
	});

	test('name the row that is empty among others', async () => {
		const { error } = await node.run(fromItems(), { items: [{}, { first_name: 'Ben' }] });

		expect(error?.message).toBe('Recipient 1: "First Name" is missing');
	});

	test('name the columns that were found where all recipients lack one', async () => {
		const items = [
			{ first_name: 'Ann', company: 'Acme' },
			{ first_name: 'Ben', company: 'Acme' },
		];
		const { error } = await node.run(fromItems(BY_EMAIL), { items });

		expect(error?.message).toBe(
			'No input item has a value for "Email": the send method "Email and Link" needs it. Their columns are first_name, company. Choose "Input Items (Choose Columns)" under "Recipients From" to map them by hand',
		);
	});
});

describe('recipients in JSON', () => {
	test('are normalized like those of input items', async () => {
		const recipientsJson = JSON.stringify([
			{
				first_name: 'Ann',
				mailing_address: {
					first_name: 'Office',
					last_name: 'Manager',
					address_1: '548 Market St',
					city: 'Boston',
					state: 'MA',
					postal_code: 2108,
					country: 'United States',
				},
				phone: '(415) 555-2671',
			},
		]);
		const { json } = await node.run(
			create({ recipientsSource: 'json', recipientsJson, sendMethod: 'direct_send', validateOnly: true }),
		);

		expect(json[0]?.request).toMatchObject({
			recipients: [
				{
					first_name: 'Ann',
					phone: '+14155552671',
					mailing_address: {
						first_name: 'Office',
						last_name: 'Manager',
						address_1: '548 Market St',
						postal_code: '02108',
						country: 'US',
					},
				},
			],
		});
	});

	test('are sent without their unknown fields, which a hint names', async () => {
		const recipientsJson = '[{ "first_name": "Ann", "company": "Acme" }, { "first_name": "Bo", "company": "Acme" }]';
		const { json, hints } = await node.run(create({ recipientsSource: 'json', recipientsJson, validateOnly: true }));

		expect(json[0]?.request).toMatchObject({ recipients: [{ first_name: 'Ann' }, { first_name: 'Bo' }] });
		expect(hints).toEqual([
			expect.stringContaining('Nothing was sent. This would send'),
			'The price is not known. This service does not provide prices',
			'The recipient has unknown fields that were left out: company. Its fields are first_name, last_name, email, phone, mailing_address (rows 1, 2)',
		]);
	});

	test('may have a US number with any exchange code', async () => {
		const recipientsJson = '[{ "first_name": "Ann", "phone": "+15551234567" }]';
		const { json } = await node.run(create({ recipientsSource: 'json', recipientsJson, validateOnly: true }));

		expect(json[0]?.request).toMatchObject({ recipients: [{ phone: '+15551234567' }] });
	});
});
