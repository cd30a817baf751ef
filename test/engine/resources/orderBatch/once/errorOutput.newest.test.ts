import type { IDataObject } from 'n8n-workflow';

import type { NodeRun, RunOptions } from '../../../../../dev/harness/engine';
import { sentencesOf, someOf } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode, byId } from '../../../../support/actionNode';
import { ALLOWED, BY_HAND, creationsOf, guests, named, responds, TO_ERROR_OUTPUT } from '../../../../support/creations';
import { fromColumns } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 5_000 } });

const { toItems, send, runAgain, stored, gifts, failNext, loseNext, refuseNext } = creationsOf(node);

const RETRY = { mode: 'retry' } as const;
const own = { additionalFields: { customerReferenceId: 'deal-1' } };
const OTHER_GIFT = { fromName: 'Bea' };
const WAITING = { options: { waitForCompletion: true } };
const LIMITED = { options: { recipientsPerBatch: 1, maximumTotal: 500 } };

/** Reads nothing but these two columns: the texts of errors name people, too. */
const BY_COLUMNS = fromColumns({ first_name: '={{ $json.first_name }}', email: '={{ $json.email }}' });

/** The From Name of a gift is the tier of its people. */
const BY_TIER = { fromName: '={{ $json.tier }}' };
const tier = (name: string, ...people: string[]) => named(...people).map((one) => ({ ...one, tier: name }));

type Done = { items: IDataObject[]; run?: NodeRun };

/** What n8n puts on the error output: each error merged over its input. */
const errorsOf = ({ items, run }: Done): IDataObject[] =>
	run?.outputs[1]?.map(({ json, pairedItem }) => ({ ...items[(pairedItem as { item: number }).item], ...json })) ??
	items;

/** What happens, after what was done last. */
type Step = (last: Done) => Promise<Done> | void;

const sendTo =
	(items: IDataObject[], more: IDataObject = {}, options: Partial<RunOptions> = {}): Step =>
	async () => ({ items, run: await send([], more, { items, ...TO_ERROR_OUTPUT, ...options }) });
const toAnn = (more?: IDataObject, options?: Partial<RunOptions>) => sendTo(named('Ann'), more, options);

/** Sends in the execution of the last step, in a loop unless it is a retry. */
const again =
	(items: IDataObject[], more: IDataObject = {}, options: Partial<RunOptions> = { runIndex: 1 }): Step =>
	async ({ run }) => ({
		items,
		run: await runAgain(run as NodeRun, toItems(more), { items, ...TO_ERROR_OUTPUT, ...options }),
	});

const other = (id: string) => ({ node: { ...TO_ERROR_OUTPUT.node, id, name: id } });

/** Sends in another node to what is on the error output. */
const next =
	(id: string, more: IDataObject = {}, options: Partial<RunOptions> = {}): Step =>
	async (last) => {
		const items = errorsOf(last);
		expect(items.length).toBeGreaterThan(0);
		node.service.clearFaults();
		return { items, run: await send([], { ...BY_COLUMNS, ...more }, { items, ...options, ...other(id) }) };
	};

/** Another operation, which fails for what is on the error output. */
const read: Step = async (last) => {
	const items = errorsOf(last);
	const get = { resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) };
	return { items, run: await node.run(get, { items, ...other('read') }) };
};

const without =
	(count: number): Step =>
	async (last) => ({ items: errorsOf(last).slice(count) });

const item =
	(gift_error: IDataObject | string): Step =>
	async () => ({ items: named('Ann').map((ann) => ({ ...ann, gift_error })) });

const lose = () => loseNext();
const listNothing = () => node.service.setInterfaceOnly(true);
const failAfterCreation = () => failNext({ kind: 'response', status: 503, afterCommit: true });
const refuse = (status: number, error: string) => () => failNext({ kind: 'response', status, body: { error } });
const failPrices = () =>
	void node.service.addFault({ match: { method: 'POST', path: '/v1/order_batches/price' }, effect: responds(400) });
const failReads = (message: string) => () => {
	const effect = { kind: 'response', status: 409, body: { message } } as const;
	node.service.addFault({ match: { method: 'GET', path: /order_batches\// }, effect });
};
const afterRestart: Step = (last) => toAnn({}, { ...BY_HAND, credentials: node.credentialsAfterRestart() })(last);

async function follow(steps: Step[]): Promise<Done> {
	let last: Done = { items: [] };
	for (const step of steps) last = (await step(last)) ?? last;
	return last;
}

test.each<[string, Step[]]>([
	['their Customer Reference ID exists', [toAnn(own), toAnn(own)]],
	['the service says "Conflict" of the reference', [toAnn(own), refuse(409, 'Conflict'), toAnn(own)]],
	['nobody can tell who has a gift', [toAnn({}, BY_HAND), listNothing, afterRestart]],
	['they got a gift by hand today', [toAnn({}, BY_HAND), toAnn(OTHER_GIFT, BY_HAND)]],
	['they got a gift in this execution', [toAnn(), again(named('Ann'), OTHER_GIFT)]],
	['a run failed as a whole after they got a gift', [toAnn(), failPrices, again(named('Ann'), LIMITED)]],
	['Skip Gifted Within Days left them out', [toAnn(), toAnn({ options: { skipGiftedWithinDays: 30 } })]],
	['their gift may exist', [lose, toAnn()]],
	['their gift may exist, and a node between has refused them', [lose, toAnn(), next('between')]],
	['their gift may exist, and another operation has failed since', [lose, toAnn(), read]],
	['the ID of their order batch is not known', [listNothing, failAfterCreation, toAnn(WAITING)]],
])('nobody gets a second gift from another node whose item is on an error output because %s', async (_why, steps) => {
	await follow([...steps, next('last')]);

	expect(await gifts()).toEqual({ Ann: 1 });
});

const TWICE = named('Ann', 'Ann', 'Ben');
const GOLD_TWICE = [...tier('Gold', 'Ann', 'Ann', 'Cleo'), ...tier('Silver', 'Dora')];
const GOLD_AGAIN = [...tier('Gold', 'Ben', 'Cleo'), ...tier('Silver', 'Dora')];
const SILVER_AFTER_NONE = [...tier(' ', 'Ann'), ...tier('Silver', 'Ann', 'Ben')];
const BOTH = named('Ann', 'Ben');
const SKIPPING = { options: { skipInvalidRecipients: true } };
const NO_GIFT = { message: 'Refused', order_batch_id: null, may_exist: false };
const toGold = sendTo(tier('Gold', 'Ann', 'Ben'), BY_TIER);
const toBothByHand = sendTo(BOTH, BY_COLUMNS, BY_HAND);
const nextByHand = next('last', {}, BY_HAND);

/** Who has a gift in the end, once for each gift. */
test.each<[string, string, Step[], last?: Step]>([
	['where it was surely not created', 'Ann', [() => refuseNext(), toAnn()]],
	['where its gift may exist, and that is allowed', 'Ann Ann', [lose, toAnn()], next('last', ALLOWED)],
	['where its gift_error says that no gift exists', 'Ann', [item(NO_GIFT)]],
	['unless its gift_error says in text that one may', '', [item('{"message":"No","may_exist":true}')]],
	['where the message of an error names a field', 'Ann', [item(''), failReads('order_batch_id is invalid'), read]],
	['once where it is in the list twice', 'Ann Ben', [sendTo(TWICE, SKIPPING)]],
	['where it is in a refused list twice', 'Ann Ben', [sendTo(TWICE, BY_COLUMNS), without(1)]],
	['where others are in their list twice', 'Cleo Dora', [sendTo(GOLD_TWICE, BY_TIER), without(2)]],
	['where others have a gift', 'Ann Ben Cleo Dora', [toGold, again(GOLD_AGAIN, BY_TIER), without(1)]],
	['where others got a gift by hand', 'Ann Ben', [toAnn(BY_COLUMNS, BY_HAND), toBothByHand, without(1)], nextByHand],
	['after a retry that failed as a whole', 'Ann Ben', [toAnn(), failPrices, again(BOTH, LIMITED, RETRY), without(1)]],
	['where a gift of the same person is refused', 'Ann Ben', [sendTo(SILVER_AFTER_NONE, BY_TIER)], () => {}],
])('an item on an error output is sent %s', async (_where, people, steps, last = next('last')) => {
	await follow([...steps, last]);

	const each = Object.entries(await gifts()).flatMap(([name, count]) => Array<string>(count).fill(name));
	expect(each.sort().join(' ')).toBe(people);
});

test('An item whose gift may exist is refused as such by the next node, also where that sends to it in a loop.', async () => {
	const refused = await follow([lose, toAnn(), next('second')]);
	const items = errorsOf(refused);
	const [failedBefore = ''] = sentencesOf([{ kind: 'failedBefore', people: someOf(['ann@example.com']) }]);
	const message = expect.stringContaining(failedBefore) as string;
	const description = expect.stringContaining('Nothing was sent') as string;
	expect(items).toMatchObject([{ gift_error: { message, description, may_exist: true } }]);

	await again(items, BY_COLUMNS, { runIndex: 1, ...other('second') })(refused);
	expect(await gifts()).toEqual({ Ann: 1 });
});

test.each<[string, IDataObject, 'complete' | 'pending', mended: object, returned: number]>([
	['are returned once it is complete', { recipientsPerBatch: 11 }, 'complete', {}, 11],
	['get no other, if repeated', { allowRepeatedRecipients: true }, 'pending', { email: 'zoe@example.com' }, 0],
])('Items whose order batch was late come back in a loop beside an invalid one, and %s.', async (_what, ...of) => {
	const [options, state, mended, returned] = of;
	const more = { options: { skipInvalidRecipients: true, waitForCompletion: true, maxWaitSeconds: 0, ...options } };
	const first = await follow([sendTo([...guests(11), { first_name: 'Zoe' }], more)]);
	const items = errorsOf(first).map((one) => ({ ...mended, ...one }));
	expect(items).toHaveLength(12);
	node.service.setBatchState(String(stored()[0]?.id), state);
	const { run } = (await again(items, more)(first)) as Done;

	expect(run?.json).toHaveLength(returned);
	expect(stored()).toHaveLength(1);
});
