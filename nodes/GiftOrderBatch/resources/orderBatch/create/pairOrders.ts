import type { IDataObject } from 'n8n-workflow';

import type { OutputItem } from '../../defineResource';

const keyOf = (...parts: unknown[]) => JSON.stringify(parts.map((part) => part ?? null));

/**
 * Pairs the orders of a batch to the input items that were their recipients, by name and email. What is not such an order
 * comes from all of the batch's items.
 * @param itemIndexes the input item of each recipient, in the order of `recipients`
 */
export function pairOrders(
	data: IDataObject[],
	recipients: Array<{ first_name: string; last_name?: string; email?: string }>,
	itemIndexes: number[],
): OutputItem[] {
	const waiting = new Map<string, number[]>();
	recipients.forEach(({ first_name: firstName, last_name: lastName, email }, index) => {
		const key = keyOf(firstName, lastName, email);
		const same = waiting.get(key) ?? [];
		same.push(itemIndexes[index] as number);
		waiting.set(key, same);
	});
	return data.map((json) => {
		const key = keyOf(json.recipient_first_name, json.recipient_last_name, json.recipient_email);
		const itemIndex = waiting.get(key)?.shift();
		return itemIndex === undefined ? { json } : { json, itemIndexes: [itemIndex] };
	});
}
