import type { IDataObject } from 'n8n-workflow';

import type { OrderBatchInput } from '../../../api/contract';

const keyOf = (...parts: unknown[]) =>
	JSON.stringify(
		parts.map((part) =>
			String(part ?? '')
				.trim()
				.toLowerCase(),
		),
	);

/**
 * Finds the order of each recipient, by name and email. Recipients with the same name and email get their orders in turn.
 * @returns the orders by the place of their recipient in `recipients`
 */
export function pairOrders(orders: IDataObject[], recipients: OrderBatchInput['recipients']): Map<number, IDataObject> {
	const waiting = new Map<string, number[]>();
	recipients.forEach(({ first_name: firstName, last_name: lastName, email }, index) => {
		const key = keyOf(firstName, lastName, email);
		const same = waiting.get(key) ?? [];
		same.push(index);
		waiting.set(key, same);
	});
	const paired = new Map<number, IDataObject>();
	for (const order of orders) {
		const key = keyOf(order.recipient_first_name, order.recipient_last_name, order.recipient_email);
		const index = waiting.get(key)?.shift();
		if (index !== undefined) paired.set(index, order);
	}
	return paired;
}
