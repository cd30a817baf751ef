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

/**
 * Finds the order of each recipient: by name and email, then by an email that only one of them has, then by a name that only
 * one of them has where the order has no email. In doubt a recipient has no order, since a gift link is for one person.
 * Recipients who are the same in everything get theirs by the IDs of the orders, so that they keep them, once all are there.
 * @returns the orders by the index of their recipient in `recipients`
 */
export function pairOrders(orders: IDataObject[], recipients: OrderBatchInput['recipients']): Map<number, IDataObject> {
	const found = new Map<number, IDataObject>();
	const requested = recipients.map(({ first_name, last_name, email }) => keysOf(first_name, last_name, email));
	const left = new Map(
		[...orders]
			.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
			.map((order) => [
				order,
				keysOf(order.recipient_first_name, order.recipient_last_name, order.recipient_email, true),
			]),
	);
	for (const kind of [0, 1, 2]) {
		const waiting = grouped(requested.map((keys, index) => [found.has(index) ? '' : keys[kind], index]));
		for (const [key, group] of grouped([...left].map(([order, keys]) => [keys[kind], order]))) {
			const same = waiting.get(key) ?? [];
			const areSame = new Set(same.map((index) => JSON.stringify(recipients[index]))).size === 1;
			if (!key || group.length !== same.length || !areSame) continue;
			for (const [position, order] of group.entries()) {
				found.set(same[position] as number, order);
				left.delete(order);
			}
		}
	}
	return found;
}
