import type { IDataObject } from 'n8n-workflow';

import { comparable, comparableEmail, grouped } from '../../../api/values';
import type { OrderBatchInput } from '../rules/input';

/** What an order and its recipient have in common, as texts that can be compared; '' for no email. */
type Identity = readonly [name: string, email: string];

const nameAndEmail = (firstName: unknown, lastName: unknown, email: unknown): Identity => [
	JSON.stringify([comparable(firstName), comparable(lastName)]),
	comparableEmail(email),
];

type KeyOf = (identity: Identity) => string;

const both: KeyOf = ([name, email]) => email && name + email;
const emailOnly: KeyOf = ([, email]) => email;

/** What recipients and orders are paired by, one after the other; '' for what is not paired that way. */
const KEYS: Array<[ofRecipient: KeyOf, ofOrder: KeyOf]> = [
	[both, both],
	[emailOnly, emailOnly],
	[([name]) => name, ([name, email]) => (email === '' ? name : '')],
];

/** The indexes of the identities that are not paired yet, by their keys. */
const indexesByKey = (identities: Identity[], paired: { has(index: number): boolean }, keyOf: KeyOf) =>
	grouped(identities.map((identity, index) => [paired.has(index) ? '' : keyOf(identity), index] as const));

/**
 * Finds the order of each recipient: by name and email, then by an email that only one of them has, then by a name that only
 * one of them has where the order has no email. In doubt a recipient has no order, since a gift link is for one person.
 * Recipients who are the same in everything get their orders in turn.
 * @returns the orders by the index of their recipient in `recipients`
 */
export function pairOrders(orders: IDataObject[], recipients: OrderBatchInput['recipients']): Map<number, IDataObject> {
	const requested = recipients.map(({ first_name, last_name, email }) => nameAndEmail(first_name, last_name, email));
	const found = orders.map((order) =>
		nameAndEmail(order.recipient_first_name, order.recipient_last_name, order.recipient_email),
	);
	const paired = new Map<number, IDataObject>();
	const used = new Set<number>();
	const areSame = ([first, ...others]: number[]) =>
		others.every((index) => JSON.stringify(recipients[index]) === JSON.stringify(recipients[first as number]));
	for (const [ofRecipient, ofOrder] of KEYS) {
		const waiting = indexesByKey(requested, paired, ofRecipient);
		for (const [key, group] of indexesByKey(found, used, ofOrder)) {
			const same = waiting.get(key) ?? [];
			if (key === '' || group.length > same.length || !areSame(same)) continue;
			group.forEach((orderIndex, position) => {
				paired.set(same[position] as number, orders[orderIndex] as IDataObject);
				used.add(orderIndex);
			});
		}
	}
	return paired;
}
