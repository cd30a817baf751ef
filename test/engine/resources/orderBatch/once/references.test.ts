import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../../support/actionNode';
import { creationsOf, POST } from '../../../../support/creations';
import { contextOf, TOOL } from '../../../../../dev/harness/engine';

const node = actionNode({
	interfaceOnly: true,
	limits: {
		retryBudgetMs: 30_000,
		firstRetryDelayMs: 2,
		longestRetryDelayMs: 20,
	},
});

const { create, withReference, stored } = creationsOf(node);

const UNAVAILABLE = { kind: 'response', status: 503 } as const;

describe.each([true, false])('a reference of the user, where the service can list batches: %s', (canList) => {
	beforeEach(() => node.service.setInterfaceOnly(!canList));

	test('of two items is refused before anything is sent', async () => {
		const { error } = await node.run(withReference('campaign'), { items: [{}, {}] });

		expect(error?.message).toContain(
			'"Customer Reference ID" is campaign, which another order batch in this execution already uses: use a unique ID for each',
		);
		expect(node.requests).toEqual([]);
	});

	test('of a batch that this execution has created is refused for another one', async () => {
		const parameters = create({
			recipients: { recipient: [{ firstName: '={{ $json.name }}' }] },
			additionalFields: { customerReferenceId: '={{ $json.deal }}' },
		});
		const items = [{ name: 'Ann', deal: 'deal-1' }];
		const first = await node.run(parameters, { items });
		const second = await node.run(parameters, {
			items: [...items, { name: 'Ben', deal: 'deal-1' }],
			contextData: contextOf(first),
		});

		expect(second.error?.message).toContain('which another order batch in this execution already uses');
		expect(stored()).toHaveLength(1);
	});

	test('that was taken says nothing about another one that a repetition carries', async () => {
		await node.createBatch(1, { customer_reference_id: 'deal-1' });
		const failed = await node.run(withReference('deal-1'));
		expect(failed.error?.description).toContain('To send a second one, use another reference.');

		node.service.addFault({ ...POST, times: 1, effect: { kind: 'drop', afterCommit: true } });
		const { json, error } = await node.run(withReference('deal-2'), { contextData: contextOf(failed) });

		if (canList) {
			expect(json).toEqual([expect.objectContaining({ customer_reference_id: 'deal-2', already_created: true })]);
		} else {
			expect(error?.description).toContain('It is not known whether the order batch was created');
		}
		expect(stored('deal-2')).toHaveLength(1);
	});

	test('that was taken says nothing about the one that is derived once it is left out', async () => {
		await node.createBatch(1, { customer_reference_id: 'deal-1' });
		const failed = await node.run(withReference('deal-1'));

		node.service.addFault({ ...POST, times: 1, effect: { kind: 'drop', afterCommit: true } });
		const { json } = await node.run(create(), { contextData: contextOf(failed) });

		expect(json).toEqual([expect.objectContaining({ already_created: true })]);
		expect(stored()).toHaveLength(2);
	});

	test('does not count as that of an existing batch when the service finds fault with it', async () => {
		node.service.addFault({ ...POST, times: 1, effect: UNAVAILABLE });
		const body = { error: 'customer_reference_id is too long (maximum is 40 characters)' };
		node.service.addFault({ ...POST, effect: { kind: 'response', status: 400, body } });
		const { error, json } = await node.run(withReference('x'.repeat(60)));

		expect(error?.message).toBe(body.error);
		expect(json).toEqual([]);
	});

	test('is not vouched for by two calls of a tool at the same time', async () => {
		await node.createBatch(1, { customer_reference_id: 'chat-1' });
		const contextData = {};
		const runs = await Promise.all([1, 2].map(() => node.run(withReference('chat-1'), { node: TOOL, contextData })));

		for (const { json } of runs) expect(json).toEqual([expect.objectContaining({ error: expect.any(String) })]);
		expect(stored()).toHaveLength(1);
	});
});

test('an older batch for others is not taken for that of a try that may have worked', async () => {
	node.service.setInterfaceOnly(false);
	const older = await node.createBatch(7, { customer_reference_id: 'deal-7' });
	node.service.addFault({ ...POST, times: 1, effect: UNAVAILABLE });
	const { error, json } = await node.run(withReference('deal-7'));

	expect(error?.description).toContain(
		`Order batch ${older} has this "Customer Reference ID" and is for other recipients`,
	);
	expect(json).toEqual([]);
	expect(stored()).toHaveLength(1);
});

describe('a batch in the list with the reference of a try that may have worked', () => {
	const ZOE = 'Zo\u00eb';
	const [ann, zoe, cy] = ['Ann', ZOE, 'Cy'].map((first_name) => ({ first_name }));
	const afterLostResponse = async (batch: IDataObject) => {
		node.service.setInterfaceOnly(false);
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'drop', afterCommit: true } });
		const listed = { id: 'b-1', send_status: 'complete', customer_reference_id: 'deal-1', ...batch };
		const body = { data: [listed], list_meta: { total_count: 1 } };
		const match = { method: 'GET', path: /order_batches$/ };
		node.service.addFault({ match, effect: { kind: 'response', status: 200, body } });
		const { json } = await node.run(
			{ ...withReference('deal-1'), recipientsSource: 'json', recipientsJson: JSON.stringify([ann, zoe]) },
			{ node: { onError: 'continueRegularOutput' } },
		);
		return json;
	};

	test.each<[string, IDataObject]>([
		['has fewer recipients', { recipients_count: 1, recipients_preview: [ann] }],
		['has more recipients', { recipients_count: 3, recipients_preview: [ann, zoe] }],
		['has no preview', { recipients_count: 2 }],
		['has a preview that is null', { recipients_count: 2, recipients_preview: null }],
		['has an empty preview', { recipients_count: 2, recipients_preview: [] }],
		['has no count', { recipients_preview: [ann, zoe] }],
	])('may be that of the try, and the error gives its ID, where it %s', async (_what, batch) => {
		const json = await afterLostResponse(batch);

		expect(json).toEqual([
			{
				error: expect.any(String),
				error_description: expect.stringMatching(
					/^It is not known whether the order batch was created.* Order batch b-1 has this "Customer Reference ID"\./,
				),
				order_batch_id: 'b-1',
				reference_exists: true,
			},
		]);
		expect(json[0]?.error_description).not.toMatch(/othing was sent|other recipients|use another reference/i);
		expect(stored()).toHaveLength(1);
	});

	test.each<[string, IDataObject]>([
		['as many recipients', { recipients_count: 2, recipients_preview: [ann, cy] }],
		['fewer recipients', { recipients_count: 1, recipients_preview: [cy] }],
		['no count', { recipients_preview: [cy] }],
	])('is for others where it shows somebody who was not asked for, with %s', async (_what, batch) => {
		const [item] = await afterLostResponse(batch);

		expect(item?.error_description).toContain(
			'Order batch b-1 has this "Customer Reference ID" and is for other recipients, so nothing was sent this time.',
		);
	});

	test.each(['NFC', 'NFD'])('is that of the try where its names are in the Unicode form %s', async (form) => {
		const recipients_preview = [{ first_name: ZOE.normalize(form) }, ann];
		const json = await afterLostResponse({ recipients_count: 2, recipients_preview });

		expect(json).toEqual([expect.objectContaining({ id: 'b-1', already_created: true })]);
	});
});

describe('two calls of a tool at the same time with one reference of the user', () => {
	test('for different people send to one of them and refuse the other call', async () => {
		const contextData = {};
		const runs = await Promise.all(
			['Ann', 'Ben'].map((firstName) =>
				node.run(
					{ ...withReference('chat-1'), recipients: { recipient: [{ firstName }] } },
					{ node: TOOL, contextData },
				),
			),
		);

		const refused = runs.filter(({ json }) => json[0]?.error !== undefined);
		expect(refused.map(({ json }) => json[0])).toEqual([
			{
				error: expect.stringContaining('"Customer Reference ID" is chat-1, which another order batch'),
				error_description: expect.stringContaining('Nothing was sent.'),
			},
		]);
		expect(stored()).toHaveLength(1);
	});
});

describe.each(['constructor', 'toString', '__proto__'])('the reference "%s" of the user', (reference) => {
	test('is sent, kept in the ledger and found again', async () => {
		const first = await node.run(withReference(reference));
		expect(first.json).toEqual([expect.objectContaining({ customer_reference_id: reference })]);

		const { json } = await node.run(withReference(reference), { contextData: contextOf(first) });

		expect(json).toEqual([expect.objectContaining({ id: first.json[0]?.id, already_created: true })]);
		expect(stored()).toHaveLength(1);
	});
});

test('the reference of a request that the service refused counts for the corrected one', async () => {
	const pending = {
		...withReference('deal-1'),
		recipientsSource: 'json',
		recipientsJson: JSON.stringify(Array.from({ length: 11 }, (_, index) => ({ first_name: `Guest ${index + 1}` }))),
		options: { waitForCompletion: true, maxWaitSeconds: 0 },
	};
	node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 422 } });
	const refused = await node.run({ ...pending, fromName: 'Refused' });
	const corrected = await node.run(pending, { contextData: contextOf(refused) });
	expect(corrected.error?.message).toContain('is still pending');

	const retried = await node.run(pending, { contextData: contextOf(corrected) });
	expect(retried.error?.message).toContain('is still pending');
	const changedBack = await node.run({ ...pending, fromName: 'Refused' }, { contextData: contextOf(corrected) });
	expect(changedBack.error?.message).toContain('the request has changed since');
	expect(stored()).toHaveLength(1);
});

test.each<[string, RegExp]>([
	['created', /^An earlier attempt of this execution created order batch .+, and the request has changed since/],
	[
		'unknown',
		/^An earlier attempt of this execution may have created an order batch .+, and the request has changed since/,
	],
])('a repetition with the same reference and another request names the attempt that is %s', async (state, message) => {
	if (state === 'unknown') {
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'truncated' } });
	}
	const first = await node.run(withReference('deal-1'));
	const changed = { ...withReference('deal-1'), fromName: 'Ben' };
	const { error } = await node.run(changed, { contextData: contextOf(first) });

	expect(error?.message).toMatch(message);
	expect(error?.message).not.toContain('Use a unique ID');
	expect(stored()).toHaveLength(1);
});
