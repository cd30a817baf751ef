import type { IDataObject } from 'n8n-workflow';

import { comparable, comparableEmail, grouped } from '../../../api/values';
import type { OrderBatchInput } from '../rules/input';

type Recipient = OrderBatchInput['recipients'][number];

/** What an order and its recipient have in common, as texts that can be compared. */
interface Identity {
	name: string;
	email: string;
}

const identityOf = (firstName: unknown, lastName: unknown, email: unknown): Identity => ({
	name: JSON.stringify([comparable(firstName), comparable(lastName)]),
	email: comparableEmail(email),
});

/** The indexes of the identities that are not paired yet, by their keys. */
const indexesOf = (
	identities: Identity[],
	isLeft: (index: number) => boolean,
	keyOf: (identity: Identity) => string | undefined,
): Map<string, number[]> =>
	grouped(
		identities.flatMap((identity, index) => {
			const key = isLeft(index) ? keyOf(identity) : undefined;
			return key === undefined ? [] : [[key, index] as const];
		}),
	);

/**
 * Finds the order of each recipient: by name and email, then by an email that only one of them has, then by a name that only
 * one of them has where the order has no email. In doubt a recipient has no order, since a gift link is for one person.
 * Recipients who are the same in everything get their orders in turn.
 * @returns the orders by the index of their recipient in `recipients`
 */
export function pairOrders(orders: IDataObject[], recipients: Recipient[]): Map<number, IDataObject> {
	if (orders.length === 0) return new Map();
	const requested = recipients.map(({ first_name, last_name, email }) => identityOf(first_name, last_name, email));
	const found = orders.map((order) =>
		identityOf(order.recipient_first_name, order.recipient_last_name, order.recipient_email),
	);
	const paired = new Map<number, IDataObject>();
	const used = new Set<number>();
	const areSame = ([first, ...others]: number[]) =>
		others.every((index) => JSON.stringify(recipients[index]) === JSON.stringify(recipients[first as number]));
	const pair = (
		keyOfRecipient: (identity: Identity) => string | undefined,
		keyOfOrder: (identity: Identity) => string | undefined = keyOfRecipient,
	) => {
		const waiting = indexesOf(requested, (index) => !paired.has(index), keyOfRecipient);
		for (const [key, group] of indexesOf(found, (index) => !used.has(index), keyOfOrder)) {
			const same = waiting.get(key) ?? [];
			if (group.length > same.length || !areSame(same)) continue;
			group.forEach((orderIndex, position) => {
				paired.set(same[position] as number, orders[orderIndex] as IDataObject);
				used.add(orderIndex);
			});
		}
	};
	pair(({ name, email }) => JSON.stringify([name, email]));
	pair(({ email }) => email || undefined);
	pair(
		({ name }) => name,
		({ name, email }) => (email ? undefined : name),
	);
	return paired;
}
