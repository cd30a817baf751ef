import type { Operation, Step } from '../operation';
import { priceForm } from './form/form';
import type { Batch } from './giftRequest';
import { hintsStep } from './hints';
import { batchesOf, checkAll, readAll, stepsOf, stopIfAnyWrong } from './plan';
import { itemIndexesOf } from './recipients/rows';
import { priceOutput, Prices } from './rules/price';

const ALTERNATIVE =
	'Order Batch: Create works without it. Its option "Recipients Limit" keeps a run from sending too many gifts.';

/** openapi: getOrderBatchPrice. */
export const getPrice: Operation = {
	value: 'getPrice',
	name: 'Get Price',
	action: 'Get price of order batch',
	description: 'Get the price of an order batch, in dollars and cents, without creating it or charging anything',
	fields: priceForm.fields,
	async plan(items, connect) {
		const known = { startedAt: Date.now(), isFirstAttempt: true };
		const gifts = readAll(items, priceForm, known);
		stopIfAnyWrong(gifts, known);
		await checkAll(gifts, await connect(), known);
		const batches = batchesOf(gifts);
		const prices = new Prices(connect, batches);
		const stepOf = ({ input, rows }: Batch): Step => ({
			itemIndexes: itemIndexesOf(rows),
			async run() {
				const estimate = await prices.of(input, { alternative: ALTERNATIVE });
				const [{ columns } = {}] = rows;
				return [{ json: { ...priceOutput(estimate, rows.length), ...(columns && { columns }) } }];
			},
		});
		const steps = batches.map((batch) => [batch, stepOf(batch)] as const);
		return [...stepsOf(gifts, steps), hintsStep(gifts, priceForm, batches.length)];
	},
};
