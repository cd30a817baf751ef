import type { FactsByReason } from '../../../api/endpoints';
import { CARD_DECLINED } from '../../outcome';

const NAMES_REFERENCE = /reference|idempotency/i;
/** The interface leaves the sentence open. These words say that a batch has the reference. */
const IS_IN_USE =
	/\balready\b|\bexist(s|ing)\b|\b(is|been) taken\b|\bbeen used\b|\bin use\b|\bduplicate|\bunique\b|\bconflict/i;
/** These words say that the reference itself is wrong, or that there is no such batch. */
const IS_REFUSED_ITSELF =
	/too (long|short)|\bm(ax|in)(imum)?\b|\bat (most|least)\b|characters?\b|\bformat|\b(no|not)\b.*\bexists?\b|n't exist/i;

/** Whether a sentence says that an order batch has the customer reference of a creation. In doubt it does not. */
const saysReferenceExists = (sentence: string) =>
	NAMES_REFERENCE.test(sentence) && IS_IN_USE.test(sentence) && !IS_REFUSED_ITSELF.test(sentence);

/** What the service's refusals of an order batch mean. */
export const FACTS_BY_REASON: FactsByReason = [
	// What to do about a duplicate depends on the attempts before.
	[{ test: saysReferenceExists }, { isDuplicate: true }],
	[
		/payment method/i,
		{
			advice:
				'Add a payment method to your gifting account, or choose one with the field "Payment Method". The card of a commerce end user also needs the field "Commerce End User ID".',
		},
	],
	[/product.?url/i, { advice: 'Open the product URL in a browser to check it, or choose the product from the list.' }],
	CARD_DECLINED,
];
