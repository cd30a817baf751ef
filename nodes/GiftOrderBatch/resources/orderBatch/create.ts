import { asNodeError } from '../../api/errors';
import type { ItemContext } from '../itemContext';
import type { Operation, Step } from '../operation';
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
import { draftsOf, eachDraft, readDrafts, refuse, stepsOf, type Batch, type Draft } from './plan';
import { Prices } from './rules/price';
import type { OrderBatchInput } from './rules/input';

/** Creates an order batch, and returns what the options ask for. */
function createStep(creation: Creation, once: Once, ledger: Ledger): Step {
	const { rows, item } = creation.batch;
	const itemIndexes = [...new Set(rows.map(({ itemIndex }) => itemIndex))];
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
				return await outputOf({ client, creation }, created);
			} catch (thrown) {
				const error = asNodeError(item.node, firstIndex, thrown);
				const isForAllItems = itemIndexes.length === item.functions.getInputData().length;
				const goesOn = item.continuesOnFail;
				withOutcome(error, { isForAllItems: goesOn && isForAllItems });
				throw withHistory(error, ledger, { rows, isForAllItems: !goesOn, goesOn });
			}
		},
	};
}

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
		const goesOn = first.continuesOnFail;
		const ledger = await Ledger.open(first.functions, first.isTool);
		const prices = new Prices(connect);
		const drafts = draftsOf<OrderBatchInput>(items);
		try {
			await readDrafts(drafts, createForm, connect, ledger.sentBefore);
			const once = await checkOnce(first, drafts, ledger, prices);
			for (const { rows, error, skipped } of drafts) {
				const isForAllItems = drafts.length === 1;
				if (error) withHistory(withOutcome(error, { isForAllItems }), ledger, { rows, isForAllItems, goesOn });
				for (const one of skipped) withHistory(one.error, ledger, { rows: [one.row], isForAllItems: false, goesOn });
			}
			const shown = drafts
				.filter(({ item, error }) => !error && isValidateOnly(item))
				.flatMap(({ batches }) => batches.map((batch) => once.creationOf(batch)));
			const preview = previewSteps(first, shown, prices);
			const stepOf = (batch: Batch<OrderBatchInput>) => {
				const creation = once.creationOf(batch);
				return isValidateOnly(batch.item) ? preview.stepOf(creation) : createStep(creation, once, ledger);
			};
			return stepsOf(drafts, stepOf, [preview.sentence]);
		} catch (thrown) {
			const error = asNodeError(first.node, first.itemIndex, thrown);
			// Its problems name recipients by their rows, and n8n would show the index of an item beside them.
			if (outcomeOf(error).problems) delete error.context.itemIndex;
			withOutcome(error, { isForAllItems: true });
			const rows = drafts.flatMap((draft) => draft.rows);
			throw withHistory(error, ledger, { rows, isForAllItems: true, goesOn });
		}
	},
};
