import { mapConcurrently } from '../../../api/concurrency';
import { endpoints } from '../../../api/endpoints';
import { operationError } from '../../../api/errors';
import { isObject } from '../../../api/values';
import type { Connect, OutputItem, Step } from '../../operation';
import { withOutcome } from '../../outcome';
import type { Gift } from '../plan';
import { itemIndexesOf, type EarlierGift, type Row } from '../recipients/rows';
import type { PriceInput } from '../rules/input';

/** How many people a hint names; it counts the rest. */
const NAMED = 5;

/** When somebody got a gift, and with which order, as far as the service tells (openapi: EventTimes). */
async function describeGift(connect: Connect, gift: EarlierGift): Promise<string> {
	if (!('orderId' in gift)) {
		const when = gift.isOfDay ? 'from this step today' : 'in this execution';
		return `${when}${gift.orderBatchId ? ` (order batch ${gift.orderBatchId})` : ''}`;
	}
	const client = await connect();
	const order = await client.call(endpoints.order(gift.orderId), Date.now()).catch(() => undefined);
	const { created_at: createdAt } = isObject(order?.event_times) ? order.event_times : {};
	const date = typeof createdAt === 'string' ? `on ${createdAt.slice(0, 10)} ` : '';
	return `${date}(order ${gift.orderId})`;
}

async function describeAll(connect: Connect, rows: Row[]): Promise<string[]> {
	const { maxConcurrentRequests } = (await connect()).limits;
	return await mapConcurrently(rows, maxConcurrentRequests, async ({ leftOut }) =>
		describeGift(connect, leftOut as EarlierGift),
	);
}

/**
 * Reports the recipients who are left out since they got a gift before: as failed items where the node continues on fail, else
 * as a hint. Lists of orders have no times, so each order that is named is read.
 * @param name what messages call the gift; nothing where it is the only one
 */
export function reportLeftOut({ item, options }: Gift<PriceInput>, rows: Row[], name: string | undefined): Step[] {
	const leftOut = rows.filter((row) => row.leftOut !== undefined);
	const { skipGiftedWithinDays: days } = options;
	if (leftOut.length === 0 || days === undefined) return [];
	const within = `within the last ${days === 1 ? 'day' : `${days} days`}`;
	const emailOf = ({ recipient }: Row) => String(recipient?.email);
	const isNobodyLeft = rows.every(({ recipient, leftOut: gift }) => recipient === undefined || gift !== undefined);

	async function failedItems(connect: Connect): Promise<OutputItem[]> {
		const gifts = await describeAll(connect, leftOut);
		return leftOut.map((row, index) => {
			const message = `Recipient ${row.number}: ${emailOf(row)} got a gift ${gifts[index]}, ${within}`;
			const advice = 'The option "Skip Gifted Within Days" left this recipient out. Nothing was sent to them.';
			return {
				error: withOutcome(operationError(item.node, row.itemIndex, message), { advice }),
				itemIndexes: [row.itemIndex],
			};
		});
	}

	async function hint(connect: Connect): Promise<void> {
		const gifts = await describeAll(connect, leftOut.slice(0, NAMED));
		const rest = leftOut.length - gifts.length;
		const named = gifts.map((gift, index) => `${emailOf(leftOut[index] as Row)} ${gift}`).join('; ');
		item.hint(
			[
				isNobodyLeft ? `Nothing was sent${name ? ` for ${name}` : ''}. ` : '',
				`Left out ${leftOut.length} of ${rows.length} recipients${name && !isNobodyLeft ? ` of ${name}` : ''}, `,
				`who got a gift ${within}: ${named}${rest > 0 ? `; and ${rest} more` : ''}`,
			].join(''),
		);
	}

	return [
		{
			itemIndexes: itemIndexesOf(leftOut),
			async run(connect) {
				if (item.continuesOnFail) return await failedItems(connect);
				await hint(connect);
				return [];
			},
		},
	];
}
