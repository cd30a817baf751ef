import { listed } from '../../../api/values';
import { afterwards, failedStep, type Step } from '../../operation';
import { failed } from '../../outcome';
import { NAMED } from '../../sentences';
import type { GiftRequest } from '../giftRequest';
import type { Row } from '../recipients/rows';

/**
 * Reports the recipients who are left out because they got a gift before: as failed items where the node continues on fail,
 * else as a hint.
 */
export function reportLeftOut({ item, options, name }: GiftRequest, rows: Row[]): Step[] {
	const leftOut = rows.flatMap(({ recipient, itemIndex, number: row, earlierGift: gift }) =>
		gift ? [{ itemIndex, error: failed({ kind: 'giftedBefore', email: String(recipient?.email), row, gift }) }] : [],
	);
	const { skipGiftedWithinDays: days } = options;
	if (leftOut.length === 0 || days === undefined) return [];
	if (item.continuesOnFail) return leftOut.map(({ itemIndex, error }) => failedStep([itemIndex], error));
	const people = leftOut.map(({ error }) => error.message);
	const areAllLeftOut = rows.every(({ recipient, earlierGift }) => !recipient || earlierGift);
	const hint = [
		areAllLeftOut ? `Nothing was sent${name ? ` for ${name}` : ''}. ` : '',
		`${leftOut.length} of ${rows.length} recipients${name && !areAllLeftOut ? ` of ${name}` : ''} `,
		`${leftOut.length === 1 ? 'was' : 'were'} left out by "Skip Gifted Within Days" (${days}): `,
		listed(people, NAMED, '; '),
	];
	return [afterwards(() => item.hint(hint.join('')))];
}
