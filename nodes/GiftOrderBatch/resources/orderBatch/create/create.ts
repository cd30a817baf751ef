import { asNodeError, factsOf, withFacts } from '../../../api/errors';
import { fingerprint } from '../../../api/fingerprint';
import { simplifyField } from '../../commonFields';
import type { ItemContext } from '../../itemContext';
import type { Operation, Step } from '../../operation';
import { collectionProblems, readCollections, withCollections, type Collections } from '../collections';
import { additionalFields, additionalInput, emptyFields } from './fields/additionalFields';
import { cartFields, cartInput } from './fields/cart';
import { giftFields, giftInput, giftProblems, senderFields } from './fields/gift';
import { createOptionsField } from './fields/options';
import { recipientFields } from './fields/recipients';
import { Ledger } from './ledger';
import { outputOf } from './output';
import { planBatches, planWithServiceData, type Batch, type BatchForm } from './planBatches';
import { priceOutput, Prices } from './prices';
import { RunPlan } from './runPlan';
import { createOrderBatch, type Creation } from './send';
import { readServiceData, type ServiceData } from './serviceData';
import { checkOrderBatch, orderBatchInput, type OrderBatchInput } from './validate';

const formWith = (collections: Collections): BatchForm<OrderBatchInput> => ({
	read: (item) => ({
		...giftInput(item),
		cart: withCollections(cartInput(item), collections),
		...additionalInput(item),
	}),
	problems: (item) => [
		...giftProblems(item),
		...emptyFields(item),
		...collectionProblems(cartInput(item), collections, additionalInput(item).swap),
	],
	check: (input, now) => checkOrderBatch(orderBatchInput, input, now),
});

/** The order batch with a reference of its own: no record's own reference ends like one of several by chance. */
function withOwnReference(batch: Batch<OrderBatchInput>): Batch<OrderBatchInput> {
	const { input, batchNumber } = batch;
	const { customer_reference_id: reference } = input;
	if (reference === undefined || batchNumber === 0) return batch;
	const suffix = `${batchNumber + 1}-${fingerprint([reference, batchNumber]).slice(0, 8)}`;
	return { ...batch, input: { ...input, customer_reference_id: `${reference}-${suffix}` } };
}

/** Shows the request of an order batch, and its price where the service tells it. */
function showStep(batch: Batch<OrderBatchInput>, { entry }: Creation, prices: Prices): Step {
	const { input, item, itemIndexes } = batch;
	return {
		itemIndexes: [...new Set(itemIndexes)],
		async run() {
			const estimate = await prices.of(batch, { latest: Date.now() }).catch((error: Error) => {
				item.hint(`The price is not known. ${error.message}`);
			});
			const price = estimate && { price: priceOutput(estimate, input.recipients.length) };
			return [{ json: { valid: true, ...price, request: { ...input, customer_reference_id: entry.reference } } }];
		},
	};
}

/** Creates an order batch, and returns what the options ask for. */
function createStep(batch: Batch<OrderBatchInput>, creation: Creation, ledger: Ledger): Step {
	const { input, item, options } = batch;
	const itemIndexes = [...new Set(batch.itemIndexes)];
	const [firstIndex] = itemIndexes as [number];
	return {
		itemIndexes,
		async run(connect) {
			try {
				const client = (await connect()).forItem(firstIndex);
				const created = await createOrderBatch(client, ledger, creation);
				return await outputOf({ client, item, input, itemIndexes: batch.itemIndexes, options }, created);
			} catch (thrown) {
				const error = asNodeError(item.node, firstIndex, thrown);
				const isForAllItems = itemIndexes.length === item.functions.getInputData().length;
				throw item.continuesOnFail ? withFacts(error, { isForAllItems }) : ledger.complete(error, false);
			}
		},
	};
}

/** openapi: createOrderBatch. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Send gifts (create an order batch)',
	description: 'Spend real money to send gifts to a list of recipients: one order for each, all with the same cart',
	fields: [
		...senderFields,
		...recipientFields,
		...cartFields,
		...giftFields,
		simplifyField,
		additionalFields,
		createOptionsField,
	],
	async plan(items, connect) {
		const [first] = items as [ItemContext];
		const ledger = await Ledger.open(first.functions);
		const prices = new Prices(connect);
		const planWith = (form: BatchForm<OrderBatchInput>) => (data: ServiceData) => {
			const runPlan = new RunPlan(ledger);
			const batches = planBatches(items, form, data, (planned) => {
				const batch = withOwnReference(planned);
				const added = runPlan.add(batch);
				if ('problems' in added) return added;
				const isShown = batch.item.parameter<boolean>('validateOnly') === true;
				return {
					value: isShown ? showStep(batch, added.value, prices) : createStep(batch, added.value, ledger),
				};
			});
			runPlan.checkRecipients(first);
			return { runPlan, ...batches };
		};
		try {
			const form = formWith(await readCollections(connect, items));
			const { runPlan, steps, hints } = await planWithServiceData(
				planWith(form),
				async ({ batches, runPlan: { isRepeated } }) => await readServiceData(connect, batches, { ledger, isRepeated }),
			);
			await runPlan.checkPrices(first, prices);
			for (const hint of hints) first.hint(hint);
			return steps;
		} catch (thrown) {
			const error = asNodeError(first.node, first.itemIndex, thrown);
			const { outcome = 'nothingSent' } = factsOf(error);
			const isUnknown = outcome === 'nothingSent' && ledger.isHistoryLost;
			withFacts(error, isUnknown ? { creates: 'order batch', outcome: 'unknown' } : { outcome });
			// Its problems name recipients by their rows, and n8n would show the index of an item beside them.
			if (factsOf(error).problems) delete error.context.itemIndex;
			throw withFacts(ledger.complete(error, first.continuesOnFail), { isForAllItems: true });
		}
	},
};
