import type { ItemContext } from '../itemContext';
import type { Operation } from '../operation';
import { cartFields, cartInput } from './form/cart';
import { sendMethodField } from './form/gift';
import { batchOptionsField } from './form/options';
import { recipientFields } from './form/recipients';
import { planBatches, planWithServiceData, type BatchForm } from './plan';
import { priceOutput, Prices } from './rules/price';
import { readServiceData, type ServiceData } from './rules/facts';
import { checkOrderBatch, priceInput, type PriceInput } from './rules/input';

const form: BatchForm<PriceInput> = {
	read: (item) => ({ send_method: item.parameter('sendMethod'), cart: cartInput(item) }),
	problems: () => [],
	check: (input, now) => checkOrderBatch(priceInput, input, now),
};

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
