import type { Operation } from '../operation';
import { priceForm } from './form/form';
import { draftsOf, readDrafts, stepsOf } from './plan';
import { itemIndexesOf } from './recipients/rows';
import { nothingSent } from './rules/gifted';
import type { PriceInput } from './rules/input';
import { priceOutput, Prices } from './rules/price';

const ALTERNATIVE =
	'Order Batch: Create works without it. Its option "Recipients Limit" keeps a run from sending too many gifts.';

/** openapi: getOrderBatchPrice. */
export const getPrice: Operation = {
	value: 'getPrice',
	name: 'Get Price',
	action: 'Get price of order batch',
	description: 'Get the price of an order batch without creating it or charging anything',
	fields: priceForm.fields,
	async plan(items, connect) {
		const prices = new Prices(connect);
		const drafts = draftsOf<PriceInput>(items);
		await readDrafts(drafts, priceForm, connect, nothingSent());
		return stepsOf(drafts, ({ input, rows }) => {
			const itemIndexes = itemIndexesOf(rows);
			return {
				itemIndexes,
				async run() {
					const estimate = await prices.of(input, itemIndexes[0] as number, { alternative: ALTERNATIVE });
					const [{ columns } = {}] = rows;
					return [{ json: { ...priceOutput(estimate, rows.length), ...(columns && { columns }) } }];
				},
			};
		});
	},
};
