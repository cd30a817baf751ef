import type { IDataObject } from 'n8n-workflow';

import type { RunOptions } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, GOES_ON, LOST, RETRY_ON_FAIL, TO_ERROR_OUTPUT, UNKNOWN } from '../../../../support/creations';

const node = actionNode({
	interfaceOnly: true,
	limits: { retryBudgetMs: 5_000, firstRetryDelayMs: 2, longestRetryDelayMs: 20 },
});

const { create, withReference, stored, requested, failNext, runAgain } = creationsOf(node);

const response = (status: number, error?: string): FaultEffect => ({
	kind: 'response',
	status,
	...(error && { body: { error } }),
});

const LONG_PAUSE: FaultEffect = { kind: 'response', status: 429, headers: { 'retry-after': '3600' } };

/** The batch is there, and its response is not. */
const DROPPED: FaultEffect = { kind: 'drop', afterCommit: true };

const OLDER_FOR = (id: string) =>
	`Order batch ${id} has this "Customer Reference ID" and is another gift, or for other recipients`;

const NOTHING_SENT = 'An order batch with this "Customer Reference ID" already exists, so nothing was sent this time.';

describe('a creation that the service refuses', () => {
	test.each<[string, FaultEffect, string]>([
		['at all', response(400), '400'],
		['where the pause that it asks for is longer than the budget', LONG_PAUSE, '429'],
	])('is not tried again %s', async (_when, effect, httpCode) => {
		failNext(effect);
		const { error } = await node.run(create());

		expect(error?.httpCode).toBe(httpCode);
		expect(requested()).toHaveLength(1);
	});

	test.each<[string, FaultEffect]>([
		['with any 409', response(409, 'Conflict')],
		['with a sentence that only names its reference', response(422, 'customer_reference_id is not allowed here')],
		['because its reference is too long', response(422, 'customer_reference_id is too long (at most 40 characters)')],
		['with another reason', response(400)],
		['with a pause that is too long', LONG_PAUSE],
	])('%s may exist after an attempt that may have worked', async (_how, effect) => {
		for (const afterCommit of [false, true]) {
			node.service.reset();
			failNext({ kind: 'response', status: 502, afterCommit });
			failNext(effect);
			const { error, json } = await node.run(create());

			expect(json).toEqual([]);
			expect(error?.description).toContain(UNKNOWN);
			expect(error?.description).not.toContain('was not created');
			expect(stored()).toHaveLength(Number(afterCommit));
		}
	});

	test.each(['derived', 'own'])(
		'for its %s reference at the first attempt is not taken for one that exists',
		async (whose) => {
			failNext(response(400, 'customer_reference_id is too long'));
			const { error, json } = await node.run(whose === 'own' ? withReference('x'.repeat(60)) : create());

			expect(error?.message).toBe('customer_reference_id is too long');
			expect(error?.description).toContain('The order batch was not created.');
			expect(json).toEqual([]);
			expect(stored()).toEqual([]);
		},
	);
});

describe.each([true, false])(
	"a reference of the user's that an older batch has, where batches can be listed: %p,",
	(canList) => {
		let older: string;
		beforeEach(async () => {
			node.service.setInterfaceOnly(!canList);
			older = await node.createBatch(1, { customer_reference_id: 'deal-1', recipients: [{ first_name: 'Zoe' }] });
		});

		test('is refused, and goes on being refused in a retry', async () => {
			const failed = await node.run(withReference('deal-1'));
			expect(failed.error?.message).toContain('customer_reference_id');
			expect(failed.error?.description).toContain(NOTHING_SENT);

			failNext(response(400));
			const again = await runAgain(failed, withReference('deal-1'));
			expect(again.error?.httpCode).toBe('400');

			failNext({ kind: 'drop' });
			const { error } = await runAgain(again, withReference('deal-1'));
			expect(error?.description).toContain(NOTHING_SENT);
			expect(stored()).toHaveLength(1);
		});

		test('is that of the older batch, or may be, after an attempt that may have worked', async () => {
			failNext(response(503));
			const { json } = await node.run(withReference('deal-1'), GOES_ON);

			const description = expect.stringContaining(canList ? OLDER_FOR(older) : 'or an older one') as string;
			expect(json).toMatchObject([{ gift_error: { description, reference_exists: true } }]);
			expect(stored()).toHaveLength(1);
		});

		test.each([
			['another reference', () => withReference('deal-2'), 'deal-2'],
			['the one that is derived', () => create(), undefined],
		])('says nothing about %s in a retry', async (_which, parameters, reference) => {
			const failed = await node.run(withReference('deal-1'));
			failNext(DROPPED);
			const { json, error } = await runAgain(failed, parameters());

			if (canList || !reference) expect(json).toEqual([expect.objectContaining({ already_created: true })]);
			else expect(error?.description).toContain(UNKNOWN);
			expect(stored()).toHaveLength(2);
			if (reference) expect(stored(reference)).toHaveLength(1);
		});

		test.each([
			['within the execution', RETRY_ON_FAIL],
			['in another execution', undefined],
		])('is refused where a retry reaches its item for the first time, %s', async (_where, retryOnFail) => {
			const parameters = withReference('={{ $json.deal }}', { fromName: '={{ $json.deal }}' });
			const items = [{ deal: 'deal-0' }, { deal: 'deal-1' }];
			failNext(response(400));
			let run = await node.run(parameters, { items, ...retryOnFail });
			if (!retryOnFail) run = await runAgain(run, parameters, { items });

			expect(run.json).toEqual([]);
			expect(run.error?.description).toContain('nothing was sent this time');
			expect(stored()).toHaveLength(2);
		});

		test('does not stay with an item that comes back from the error output', async () => {
			const parameters = withReference('={{ $json.deal }}');
			const failed = await node.run(parameters, { items: [{ deal: 'deal-1' }], ...TO_ERROR_OUTPUT });
			const item = failed.outputs[1]?.[0]?.json;
			expect(item).toMatchObject({ gift_error: { reference_exists: true } });

			failNext(response(422));
			const again = { items: [{ ...item, deal: 'deal-2' }], ...TO_ERROR_OUTPUT, runIndex: 1 };
			const refused = await runAgain(failed, parameters, again);
			expect(refused.outputs[1]?.[0]?.json.gift_error).not.toHaveProperty('reference_exists');
		});
	},
);

test('A reference that was taken, and is free again when the response is lost, leaves it unknown what was created.', async () => {
	failNext(response(409, 'customer_reference_id has already been taken'));
	const taken = await node.run(withReference('deal-1'));
	failNext(LOST);
	const lost = await runAgain(taken, withReference('deal-1'));
	const duplicate = await runAgain(lost, withReference('deal-1'));

	for (const { error } of [lost, duplicate]) expect(error?.description).toContain(UNKNOWN);
	expect(duplicate.error?.description).not.toContain('use another reference');
	expect(stored()).toHaveLength(1);
});

describe('a batch in the list with the reference of an attempt that may have worked', () => {
	const ZOE = 'Zo\u00eb';
	const ANN = { first_name: 'Ann', email: 'ann@example.com' };
	const [zoe, cy] = [{ first_name: ZOE }, { first_name: 'Cy' }];
	const preview = (count?: number, recipients_preview?: IDataObject[] | null) => ({
		recipients_count: count,
		recipients_preview,
	});
	const ours = expect.objectContaining({ id: 'b-1', already_created: true }) as IDataObject;
	const others: IDataObject = {
		error: expect.any(String),
		gift_error: expect.objectContaining({
			description: expect.stringContaining(`${OLDER_FOR('b-1')}, so nothing was sent this time.`) as string,
		}) as IDataObject,
	};
	const unknown: IDataObject = {
		error: expect.any(String),
		gift_error: {
			message: expect.any(String),
			description: expect.stringMatching(
				/^It is not known whether the order batch was created(?!.*(othing was sent|another gift|use another reference)).* Order batch b-1 has this "Customer Reference ID"\./i,
			) as string,
			order_batch_id: 'b-1',
			reference_exists: true,
		},
	};

	test.each<[string, IDataObject, IDataObject]>([
		['is ours with the same people', preview(2, [ANN, zoe]), ours],
		['is ours in another order, and without an email', preview(2, [zoe, { first_name: 'Ann' }]), ours],
		['is ours with an email in another case', preview(2, [{ ...ANN, email: 'ANN@example.com' }, zoe]), ours],
		['is ours with names in the Unicode form NFD', preview(2, [ANN, { first_name: ZOE.normalize('NFD') }]), ours],
		['may be ours where it shows some of the people', preview(2, [ANN]), unknown],
		['may be ours with fewer recipients', preview(1, [ANN]), unknown],
		['may be ours with more recipients', preview(3, [ANN, zoe]), unknown],
		['may be ours without a preview', preview(2, undefined), unknown],
		['may be ours with a preview that is null', preview(2, null), unknown],
		['may be ours with an empty preview', preview(2, []), unknown],
		['may be ours without a count', preview(undefined, [ANN, zoe]), unknown],
		['is of others with one other person', preview(2, [ANN, cy]), others],
		['is of others with fewer and other people', preview(1, [cy]), others],
		['is of others with another person and no count', preview(undefined, [cy]), others],
		['is of others with another email', preview(2, [{ ...ANN, email: 'other@example.com' }, zoe]), others],
		['is of others with an email that is new', preview(2, [ANN, { ...zoe, email: 'zoe@example.com' }]), others],
		['is of others with a last name that is new', preview(2, [{ first_name: 'Ann', last_name: 'Lee' }, zoe]), others],
		['is of others with one of them twice', preview(2, [ANN, ANN]), others],
	])('%s', async (_what, batch, expected) => {
		node.service.setInterfaceOnly(false);
		failNext(DROPPED);
		const listed = { id: 'b-1', send_status: 'complete', customer_reference_id: 'deal-1', ...batch };
		const body = {
			data: [{ ...listed, id: 'b-0', customer_reference_id: 'deal-0' }, listed],
			list_meta: { total_count: 2 },
		};
		const match = { method: 'GET', path: /order_batches$/ };
		node.service.addFault({ match, effect: { kind: 'response', status: 200, body } });
		const recipients = { recipientsSource: 'json', recipientsJson: JSON.stringify([ANN, zoe]) };
		const { json } = await node.run(withReference('deal-1', recipients), GOES_ON);

		expect(json).toEqual([expected]);
		expect(stored()).toHaveLength(1);
	});
});

describe('a credential that changes between attempts', () => {
	const otherKey = () => node.credentials(node.service.keys.automationMember);

	test.each<[string, () => RunOptions['credentials'], string, () => IDataObject]>([
		['key', otherKey, 'a derived reference', () => create()],
		['key', otherKey, 'a reference of the user', () => withReference('deal-1')],
		['address', () => node.credentialsAfterRestart(), 'a derived reference', () => create()],
	])('to another %s sends nothing for what exists, or may, with %s', async (_what, others, _name, parameters) => {
		for (const isLost of [true, false]) {
			node.service.reset();
			if (isLost) failNext(LOST);
			const first = await node.run(parameters());
			const { error, json } = await runAgain(first, parameters(), { credentials: others() });

			const { id, customer_reference_id: reference } = stored()[0]!;
			const [what, description] = isLost
				? [`may have created the order batch with the reference ${reference}`, UNKNOWN]
				: [`created order batch ${id}`, `Order batch ${id} was created: do not create it again.`];
			expect(json).toEqual([]);
			expect(error?.message).toBe(`An earlier attempt of this execution ${what} with another API key`);
			expect(error?.description).toContain(description);
			expect(requested()).toHaveLength(1);
		}
	});

	test('is not valid for what exists with the first one, as Validate Only says too', async () => {
		const first = await node.run(create());
		const { error, json } = await runAgain(first, create({ validateOnly: true }), { credentials: otherKey() });

		expect(json).toEqual([]);
		expect(error?.message).toContain(`created order batch ${stored()[0]?.id} with another API key`);
	});

	test('sends nothing where its reference was taken with the first one', async () => {
		await node.createBatch(1, { customer_reference_id: 'deal-1' });
		const taken = await node.run(withReference('deal-1'));
		const { error, json } = await runAgain(taken, withReference('deal-1'), { credentials: otherKey() });

		expect(json).toEqual([]);
		expect(error?.message).toBe(
			'An earlier attempt of this execution found the order batch with the reference deal-1 with another API key',
		);
		expect(stored('deal-1')).toHaveLength(1);
	});
});
