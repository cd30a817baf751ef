import { simplifyField } from '../../commonFields';
import type { ItemContext } from '../../itemContext';
import { additionalFields, additionalInput } from './additionalFields';
import { cartFields, cartInput } from './cart';
import { giftFields, giftInput, senderFields } from './gift';
import { createOptionsField } from './options';

/** How much times may differ that are given as a time from now, and so by the moment in which they are read; milliseconds. */
const SAME_TIME_MS = 60_000;

const isSameTime = (a: unknown, b: unknown) =>
	a === b || Math.abs(Date.parse(String(a)) - Date.parse(String(b))) <= SAME_TIME_MS;

const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const TIMES = ['Scheduled Send On', 'Expires At'];

/** The parameters whose value an order batch has once. */
const SHARED_FIELDS = [
	...senderFields,
	...cartFields,
	...giftFields,
	simplifyField,
	additionalFields,
	createOptionsField,
];

/** The values of `SHARED_FIELDS`, by the labels of what a user sets there. */
function sharedValues(item: ItemContext): Record<string, unknown> {
	const { expires_at: expiresAt, ...additional } = additionalInput(item);
	const {
		from_name: fromName,
		send_method: sendMethod,
		message,
		card_id: cardId,
		scheduled_send_on: scheduled,
	} = giftInput(item);
	return {
		'From Name': fromName,
		'Send Method': sendMethod,
		'Cart Items': cartInput(item),
		Message: message,
		Card: cardId,
		'Scheduled Send On': scheduled,
		'Validate Only': item.parameter('validateOnly'),
		Simplify: item.parameter('simplify'),
		'Expires At': expiresAt,
		'Additional Fields': additional,
		Options: item.collection('options'),
	};
}

/**
 * Says which parameters differ between the items although an order batch has one value of each: those of the first item that
 * gives other values than the first one does.
 */
export function differingParameters(items: ItemContext[]): string[] {
	const [first, ...others] = items as [ItemContext, ...ItemContext[]];
	if (!SHARED_FIELDS.some(({ name }) => first.hasExpression(name))) return [];
	const expected = sharedValues(first);
	for (const item of others) {
		const differing = Object.entries(sharedValues(item)).filter(
			([label, value]) => !(TIMES.includes(label) ? isSameTime : isSameValue)(value, expected[label]),
		);
		if (differing.length > 0) {
			return differing.map(
				([label]) =>
					`${label} must be the same for all input items, since they make one order batch: item ${item.itemIndex + 1} has a different value than the first. To send each person something else, choose Define Below under Recipients From`,
			);
		}
	}
	return [];
}
