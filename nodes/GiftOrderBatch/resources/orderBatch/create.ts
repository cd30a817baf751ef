import type { ServiceClient } from '../../api/client';
import type { ServiceError } from '../../api/errors';
import type { ItemContext } from '../itemContext';
import { afterwards, type Connect, type Operation, type Step } from '../operation';
import { atItem, outcomeOf, throwIfAny, withOutcome } from '../outcome';
import { createForm } from './form/form';
import { isValidateOnly } from './form/validateOnly';
import { judge, leaveOutGifted, type Creation } from './once/claims';
import { Ledger } from './once/ledger';
import { checkLimits } from './once/limits';
import { environmentOf } from './once/n8nExecution';
import { refuseOwnGifts } from './once/ownGifts';
import { withEarlierAttempts } from './once/report';
import { createOrderBatch, noteFailures, readPlace, type Created, type Taken } from './once/send';
import { outputOf } from './output/items';
import { previewSteps } from './output/preview';
import { statusHints, type BatchStatus } from './output/statusHints';
import { batchesOf, checkAll, readAll, stepsOf, stopIfAnyWrong } from './plan';
import { acceptedOf, type Batch, type GiftRequest } from './giftRequest';
import { hintsStep } from './hints';
import { itemIndexesOf, type Row } from './recipients/rows';
import { Prices } from './rules/price';

/** Judges order batches, and refuses the gifts of those that may not be created. */
function judgeAll(gifts: GiftRequest[], batches: Batch[], ledger: Ledger): Creation[] {
	const creations = judge(batches, ledger);
	for (const { gift, entry, problems } of creations) {
		gift.problems.push(...problems, ...(entry ? [] : gift.problemsIfNew.splice(0)));
	}
	stopIfAnyWrong(gifts, ledger);
	return creations.filter(({ gift }) => !gift.isRefused);
}

/** What became of an order batch: that it exists, or why it does not. */
type Result = Created | { error: ServiceError };

/** The order batches of a plan that are to be sent, and what becomes of them. */
interface Sending {
	items: ItemContext[];
	ledger: Ledger;
	creations: Creation[];
	results: Map<Creation, Result>;
	prices: Prices;
}

/** An error of one order batch, with what is known of its people. */
function creationError({ items, ledger }: Sending, creation: Creation, thrown: unknown): ServiceError {
	const { item, rows } = creation;
	const isForAllItems = itemIndexesOf(rows).length === items.length;
	const error = withOutcome(atItem(thrown, item.itemIndex), { isForAllItems });
	const reference = outcomeOf(error).problems ? undefined : creation.reference;
	return withEarlierAttempts(error, ledger, { rows, item, isForAllItems: !item.continuesOnFail, reference });
}

/**
 * Reads what another execution has created with references of this place, and judges again what is not sent yet.
 * @throws ServiceError when the service cannot list it, or a recipient already has a gift from there
 */
async function readTakenPlace({ ledger, creations, results, prices }: Sending, client: ServiceClient, taken: Taken) {
	await readPlace(client, ledger).catch(() => undefined);
	if (ledger.get(taken.entry.reference) === taken.entry) throw taken.error;
	const rest = creations.filter((creation) => !results.has(creation));
	const again = judge(rest, ledger, [...results.keys()]);
	throwIfAny(again.flatMap(({ problems }) => problems));
	rest.forEach((creation, index) => Object.assign(creation, again[index], { estimate: creation.estimate }));
	await checkLimits(rest, ledger, prices);
}

/**
 * Sends order batches one after the other, before anything is waited for.
 * @throws ServiceError as soon as one fails, unless the node goes on after failures
 */
async function sendAll(sending: Sending, connect: Connect): Promise<void> {
	const { ledger, creations, results } = sending;
	/** Why nothing further is sent: another order batch has the reference. */
	let stopped: unknown;
	for (const creation of creations) {
		try {
			const reason = stopped ?? creation.refusal;
			if (reason) throw reason;
			const client = await connect();
			let created = await createOrderBatch(client, ledger, creation);
			if (created.kind === 'taken') {
				await readTakenPlace(sending, client, created).catch((error: unknown) => {
					throw (stopped = error);
				});
				created = await createOrderBatch(client, ledger, creation);
			}
			if (created.kind === 'taken') throw (stopped = created.error);
			results.set(creation, created);
		} catch (thrown) {
			const error = creationError(sending, creation, thrown);
			if (!creation.item.continuesOnFail) throw error;
			results.set(creation, { error });
		}
	}
}

/** openapi: createOrderBatch. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Send gifts (create order batch)',
	description: 'Send gifts to a list of recipients, which spends real money: one order for each recipient',
	fields: createForm.fields,
	async plan(items, connect) {
		const [first] = items as [ItemContext];
		const ledger = await Ledger.open(
			environmentOf(first.functions, first.isTool),
			first.hasOption('skipGiftedWithinDays'),
		);
		let gifts: GiftRequest[] = [];
		try {
			gifts = readAll(items, createForm, ledger);
			stopIfAnyWrong(gifts, ledger);
			const client = await connect();
			ledger.loadDays(client.keyFingerprint);
			await refuseOwnGifts(gifts, ledger, client);
			await checkAll(gifts, client, ledger);
			await readDay(acceptedOf(gifts), ledger, client);
			for (const gift of acceptedOf(gifts)) leaveOutGifted(gift, ledger);
			const planned = judgeAll(gifts, batchesOf(gifts), ledger);
			const prices = new Prices(connect, planned);
			await checkLimits(planned, ledger, prices);
			return stepsToSend(items, gifts, planned, ledger, prices);
		} catch (thrown) {
			ledger.close();
			const { problems, itemIndex } = outcomeOf(thrown);
			// Problems name recipients by their rows, and n8n would show the index of an item beside them.
			const error = withOutcome(thrown, { isForAllItems: true, itemIndex: problems ? undefined : itemIndex });
			const rows = gifts.flatMap((gift) => gift.rows);
			throw withEarlierAttempts(error, ledger, { rows, item: first, isForAllItems: true });
		}
	},
};

/**
 * Reads what this process cannot know of today. Where a person has started the execution, it is what others have sent in its
 * place: for Validate Only and Skip Gifted, which need it before anything is sent, and for a reference of the user, which the
 * service would accept.
 */
async function readDay(gifts: GiftRequest[], ledger: Ledger, client: ServiceClient): Promise<void> {
	// In the editor, the list is judged by all that the user sent today.
	if (!ledger.isManual) await noteFailures(client, ledger, gifts);
	if (!ledger.isManualOrRetry) return;
	const isReferenceOfUser = gifts.some(
		({ options, input }) => input?.customer_reference_id !== undefined && !options.allowRepeatedRecipients,
	);
	const isRead = ({ item, options }: GiftRequest) => isValidateOnly(item) || options.skipGiftedWithinDays !== undefined;
	if (!isReferenceOfUser && !gifts.some(isRead)) return;
	await readPlace(client, ledger).catch((error: unknown) => {
		if (isReferenceOfUser) throw error;
	});
}

/** The steps of a plan: first one that sends, then those that show what came of it. */
function stepsToSend(
	items: ItemContext[],
	gifts: GiftRequest[],
	planned: Creation[],
	ledger: Ledger,
	prices: Prices,
): Step[] {
	const [first] = items as [ItemContext];
	// It is the same for all items.
	const isShown = isValidateOnly(first);
	const sending: Sending = { items, ledger, creations: isShown ? [] : planned, results: new Map(), prices };
	const preview = previewSteps(first, isShown ? planned : [], ledger, prices);
	const statuses: BatchStatus[] = [];
	const outputStep = (creation: Creation): Step => ({
		itemIndexes: itemIndexesOf(creation.rows),
		async run(connect) {
			const created = sending.results.get(creation) as Result;
			if ('error' in created) throw created.error;
			try {
				return await outputOf({ client: await connect(), creation, statuses }, created);
			} catch (thrown) {
				if (outcomeOf(thrown).failure === 'orderBatchNotSent') ledger.noteFailed(creation.reference);
				throw creationError(sending, creation, thrown);
			}
		},
	});
	const send = afterwards(async (connect) => {
		await sendAll(sending, connect).finally(() => ledger.close());
	});
	const status = afterwards(() => {
		for (const hint of statusHints(statuses, first.functions.getTimezone())) first.hint(hint);
	});
	const stepOf = isShown ? preview.stepOf : outputStep;
	const ofBatches = planned.map((creation) => [creation, stepOf(creation)] as const);
	const change = (error: ServiceError, { item }: GiftRequest, rows: Row[]) => {
		const isForAllItems = gifts.length === 1 && rows.length === gifts[0]?.rows.length;
		return withEarlierAttempts(withOutcome(error, { isForAllItems }), ledger, { rows, item, isForAllItems });
	};
	// What became of the order batches comes before the other hints.
	const hints = [preview.sentence, status, hintsStep(gifts, createForm, planned.length)];
	return [send, ...stepsOf(gifts, ofBatches, change), ...hints];
}
