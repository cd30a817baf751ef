import type { ServiceClient } from '../../../api/client';
import { endpoints } from '../../../api/endpoints';
import { readEntries, readPage } from '../../../api/pages';
import { isCanceled } from '../../../api/states';
import { comparableEmail, isBlank } from '../../../api/values';
import { failed } from '../../outcome';
import { REMOVE_SKIP_GIFTED, type EarlierGift } from '../../sentences';
import type { Recipient } from '../recipients/recipientInput';
import { DAY_MS } from '../times';

const listOrders = (after: Date) => ({
	...endpoints.orders({ 'created_at[after]': after.toISOString() }),
	alternative: `${REMOVE_SKIP_GIFTED}.`,
});

/**
 * The orders of the account since `after`, by the email of their recipient (openapi: listOrders).
 * @throws ServiceError when the orders do not tell who got a gift, or when they got it
 */
async function readGiftedEmails(client: ServiceClient, after: Date): Promise<Map<string, EarlierGift>> {
	const orders = await readEntries(client, listOrders(after), Infinity);
	if (orders.length === 0) return new Map();
	if (orders.every((order) => isBlank(order.recipient_email))) throw failed({ kind: 'ordersWithoutEmail' });
	const { entries: ofTomorrow } = await readPage(client, listOrders(new Date(Date.now() + DAY_MS)), 1, 1);
	if (ofTomorrow.length > 0) throw failed({ kind: 'ordersOfAnyTime' });
	return new Map(
		orders
			.filter((order) => !isBlank(order.recipient_email) && !isCanceled(order))
			.map(({ recipient_email: email, id }) => [comparableEmail(email), { orderId: String(id) }]),
	);
}

/**
 * Reads who got a gift of the account within the numbers of days that the options ask for.
 * @param startedAt the moment from which they are counted back, as Unix time in milliseconds
 * @returns what finds the gift that a recipient got within so many days
 * @throws ServiceError when the service cannot list orders, or its list cannot tell who got a gift
 */
export async function readGiftedBefore(client: ServiceClient, days: number[], startedAt: number) {
	const gifts = new Map<number, Map<string, EarlierGift>>();
	for (const count of days) {
		gifts.set(count, await readGiftedEmails(client, new Date(Math.max(0, startedAt - count * DAY_MS))));
	}
	return ({ email }: Recipient, count: number) => gifts.get(count)?.get(comparableEmail(email));
}
