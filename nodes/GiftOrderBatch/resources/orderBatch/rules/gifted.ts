import { endpoints } from '../../../api/endpoints';
import { mapConcurrently } from '../../../api/concurrency';
import { operationError } from '../../../api/errors';
import { readEntries } from '../../../api/pages';
import { isCanceled } from '../../../api/states';
import { comparable, isBlank, isObject } from '../../../api/values';
import type { ItemContext } from '../../itemContext';
import type { Connect, OutputItem, Step } from '../../operation';
import { recipientFingerprint, type Ledger } from '../once/ledger';
import type { PriceInput } from './input';

type Recipient = PriceInput['recipients'][number];

/** A gift that somebody got before: its order, or its order batch where this execution has just created it. */
export type Gift = { orderId: string } | { orderBatchId?: string };

/** The gift that a recipient got within so many days; nothing if there is none. */
export type GiftedBefore = (recipient: Recipient, days: number) => Gift | undefined;

/** A recipient who is left out. */
export interface LeftOut {
	/** Their number in messages, from 1: that of their row. */
	number: number;
	/** The input item they come from. */
	itemIndex: number;
	email: string;
	gift: Gift;
}

/** Where recipients are left out. */
interface LeaveOutContext {
	/** The option Skip Gifted Within Days. */
	days?: number;
	/** How many recipients there were, and how many get the gift. */
	total: number;
	kept: number;
	/** What messages call the item; none where it is the only one. */
	label?: string;
}

/** How many people a hint names; it counts the rest. */
const NAMED = 5;

const DAY_MS = 86_400_000;

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
			.filter((order) => !isBlank(order.recipient_email) && !isCanceled(order))
			.map(({ recipient_email: email, id }) => [comparable(email), { orderId: String(id) }]),
	);
}

/**
 * Reads who got a gift of the account within the numbers of days that the options ask for. What this run of the node has
 * created is no earlier gift: an attempt that is repeated asks for it again. What earlier runs of the execution have created is
 * one, also while its orders do not exist yet.
 * @throws NodeApiError when the service cannot list orders
 */
export async function readGiftedBefore(connect: Connect, days: number[], ledger?: Ledger): Promise<GiftedBefore> {
	const own = new Set<string>();
	const earlier = new Map<string, Gift>();
	// An attempt that is repeated looks as far back as the first one did, to find the same people.
	let now = ledger?.startedAt ?? Date.now();
	for (const { state, slot, recipients, orderBatchId, startedAt } of ledger?.existing ?? []) {
		const isOwn = ledger?.isOfThisRun(slot) === true;
		if (isOwn) now = Math.min(now, startedAt);
		for (const recipient of recipients) {
			if (isOwn) own.add(recipient);
			else if (state === 'created') earlier.set(recipient, { orderBatchId });
		}
	}
	const gifts = new Map<number, Map<string, Gift>>();
	for (const count of days) gifts.set(count, await readGifts(connect, new Date(Math.max(0, now - count * DAY_MS))));
	return (recipient, count) => {
		const fingerprint = recipientFingerprint(recipient);
		if (own.has(fingerprint)) return undefined;
		return earlier.get(fingerprint) ?? gifts.get(count)?.get(comparable(recipient.email));
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

/**
 * Reports the recipients who are left out since they got a gift before: as failed items where the node continues on fail, else
 * as a hint. Lists of orders have no times, so each order that is named is read.
 */
export function leaveOut(
	item: ItemContext,
	leftOut: LeftOut[],
	{ days = 1, total, kept, label }: LeaveOutContext,
): Step[] {
	if (leftOut.length === 0) return [];
	const within = `within the last ${days === 1 ? 'day' : `${days} days`}`;
	const describeAll = async (connect: Connect, people: LeftOut[]) => {
		const { maxConcurrentRequests } = (await connect()).limits;
		return await mapConcurrently(people, maxConcurrentRequests, async ({ gift }) => await describeGift(connect, gift));
	};
	return [
		{
			itemIndexes: [...new Set(leftOut.map(({ itemIndex }) => itemIndex))],
			async run(connect): Promise<OutputItem[]> {
				if (item.continuesOnFail) {
					const gifts = await describeAll(connect, leftOut);
					return leftOut.map(({ number, itemIndex, email }, position) => ({
						error: operationError(
							item.node,
							itemIndex,
							`Recipient ${number}: ${email} got a gift ${gifts[position]}, ${within}`,
							{ advice: 'The option Skip Gifted Within Days left this recipient out. Nothing was sent to them.' },
						),
						itemIndexes: [itemIndex],
					}));
				}
				const gifts = await describeAll(connect, leftOut.slice(0, NAMED));
				const rest = leftOut.length - gifts.length;
				const named = gifts.map((gift, position) => `${leftOut[position]?.email} ${gift}`).join('; ');
				item.hint(
					[
						kept === 0 ? `Nothing was sent${label ? ` for ${label}` : ''}. ` : '',
						`Left out ${leftOut.length} of ${total} recipients${label && kept > 0 ? ` of ${label}` : ''}, `,
						`who got a gift ${within}: ${named}${rest > 0 ? `; and ${rest} more` : ''}`,
					].join(''),
				);
				return [];
			},
		},
	];
}
