import type { IDataObject } from 'n8n-workflow';

import { comparable, comparableEmail, grouped } from '../../../api/values';
import type { OrderBatchInput } from '../rules/input';

/**
 * What recipients and orders are paired by, one after the other: name and email, the email, the name where the order has no
 * email; '' for what is not paired that way.
 */
function keysOf(firstName: unknown, lastName: unknown, address: unknown, isOrder = false): string[] {
	const name = JSON.stringify([comparable(firstName), comparable(lastName)]);
	const email = comparableEmail(address);
	return [email && name + email, email, isOrder && email ? '' : name];
}

/** The indexes of what is not paired yet, by one of its keys. */
const indexesByKey = (keys: string[][], paired: { has(index: number): boolean }, kind: number) =>
	grouped(keys.map((one, index) => [paired.has(index) ? '' : one[kind], index] as const));

/**
 * Finds the order of each recipient: by name and email, then by an email that only one of them has, then by a name that only
 * one of them has where the order has no email. In doubt a recipient has no order, since a gift link is for one person.
 * Recipients who are the same in everything get their orders in turn.
 * @returns the orders by the index of their recipient in `recipients`
 */
export function pairOrders(orders: IDataObject[], recipients: OrderBatchInput['recipients']): Map<number, IDataObject> {
	const requested = recipients.map(({ first_name, last_name, email }) => keysOf(first_name, last_name, email));
	const found = orders.map((order) =>
		keysOf(order.recipient_first_name, order.recipient_last_name, order.recipient_email, true),
	);
	const paired = new Map<number, IDataObject>();
	const used = new Set<number>();
	const areSame = ([first, ...others]: number[]) =>
		others.every((index) => JSON.stringify(recipients[index]) === JSON.stringify(recipients[first as number]));
	for (const kind of [0, 1, 2]) {
		const waiting = indexesByKey(requested, paired, kind);
		for (const [key, group] of indexesByKey(found, used, kind)) {
			const same = waiting.get(key) ?? [];
			if (!key || group.length > same.length || !areSame(same)) continue;
			group.forEach((orderIndex, position) => {
				paired.set(same[position] as number, orders[orderIndex] as IDataObject);
				used.add(orderIndex);
			});
		}
	}
	return paired;
}
