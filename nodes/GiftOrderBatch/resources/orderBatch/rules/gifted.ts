import type { ServiceClient } from '../../../api/client';
import { mapConcurrently } from '../../../api/concurrency';
import { endpoints } from '../../../api/endpoints';
import { operationError } from '../../../api/errors';
import { readEntries } from '../../../api/pages';
import { isCanceled } from '../../../api/states';
import { comparableEmail, isBlank, isObject } from '../../../api/values';
import type { ItemContext } from '../../itemContext';
import type { Connect, OutputItem, Step } from '../../operation';
import { withOutcome } from '../../outcome';
import { personKey } from '../recipients/personKey';
import type { Recipient } from '../recipients/recipientInput';
import { itemIndexesOf, type Gift, type Row } from '../recipients/rows';

/** The gift that a recipient got within so many days; nothing if there is none. */
export type GiftedBefore = (recipient: Recipient, days: number) => Gift | undefined;

/** What this execution has sent before, to people by `personKey`. */
export interface SentBefore {
	/** Those of earlier attempts of this run of the node, which ask for them again: their gifts are no earlier ones. */
	byThisRun: Set<string>;
	/** Those of earlier runs, also while their orders do not exist yet. */
	byEarlierRuns: Map<string, Gift>;
	/** Whether the execution has created order batches, or may have: what is asked for again must not be refused for new reasons. */
	isRepeated: boolean;
	/** When the first attempt of this run began, as Unix time in milliseconds: later ones look as far back, to find the same people. */
	startedAt: number;
}

/** What an execution has sent before that has created nothing. */
export const nothingSent = (): SentBefore => ({
	byThisRun: new Set(),
	byEarlierRuns: new Map(),
	isRepeated: false,
	startedAt: Date.now(),
});

/** How many people a hint names; it counts the rest. */
const NAMED = 5;

const DAY_MS = 86_400_000;

const ALTERNATIVE = 'Remove the option "Skip Gifted Within Days" to send without this check.';

const listOrders = (after: Date) => ({
	...endpoints.orders({ 'created_at[after]': after.toISOString() }),
	alternative: ALTERNATIVE,
});

/** @throws NodeOperationError when the orders cannot tell who got a gift, or when */
async function checkOrders(client: ServiceClient, orders: Array<{ recipient_email?: unknown }>): Promise<void> {
	if (orders.length === 0) return;
	const refuse = (message: string) => {
		throw operationError(client.node, undefined, message, { advice: ALTERNATIVE });
	};
	if (!orders.some((order) => 'recipient_email' in order)) {
		refuse("The service's orders have no recipient_email, so nobody knows who got a gift");
	}
	const tomorrow = { ...listOrders(new Date(Date.now() + DAY_MS)).query, per_page: 1, page: 1 };
	const { data } = await client.call({ ...listOrders(new Date()), query: tomorrow });
	if (data.length > 0) {
		refuse(
			'The service ignores the time from which it is to list orders, so nobody knows who got a gift within the days',
		);
	}
}

/** The orders of the account since `after`, by the email of their recipient (openapi: listOrders). */
async function readGifts(connect: Connect, after: Date): Promise<Map<string, Gift>> {
	const client = await connect();
	const orders = await readEntries(client, listOrders(after), Infinity);
	await checkOrders(client, orders);
	return new Map(
		orders
			.filter((order) => !isBlank(order.recipient_email) && !isCanceled(order))
			.map(({ recipient_email: email, id }) => [comparableEmail(email), { orderId: String(id) }]),
	);
}

/**
 * Reads who got a gift of the account within the numbers of days that the options ask for.
 * @throws NodeApiError when the service cannot list orders
 * @throws NodeOperationError when its list cannot tell who got a gift
 */
export async function readGiftedBefore(connect: Connect, days: number[], sent: SentBefore): Promise<GiftedBefore> {
	const gifts = new Map<number, Map<string, Gift>>();
	for (const count of days) {
		gifts.set(count, await readGifts(connect, new Date(Math.max(0, sent.startedAt - count * DAY_MS))));
	}
	return (recipient, count) => {
		const person = personKey(recipient);
		if (sent.byThisRun.has(person)) return undefined;
		return sent.byEarlierRuns.get(person) ?? gifts.get(count)?.get(comparableEmail(recipient.email));
	};
}

/** When somebody got a gift, and with which order, as far as the service tells (openapi: EventTimes). */
async function describeGift(connect: Connect, gift: Gift): Promise<string> {
	if (!('orderId' in gift)) {
		return `in this execution${gift.orderBatchId ? ` (order batch ${gift.orderBatchId})` : ''}`;
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
		describeGift(connect, leftOut as Gift),
	);
}

/**
 * Reports the recipients who are left out since they got a gift before: as failed items where the node continues on fail, else
 * as a hint. Lists of orders have no times, so each order that is named is read.
 * @param name what messages call the order batch; nothing where it is the only one
 */
export function reportGifted(item: ItemContext, rows: Row[], days: number, name: string | undefined): Step[] {
	const leftOut = rows.filter((row) => row.leftOut !== undefined);
	if (leftOut.length === 0) return [];
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
