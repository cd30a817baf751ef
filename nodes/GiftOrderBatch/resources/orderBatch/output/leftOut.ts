import { mapConcurrently } from '../../../api/concurrency';
import { endpoints } from '../../../api/endpoints';
import type { Connect, OutputItem, Step } from '../../operation';
import { failed } from '../../outcome';
import { NAMED, positionOf, withinDays } from '../../sentences';
import type { GiftRequest } from '../giftRequest';
import { itemIndexesOf, type EarlierGift, type Row } from '../recipients/rows';
import type { PriceInput } from '../rules/input';

/** When somebody got a gift, and with which order, as far as the service tells (openapi: EventTimes). */
async function whenGifted(connect: Connect, gift: EarlierGift): Promise<string> {
	if ('position' in gift) return `is in this run already, as ${positionOf(gift.position)}`;
	if (!('orderId' in gift)) {
		return `${gift.isFromToday ? 'from this step today' : 'in this execution'} (order batch ${gift.orderBatch})`;
	}
	const client = await connect();
	const order = await client.call(endpoints.order(gift.orderId), Date.now()).catch(() => undefined);
	const createdAt = order?.event_times?.created_at;
	const date = createdAt ? `on ${createdAt.slice(0, 10)} ` : '';
	return `${date}(order ${gift.orderId})`;
}

async function whenAllGifted(connect: Connect, rows: Row[]): Promise<string[]> {
	const { maxConcurrentRequests } = (await connect()).limits;
	return await mapConcurrently(rows, maxConcurrentRequests, async ({ earlierGift }) =>
		whenGifted(connect, earlierGift as EarlierGift),
	);
}

const isSure = ({ earlierGift: gift }: Row) => !gift || !('isSure' in gift) || gift.isSure;

/**
 * Reports the recipients who are left out since they got a gift before: as failed items where the node continues on fail, else
 * as a hint. Lists of orders have no times, so each order that is named is read.
 */
export function reportLeftOut({ item, options, name }: GiftRequest<PriceInput>, rows: Row[]): Step[] {
	const leftOut = rows.filter((row) => row.earlierGift !== undefined);
	const { skipGiftedWithinDays: days } = options;
	if (leftOut.length === 0 || days === undefined) return [];
	const emailOf = ({ recipient }: Row) => String(recipient?.email);
	const areAllLeftOut = rows.every(
		({ recipient, earlierGift }) => recipient === undefined || earlierGift !== undefined,
	);

	const failedItems = async (connect: Connect): Promise<OutputItem[]> => {
		const gifts = await whenAllGifted(connect, leftOut);
		return leftOut.map((row, index) => ({
			error: failed({
				email: emailOf(row),
				row: row.number,
				...(row.earlierGift && 'position' in row.earlierGift
					? { kind: 'inThisRun', position: row.earlierGift.position }
					: { kind: 'giftedBefore', gift: gifts[index] as string, isSure: isSure(row) }),
			}),
			itemIndexes: [row.itemIndex],
		}));
	};

	const hint = async (connect: Connect): Promise<void> => {
		const gifts = await whenAllGifted(connect, leftOut.slice(0, NAMED));
		const rest = leftOut.length - gifts.length;
		const named = gifts
			.map((gift, index) => {
				const row = leftOut[index] as Row;
				return `${emailOf(row)} ${isSure(row) ? '' : 'perhaps '}${gift}`;
			})
			.join('; ');
		item.hint(
			[
				areAllLeftOut ? `Nothing was sent${name ? ` for ${name}` : ''}. ` : '',
				`${leftOut.length} of ${rows.length} recipients${name && !areAllLeftOut ? ` of ${name}` : ''} `,
				`${leftOut.length === 1 ? 'was' : 'were'} left out because of a gift ${withinDays(days)}: ${named}${rest > 0 ? `; and ${rest} more` : ''}`,
			].join(''),
		);
	};

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
