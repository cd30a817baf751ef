import type { IDataObject } from 'n8n-workflow';

import type { OrderBatch } from '../../../api/responses';
import { fingerprint } from '../../../api/fingerprint';
import { comparable, comparableEmail, isBlank, objectIn } from '../../../api/values';
import { nameKey, personKey } from '../recipients/personKey';
import type { OrderBatchInput } from '../rules/input';
import { isSameTime } from '../times';

/** The fields of a request that an order batch shows as they were given. */
const TEXTS = ['from_name', 'message', 'card_id', 'send_method'];

const comparableText = (value: unknown, name: string) =>
	name === 'card_id'
		? comparable(value)
		: String(value ?? '')
				.normalize('NFC')
				.replace(/\s+/g, ' ')
				.trim();

/** The products of a cart with their quantities, in one order; nothing if one of them is not known by its ID. */
function cartOf(items: IDataObject[]): string | undefined {
	const ids = items.map(({ product_id: id, product, quantity }): [string, string] => [
		comparable(id ?? objectIn(product).id),
		String(quantity),
	]);
	return ids.every(([id]) => id !== '') ? JSON.stringify(ids.sort()) : undefined;
}

/** The cart of an order batch of the service; nothing if it does not show one. */
const shownCart = ({ cart }: OrderBatch) => cart && cartOf(cart.items ?? []);

/** What the service shows of a recipient: an email, or else a name. */
const shownPerson = (recipient: IDataObject): string =>
	isBlank(recipient.email) ? nameKey(recipient) : personKey({ email: recipient.email });

const keyOf = (batch: IDataObject, cart: string | null | undefined, recipients: IDataObject[]): string | undefined =>
	isBlank(batch.send_method) || !cart
		? undefined
		: fingerprint([TEXTS.map((name) => comparableText(batch[name], name)), cart, recipients.map(shownPerson).sort()]);

/**
 * Stands for what an order batch of the service was made for, its times aside; nothing if it does not show all of that.
 * @param recipients all of them, as the service lists them
 */
export const shownKey = (orderBatch: OrderBatch, recipients: IDataObject[]): string | undefined =>
	keyOf(orderBatch, shownCart(orderBatch), recipients);

/** The cart of a request; nothing if an order batch would not show all of the request: an address, a variant, a price or a web address. */
function requestShownCart({ recipients, cart: { items } }: OrderBatchInput): string | undefined {
	const isHidden =
		recipients.some(({ mailing_address: address }) => address) ||
		items.some((item) => item.product_url ?? item.variants ?? item.variable_price);
	return isHidden ? undefined : cartOf(items);
}

/** The same as `shownKey` for a request. */
export const requestShownKey = (input: OrderBatchInput): string | undefined =>
	keyOf(input as unknown as IDataObject, requestShownCart(input), input.recipients);

/** Whether an order batch shows the same people; nothing if it shows others. */
function comparePeople(
	{ recipients_count: count, recipients_preview: preview }: OrderBatch,
	recipients: IDataObject[],
) {
	const left = [...recipients];
	const isSame = (shown: IDataObject, meant: IDataObject) => {
		const email = comparableEmail(shown.email);
		if (email) return email === comparableEmail(meant.email);
		return ['first_name', 'last_name'].every((name) => comparable(shown[name]) === comparable(meant[name]));
	};
	// Somebody who is matched by email is not matched by name as well.
	const byEmail = (one: IDataObject, other: IDataObject) => Number(isBlank(one.email)) - Number(isBlank(other.email));
	const shown = [...(preview ?? [])].sort(byEmail);
	for (const one of shown) {
		const at = left.findIndex((meant) => isSame(one, meant));
		if (at < 0) return undefined;
		left.splice(at, 1);
	}
	return shown.length === count && left.length === 0;
}

/**
 * Compares an order batch with the request that may have created it. `ours`: the same gift for the same people. `others`: it
 * shows somebody else. `otherGift`: it shows something else for them. `unclear`: it does not show enough.
 * @param passedMs how much a time from now may have moved since the first attempt, in milliseconds
 */
export function compare(
	orderBatch: OrderBatch,
	input: OrderBatchInput,
	passedMs: number,
): 'ours' | 'others' | 'otherGift' | 'unclear' {
	const request = input as unknown as IDataObject;
	const differs = TEXTS.some(
		(name) =>
			orderBatch[name] != null && comparableText(orderBatch[name], name) !== comparableText(request[name], name),
	);
	const [shown, meant] = [shownCart(orderBatch), cartOf(input.cart.items)];
	const hasOtherCart = shown && shown !== '[]' && meant !== undefined && shown !== meant;
	// What is sent at once has no time. A service may give an order batch an expiry of its own.
	const times = ['scheduled_send_on', ...(input.expires_at === undefined ? [] : ['expires_at'])];
	const isAtAnotherTime = times.some(
		(name) => orderBatch[name] !== undefined && !isSameTime(orderBatch[name] ?? undefined, request[name], passedMs),
	);
	const areSame = comparePeople(orderBatch, input.recipients);
	if (areSame === undefined) return 'others';
	if (differs || hasOtherCart || isAtAnotherTime) return 'otherGift';
	return areSame && requestShownCart(input) !== undefined ? 'ours' : 'unclear';
}
