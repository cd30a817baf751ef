import type { ServiceClient } from '../../../api/client';
import { endpoints } from '../../../api/endpoints';
import { readEntries, readPage } from '../../../api/pages';
import { isCanceled } from '../../../api/states';
import { comparableEmail, isBlank } from '../../../api/values';
import type { Connect } from '../../operation';
import { failed } from '../../outcome';
import { REMOVE_SKIP_GIFTED, type EarlierGift } from '../../sentences';
import type { Recipient } from '../recipients/recipientInput';
import { DAY_MS } from '../times';

/** The gift that a recipient got within so many days; nothing if there is none. */
export type GiftedBefore = (recipient: Recipient, days: number) => EarlierGift | undefined;

const listOrders = (after: Date) => ({
	...endpoints.orders({ 'created_at[after]': after.toISOString() }),
	alternative: `${REMOVE_SKIP_GIFTED}.`,
});

/** @throws ServiceError when the orders cannot tell who got a gift, or when */
async function checkOrders(client: ServiceClient, orders: Array<{ recipient_email?: unknown }>): Promise<void> {
	if (orders.length === 0) return;
	if (orders.every((order) => isBlank(order.recipient_email))) throw failed({ kind: 'ordersWithoutEmail' });
	const { entries: ofTomorrow } = await readPage(client, listOrders(new Date(Date.now() + DAY_MS)), 1, 1);
	if (ofTomorrow.length > 0) throw failed({ kind: 'ordersOfAnyTime' });
}

/** The orders of the account since `after`, by the email of their recipient (openapi: listOrders). */
async function readGiftedEmails(connect: Connect, after: Date): Promise<Map<string, EarlierGift>> {
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
 * @param startedAt the moment from which they are counted back, as Unix time in milliseconds
 * @throws ServiceError when the service cannot list orders, or its list cannot tell who got a gift
 */
export async function readGiftedBefore(connect: Connect, days: number[], startedAt: number): Promise<GiftedBefore> {
	const gifts = new Map<number, Map<string, EarlierGift>>();
	for (const count of days) {
		gifts.set(count, await readGiftedEmails(connect, new Date(Math.max(0, startedAt - count * DAY_MS))));
	}
	return ({ email }, count) => gifts.get(count)?.get(comparableEmail(email));
}
