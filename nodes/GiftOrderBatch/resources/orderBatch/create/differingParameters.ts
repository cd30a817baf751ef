import type { ItemContext } from '../../itemContext';
import { additionalInput } from './fields/additionalFields';
import { cartInput } from './fields/cartFields';

/** How much times may differ that are given as a time from now, and so by the moment in which they are read; milliseconds. */
const SAME_TIME_MS = 60_000;

const isSameTime = (a: unknown, b: unknown) =>
	a === b || Math.abs(Date.parse(String(a)) - Date.parse(String(b))) <= SAME_TIME_MS;

const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The parameters that are the same for a whole batch. */
function sharedParameters(item: ItemContext) {
	const { expires_at: expiresAt, scheduled_send_on: scheduledSendOn, ...additional } = additionalInput(item);
	return [
		{ label: 'From Name', value: item.parameter('fromName'), isSame: isSameValue },
		{ label: 'Send Method', value: item.parameter('sendMethod'), isSame: isSameValue },
		{ label: 'Cart Items', value: cartInput(item), isSame: isSameValue },
		{ label: 'Scheduled Send On', value: scheduledSendOn, isSame: isSameTime },
		{ label: 'Expires At', value: expiresAt, isSame: isSameTime },
		{ label: 'Additional Fields', value: additional, isSame: isSameValue },
	];
}

/**
 * Says which parameters differ between the items although a batch has one value of each, as problems of the first item that
 * gives other values than the first one does.
 */
export function differingParameters(items: ItemContext[]): string[] {
	const [first, ...others] = items as [ItemContext, ...ItemContext[]];
	if (!first.hasExpressions(['fromName', 'sendMethod', 'cartItems', 'additionalFields'])) return [];
	const expected = sharedParameters(first);
	for (const item of others) {
		const differing = sharedParameters(item).filter(
			({ value, isSame }, index) => !isSame(value, expected[index]?.value),
		);
		if (differing.length > 0) {
			return differing.map(
				({ label }) =>
					`${label} must be the same for all input items, since they make one order batch: item ${item.itemIndex + 1} gives another value than the first`,
			);
		}
	}
	return [];
}
