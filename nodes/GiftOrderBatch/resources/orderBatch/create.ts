import type { ServiceClient } from '../../api/client';
import { asNodeError, type NodeError } from '../../api/errors';
import { grouped } from '../../api/values';
import { sentenceOf } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import { afterwards, type Connect, type Operation, type Step } from '../operation';
import { inputError, outcomeOf, withOutcome } from '../outcome';
import { createForm } from './form/form';
import { isValidateOnly } from './form/gift';
import { claimsOf, judge, type Creation } from './once/claims';
import { Ledger, requestKey, type LedgerEntry } from './once/ledger';
import { checkLimits } from './once/limits';
import { withHistory } from './once/report';
import { createOrderBatch, placeTakenError, readPlace, type Created, type Taken } from './once/send';
import { outputOf } from './output/items';
import { previewSteps } from './output/preview';
import { statusHints, type Outcome } from './output/statusHints';
import {
	batchesOf,
	batchOf,
	checkAll,
	readAll,
	stepsOf,
	stopIfAnyRefused,
	type Batch,
	type Gift,
	type KnownGifts,
} from './plan';
import type { Recipient } from './recipients/recipientInput';
import { itemIndexesOf, type Row } from './recipients/rows';
import { Prices } from './rules/price';
import { lateProblems, type OrderBatchInput } from './rules/input';

/** What the ledger knows of gifts. */
const knownGifts = (ledger: Ledger): KnownGifts<OrderBatchInput> => ({
	of(recipient, { allowRepeatedRecipients: allows }) {
		const claim = claimsOf(recipient, ledger, { allows }).find(({ state }) => state === 'created');
		return claim && { orderBatchId: claim.orderBatchId, isOfDay: !ledger.isOwn(claim) };
	},
	same(gift, rows) {
		const { allowRepeatedRecipients: allows } = gift.options;
		const isAsked = (entry: LedgerEntry) =>
			entry.state !== 'created' || ledger.isOfThisRun(entry) || !ledger.isOwn(entry);
		const byEntry = grouped(
			rows.flatMap((row) =>
				claimsOf(row.recipient as Recipient, ledger, { allows })
					.filter(isAsked)
					.map((entry) => [entry, row] as const),
			),
		);
		return [...byEntry]
			.filter(([entry, some]) => some.length === entry.recipients)
			.filter(([entry, some]) => requestKey(batchOf(gift, some).input) === entry.request)
			.map(([, some]) => some);
	},
});

/** Judges order batches, and refuses the gifts of those that may not be created. */
function judgeAll(
	items: ItemContext[],
	gifts: Array<Gift<OrderBatchInput>>,
	batches: Array<Batch<OrderBatchInput>>,
	ledger: Ledger,
): Creation[] {
	const creations = judge(batches, ledger);
	for (const [gift, some] of grouped(creations.map((creation) => [creation.batch.gift, creation] as const))) {
		const isNew = some.some(({ entry }) => !entry);
		const problems = [
			...some.flatMap((creation) => creation.problems),
			// What exists may have been sold since, and its time may be over.
			...(isNew ? [...gift.cartProblems, ...lateProblems(gift.input ?? {}, gift.options, new Date())] : []),
		];
		const byMessage = new Map(problems.map((problem) => [problem.message, problem]));
		if (problems.length > 0) gift.refusal = { gift: [...byMessage.values()], rows: [] };
	}
	stopIfAnyRefused(items, gifts);
	return creations.filter(({ batch }) => !batch.gift.refusal);
}

/** What became of an order batch: that it exists, or why it does not. */
type Result = Created | { error: NodeError };

/** The order batches of a plan that are to be sent, and what becomes of them. */
interface Sending {
	items: ItemContext[];
	ledger: Ledger;
	creations: Map<Batch<OrderBatchInput>, Creation>;
	results: Map<Batch<OrderBatchInput>, Result>;
}

/** An error of one order batch, with what is known of its people. */
function errorOf({ items, ledger, creations }: Sending, batch: Batch<OrderBatchInput>, thrown: unknown): NodeError {
	const { item, rows } = batch;
	const error = asNodeError(item.node, item.itemIndex, thrown);
	const isForAllItems = itemIndexesOf(rows).length === items.length;
	withOutcome(error, { isForAllItems: item.continuesOnFail && isForAllItems });
	const reference = outcomeOf(error).problems ? undefined : creations.get(batch)?.reference;
	return withHistory(error, ledger, { rows, item, isForAllItems: !item.continuesOnFail, reference });
}

/**
 * Learns what another execution has created in the place, and judges again what is not sent yet.
 * @throws NodeApiError when the service does not tell, or NodeOperationError when somebody of it has a gift from there
 */
async function learnPlace({ items, ledger, creations, results }: Sending, client: ServiceClient, taken: Taken) {
	ledger.forget(taken.entry);
	const isKnown = (await readPlace(client, ledger)) && ledger.get(taken.entry.reference) !== undefined;
	if (!isKnown) {
		ledger.enter(taken.entry);
		throw placeTakenError(taken);
	}
	const rest = [...creations.keys()].filter((batch) => !results.has(batch));
	const again = judge(rest, ledger);
	const problems = again.flatMap((creation) => creation.problems);
	if (problems.length > 0) throw inputError((items[0] as ItemContext).node, [...new Set(problems.map(sentenceOf))]);
	for (const creation of again) {
		creations.set(creation.batch, { ...creation, estimate: creations.get(creation.batch)?.estimate });
	}
}

/**
 * Sends order batches one after the other, before anything is waited for.
 * @throws NodeApiError or NodeOperationError as soon as one fails, unless the node goes on after failures
 */
async function sendAll(sending: Sending, connect: Connect): Promise<void> {
	const { ledger, creations, results } = sending;
	/** Why nothing further is sent: the place is taken, and by others than these. */
	let stopped: unknown;
	for (const batch of creations.keys()) {
		const creationOf = () => creations.get(batch) as Creation;
		try {
			if (stopped) throw stopped;
			const client = (await connect()).forItem(batch.item.itemIndex);
			let created = await createOrderBatch(client, ledger, creationOf());
			if (created.kind === 'taken') {
				await learnPlace(sending, client, created).catch((error: unknown) => {
					throw (stopped = error);
				});
				created = await createOrderBatch(client, ledger, creationOf());
			}
			if (created.kind === 'taken') throw (stopped = placeTakenError(created));
			results.set(batch, created);
		} catch (thrown) {
			const error = errorOf(sending, batch, thrown);
			if (!batch.item.continuesOnFail) throw error;
			results.set(batch, { error });
		}
	}
}

/** openapi: createOrderBatch. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Send gifts (create order batch)',
	description: 'Spend real money to send gifts to a list of recipients: one order for each, all with the same cart',
	fields: createForm.fields,
	async plan(items, connect) {
		const [first] = items as [ItemContext];
		const ledger = await Ledger.open(first.functions, first.isTool);
		let gifts: Array<Gift<OrderBatchInput>> = [];
		try {
			gifts = readAll(items, createForm, ledger);
			const facts = await checkAll(items, gifts, connect, ledger);
			if (gifts.some(({ refusal }) => !refusal)) await recallDay(items, ledger, connect);
			const batches = batchesOf(gifts, facts, knownGifts(ledger));
			const planned = judgeAll(items, gifts, batches, ledger);
			const prices = new Prices(
				connect,
				planned.map(({ batch }) => batch.input),
			);
			await checkLimits(first, ledger, planned, prices);
			return stepsToSend(items, gifts, planned, ledger, prices);
		} catch (thrown) {
			ledger.close();
			const error = asNodeError(first.node, first.itemIndex, thrown);
			// Its problems name recipients by their rows, and n8n would show the index of an item beside them.
			if (outcomeOf(error).problems) delete error.context.itemIndex;
			withOutcome(error, { isForAllItems: true });
			const rows = gifts.flatMap((gift) => gift.rows);
			throw withHistory(error, ledger, { rows, item: first, isForAllItems: true });
		}
	},
};

/** Recalls what was sent from this step today; Validate Only reads it, too, where this process does not know. */
async function recallDay([first]: ItemContext[], ledger: Ledger, connect: Connect): Promise<void> {
	if (!first || !ledger.isByDay(false)) return;
	const client = await connect();
	ledger.recall(client.keyFingerprint);
	if (isValidateOnly(first) && ledger.isShared(false)) await readPlace(client, ledger);
}

/** The steps of a plan: first one that sends, then those that show what came of it. */
function stepsToSend(
	items: ItemContext[],
	gifts: Array<Gift<OrderBatchInput>>,
	planned: Creation[],
	ledger: Ledger,
	prices: Prices,
): Step[] {
	const [first] = items as [ItemContext];
	const [shown, sent] = [true, false].map((isShown) =>
		planned.filter(({ batch }) => isValidateOnly(batch.item) === isShown),
	) as [Creation[], Creation[]];
	const creations = new Map(sent.map((creation) => [creation.batch, creation]));
	const sending: Sending = { items, ledger, creations, results: new Map() };
	const preview = previewSteps(first, shown, prices);
	const outcomes: Outcome[] = [];
	const byBatch = new Map(shown.map((creation) => [creation.batch, creation]));
	const outputStep = (batch: Batch<OrderBatchInput>): Step => ({
		itemIndexes: itemIndexesOf(batch.rows),
		async run(connect) {
			const created = sending.results.get(batch) as Result;
			if ('error' in created) throw created.error;
			const creation = sending.creations.get(batch) as Creation;
			try {
				const client = (await connect()).forItem(batch.item.itemIndex);
				return await outputOf({ client, creation, outcomes }, created);
			} catch (thrown) {
				throw errorOf(sending, batch, thrown);
			}
		},
	});
	const send = afterwards(async (connect) => {
		await sendAll(sending, connect).finally(() => ledger.close());
	});
	const status = afterwards(() => {
		for (const hint of statusHints(outcomes, first.functions.getTimezone())) first.hint(hint);
	});
	const stepOf = (batch: Batch<OrderBatchInput>) => {
		const creation = byBatch.get(batch);
		return creation ? preview.stepOf(creation) : outputStep(batch);
	};
	const change = (error: NodeError, { item }: Gift<OrderBatchInput>, rows: Row[]) => {
		const isForAllItems = gifts.length === 1 && rows.length === gifts[0]?.rows.length;
		if (rows === gifts[0]?.rows) withOutcome(error, { isForAllItems: gifts.length === 1 });
		return withHistory(error, ledger, { rows, item, isForAllItems });
	};
	const batches = planned.map(({ batch }) => batch);
	const steps = stepsOf(items, gifts, batches, createForm, stepOf, { change, last: [preview.sentence, status] });
	return [send, ...steps];
}
