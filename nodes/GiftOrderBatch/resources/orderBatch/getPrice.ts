import type { ItemContext } from '../itemContext';
import type { Operation } from '../operation';
import { collectionProblems, readCollections, withCollections, type Collections } from './collections';
import { cartFields, cartInput } from './create/fields/cart';
import { sendMethodField } from './create/fields/gift';
import { batchOptionsField } from './create/fields/options';
import { recipientFields } from './create/fields/recipients';
import { planBatches, planWithServiceData, type BatchForm } from './create/planBatches';
import { priceOutput, Prices } from './create/prices';
import { readServiceData, type ServiceData } from './create/serviceData';
import { checkOrderBatch, priceInput, type PriceInput } from './create/validate';

const formWith = (collections: Collections): BatchForm<PriceInput> => ({
	read: (item) => ({
		send_method: item.parameter('sendMethod'),
		cart: withCollections(cartInput(item), collections),
	}),
	problems: (item) => collectionProblems(cartInput(item), collections),
	check: (input, now) => checkOrderBatch(priceInput, input, now),
});

const ALTERNATIVE =
	'Order Batch: Create works without it. Its option Recipients Limit keeps a run from sending too many gifts.';

/** openapi: getOrderBatchPrice. */
export const getPrice: Operation = {
	value: 'getPrice',
	name: 'Get Price',
	action: 'Get the price of an order batch',
	description: 'Get the price of an order batch without creating it or charging anything',
	fields: [sendMethodField, ...recipientFields, ...cartFields, batchOptionsField],
	async plan(items, connect) {
		const [first] = items as [ItemContext];
		const prices = new Prices(connect);
		const form = formWith(await readCollections(connect, items));
		const planWith = (data: ServiceData) =>
			planBatches(items, form, data, (batch) => ({
				value: {
					itemIndexes: [...new Set(batch.itemIndexes)],
					async run() {
						const estimate = await prices.of(batch, { alternative: ALTERNATIVE });
						return [{ json: priceOutput(estimate, batch.input.recipients.length) }];
					},
				},
			}));
		const { steps, hints } = await planWithServiceData(
			planWith,
			async ({ batches }) => await readServiceData(connect, batches),
		);
		for (const hint of hints) first.hint(hint);
		return steps;
	},
};
