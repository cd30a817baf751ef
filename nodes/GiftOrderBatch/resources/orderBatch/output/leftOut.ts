import { listed } from '../../../api/values';
import { afterwards, failedStep, type Step } from '../../operation';
import { failed } from '../../outcome';
import { NAMED, positionOf } from '../../sentences';
import type { GiftRequest } from '../giftRequest';
import type { EarlierGift, Row } from '../recipients/rows';

/** What messages say of an earlier gift: its order or order batch, as far as it is known. */
function giftText(gift: Exclude<EarlierGift, { position: unknown }>): string {
	if ('orderId' in gift) return `(order ${gift.orderId})`;
	return `${gift.when} (order batch ${gift.orderBatch})`;
}

const isSure = (gift: EarlierGift) => !('isSure' in gift) || gift.isSure;

/**
 * Reports the recipients who are left out because they got a gift before: as failed items where the node continues on fail,
 * else as a hint.
 */
export function reportLeftOut({ item, options, name }: GiftRequest, rows: Row[]): Step[] {
	const leftOut = rows.flatMap(({ recipient, itemIndex, number: row, earlierGift: gift }) =>
		gift ? [{ email: String(recipient?.email), itemIndex, row, gift }] : [],
	);
	const { skipGiftedWithinDays: days } = options;
	if (leftOut.length === 0 || days === undefined) return [];
	if (item.continuesOnFail) {
		return leftOut.map(({ email, itemIndex, row, gift }) =>
			failedStep(
				[itemIndex],
				failed(
					'position' in gift
						? { kind: 'inThisRun', email, row, position: gift.position }
						: { kind: 'giftedBefore', email, row, gift: giftText(gift), isSure: isSure(gift) },
				),
			),
		);
	}
	const people = leftOut.map(({ email, gift }) => {
		if ('position' in gift) return `${email} is already in this run as ${positionOf(gift.position)}`;
		return `${email} ${isSure(gift) ? 'got' : 'may have gotten'} a gift ${giftText(gift)}`;
	});
	const areAllLeftOut = rows.every(({ recipient, earlierGift }) => !recipient || earlierGift);
	const hint = [
		areAllLeftOut ? `Nothing was sent${name ? ` for ${name}` : ''}. ` : '',
		`${leftOut.length} of ${rows.length} recipients${name && !areAllLeftOut ? ` of ${name}` : ''} `,
		`${leftOut.length === 1 ? 'was' : 'were'} left out by "Skip Gifted Within Days" (${days}): `,
		listed(people, NAMED, '; '),
	];
	return [afterwards(() => item.hint(hint.join('')))];
}
