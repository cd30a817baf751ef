import { asNodeError } from '../../api/errors';
import type { ItemContext } from '../itemContext';
import { afterwards, type Operation, type Step } from '../operation';
import { outcomeOf, withOutcome } from '../outcome';
import { createForm } from './form/form';
import { isValidateOnly } from './form/gift';
import { Ledger } from './once/ledger';
import { checkPrices, checkRecipients, checkSending } from './once/limits';
import { Once, type Creation } from './once/once';
import { withHistory } from './once/report';
import { createOrderBatch } from './once/send';
import { outputOf } from './output/items';
import { previewSteps } from './output/preview';
import { statusHints, type Outcome } from './output/statusHints';
import { draftsOf, eachDraft, readDrafts, refuse, stepsOf, type Batch, type Draft } from './plan';
import { itemIndexesOf } from './recipients/rows';
import { Prices } from './rules/price';
import type { OrderBatchInput } from './rules/input';

/** Creates an order batch, and returns what the options ask for. */
function createStep(creation: Creation, once: Once, ledger: Ledger, outcomes: Outcome[]): Step {
	const { rows, item } = creation.batch;
	const itemIndexes = itemIndexesOf(rows);
	const [firstIndex] = itemIndexes as [number];
	return {
		itemIndexes,
		async run(connect) {
			try {
				const client = (await connect()).forItem(firstIndex);
				const created = await createOrderBatch(client, ledger, creation, () => {
					checkSending(creation, ledger);
					const problems = once.ledgerProblems(creation);
					if (problems.length > 0) item.refuse(problems.map(({ message }) => message));
				});
				return await outputOf({ client, creation, outcomes }, created);
			} catch (thrown) {
				const error = asNodeError(item.node, firstIndex, thrown);
				const isForAllItems = itemIndexes.length === item.functions.getInputData().length;
				const goesOn = item.continuesOnFail;
				withOutcome(error, { isForAllItems: goesOn && isForAllItems });
				// What is refused here, another call of a tool may have sent meanwhile.
				const reference = outcomeOf(error).problems ? undefined : creation.entry.reference;
				throw withHistory(error, ledger, { rows, item, isForAllItems: !goesOn, reference });
			}
		},
	};
}

/** Shows what became of the order batches. */
const statusStep = (item: ItemContext, outcomes: Outcome[]): Step =>
	afterwards(() => {
		for (const hint of statusHints(outcomes, item.functions.getTimezone())) item.hint(hint);
	});

/** Checks the order batches of drafts against each other, the ledger and the limits. */
async function checkOnce(
	first: ItemContext,
	drafts: Array<Draft<OrderBatchInput>>,
	ledger: Ledger,
	prices: Prices,
): Promise<Once> {
	const once = new Once(
		ledger,
		drafts.flatMap(({ batches }) => batches),
	);
	eachDraft(drafts, (draft) => {
		const problems = draft.batches.flatMap((batch) => once.accept(batch));
		if (problems.length > 0) refuse(draft, problems, []);
	});
	const creations = drafts
		.filter(({ error }) => !error)
		.flatMap(({ batches }) => batches.map((batch) => once.creationOf(batch)));
	checkRecipients(first, ledger, creations);
	await checkPrices(first, ledger, creations, prices);
	return once;
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
		const prices = new Prices(connect);
		const drafts = draftsOf<OrderBatchInput>(items);
		try {
			await readDrafts(drafts, createForm, connect, ledger.sentBefore);
			const once = await checkOnce(first, drafts, ledger, prices);
			for (const { rows, item, error, skipped } of drafts) {
				const isForAllItems = drafts.length === 1;
				if (error) withHistory(withOutcome(error, { isForAllItems }), ledger, { rows, item, isForAllItems });
				for (const one of skipped) withHistory(one.error, ledger, { rows: [one.row], item, isForAllItems: false });
			}
			const shown = drafts
				.filter(({ item, error }) => !error && isValidateOnly(item))
				.flatMap(({ batches }) => batches.map((batch) => once.creationOf(batch)));
			const preview = previewSteps(first, shown, prices);
			const outcomes: Outcome[] = [];
			const stepOf = (batch: Batch<OrderBatchInput>) => {
				const creation = once.creationOf(batch);
				return isValidateOnly(batch.item) ? preview.stepOf(creation) : createStep(creation, once, ledger, outcomes);
			};
			return stepsOf(drafts, stepOf, [preview.sentence, statusStep(first, outcomes)]);
		} catch (thrown) {
			const error = asNodeError(first.node, first.itemIndex, thrown);
			// Its problems name recipients by their rows, and n8n would show the index of an item beside them.
			if (outcomeOf(error).problems) delete error.context.itemIndex;
			withOutcome(error, { isForAllItems: true });
			const rows = drafts.flatMap((draft) => draft.rows);
			throw withHistory(error, ledger, { rows, item: first, isForAllItems: true });
		}
	},
};
