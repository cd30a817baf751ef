import { endpoints } from '../../../api/endpoints';
import { mapConcurrently } from '../../../api/concurrency';
import { inputError } from '../../../api/errors';
import { readEntries } from '../../../api/pages';
import { isBlank, isObject } from '../../../api/values';
import type { ItemContext } from '../../itemContext';
import type { Connect, OutputItem, Step } from '../../operation';
import type { CreateOptions } from './fields/options';
import { recipientFingerprint, type Ledger } from './ledger';
import type { PriceInput } from './validate';

type Recipient = PriceInput['recipients'][number];

/** A gift that somebody got before: its order, or its order batch where this execution has just created it. */
export type Gift = { orderId: string } | { orderBatchId?: string };

/** The gift that a recipient got within so many days; nothing if there is none. */
export type GiftedBefore = (recipient: Recipient, days: number) => Gift | undefined;

/** A recipient who is left out. */
export interface LeftOut {
	/** Their place among the recipients of the item, from 0. */
	index: number;
	/** The input item they come from. */
	itemIndex: number;
	email: string;
	gift: Gift;
}

/** How many people a hint names; it counts the rest. */
const NAMED = 5;

const DAY_MS = 86_400_000;

/** Orders whose recipients got nothing. A canceled order is "failed" at some services. */
const WITHOUT_GIFT = ['failed', 'canceled'];

/** The orders of the account since `after`, by the email of their recipient in lower case (openapi: listOrders). */
async function readGifts(connect: Connect, after: Date): Promise<Map<string, Gift>> {
	const client = await connect();
	const list = {
		...endpoints.orders({ 'created_at[after]': after.toISOString() }),
		alternative: 'Remove the option Skip Gifted Within Days to send without this check.',
	};
	const orders = await readEntries(client, list, Infinity);
	return new Map(
		orders
			.filter(({ recipient_email: email, status }) => !isBlank(email) && !WITHOUT_GIFT.includes(String(status)))
			.map(({ recipient_email: email, id }) => [String(email).trim().toLowerCase(), { orderId: String(id) }]),
	);
}

/**
 * Reads who got a gift of the account within the numbers of days that the options ask for. What this run of the node has
 * created is no earlier gift: an attempt that is repeated asks for it again. What earlier runs of the execution have created is
 * one, also while its orders do not exist yet.
 * @throws NodeApiError when the service cannot list orders
 */
export async function readGiftedBefore(connect: Connect, days: number[], ledger?: Ledger): Promise<GiftedBefore> {
	const now = Date.now();
	const gifts = new Map<number, Map<string, Gift>>();
	for (const count of days) gifts.set(count, await readGifts(connect, new Date(now - count * DAY_MS)));
	const own = new Set<string>();
	const earlier = new Map<string, Gift>();
	for (const { state, slot, recipients, orderBatchId } of ledger?.existing ?? []) {
		for (const recipient of recipients) {
			if (ledger?.isOfThisRun(slot)) own.add(recipient);
			else if (state === 'created') earlier.set(recipient, { orderBatchId });
		}
	}
	return (recipient, count) => {
		const fingerprint = recipientFingerprint(recipient);
		if (own.has(fingerprint)) return undefined;
		return earlier.get(fingerprint) ?? gifts.get(count)?.get(String(recipient.email).toLowerCase());
	};
}

/** When and with what somebody got a gift, as far as the service tells (openapi: EventTimes). */
async function describeGift(connect: Connect, { email, gift }: LeftOut): Promise<string> {
	if (!('orderId' in gift)) {
		return `${email} got a gift in this execution${gift.orderBatchId ? ` (order batch ${gift.orderBatchId})` : ''}`;
	}
	const client = await connect();
	const order = await client.call(endpoints.order(gift.orderId), Date.now()).catch(() => undefined);
	const { created_at: createdAt } = isObject(order?.event_times) ? order.event_times : {};
	const date = typeof createdAt === 'string' ? ` on ${createdAt.slice(0, 10)}` : '';
	return `${email} got a gift${date} (order ${gift.orderId})`;
}

/**
 * Reports the recipients who are left out since they got a gift before: as failed items where the node continues on fail, else
 * as a hint. Lists of orders have no times, so each order that is named is read.
 * @param total how many recipients there were
 */
export function leaveOut(
	item: ItemContext,
	leftOut: LeftOut[],
	total: number,
	{ skipGiftedWithinDays: days }: CreateOptions,
): Step[] {
	if (leftOut.length === 0) return [];
	const within = `within the last ${days === 1 ? 'day' : `${days} days`}`;
	const describeAll = async (connect: Connect, people: LeftOut[]) => {
		const { maxConcurrentRequests } = (await connect()).limits;
		return await mapConcurrently(people, maxConcurrentRequests, async (person) => await describeGift(connect, person));
	};
	return [
		{
			itemIndexes: [...new Set(leftOut.map(({ itemIndex }) => itemIndex))],
			async run(connect): Promise<OutputItem[]> {
				if (item.continuesOnFail) {
					const sentences = await describeAll(connect, leftOut);
					return leftOut.map(({ index, itemIndex }, position) => ({
						error: inputError(item.node, [`Recipient ${index + 1}: ${sentences[position]}, ${within}`], { itemIndex }),
						itemIndexes: [itemIndex],
					}));
				}
				const named = await describeAll(connect, leftOut.slice(0, NAMED));
				const rest = leftOut.length - named.length;
				const who = `${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
				item.hint(
					leftOut.length === total
						? `Nothing was sent: every recipient got a gift ${within}: ${who}`
						: `${leftOut.length} of ${total} recipients were left out since they got a gift ${within}: ${who}`,
				);
				return [];
			},
		},
	];
}
