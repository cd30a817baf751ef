import type { FactsByReason } from '../../../api/endpoints';
import type { ServiceError } from '../../../api/errors';
import { CARD_DECLINED, withOutcome } from '../../outcome';

const NAMES_REFERENCE = /customer.?reference/i;
/** The interface leaves the sentence open. These words say that a batch has the reference. */
const IS_IN_USE =
	/\balready (exist|taken|used|in use|been (taken|used)|has an?\b|belongs)|\bexists\b|\b(is|been) taken\b|\bbeen used\b|\bin use\b|\bduplicate|\bunique\b/i;
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

/** The error of a creation whose reference belongs to another order batch. @param orderBatchId of that batch, if it is known */
export const takenError = (error: ServiceError, isDerived: boolean, orderBatchId?: string): ServiceError =>
	withOutcome(error, {
		outcome: 'nothingSent',
		isDuplicate: true,
		advice: isDerived
			? 'This or another execution has already sent gifts from this step, and the node cannot tell to whom. Nothing was sent this time. Check the order batch with this reference in your gifting account. To keep building the workflow, pin the output of this step. To send to others, give each order batch a "Customer Reference ID" of your own.'
			: orderBatchId
				? `Order batch ${orderBatchId} has this "Customer Reference ID", but is for another gift or other recipients, so nothing was sent this time. Check that order batch, and use a different ID for this one.`
				: 'An order batch with this "Customer Reference ID" already exists, so nothing was sent this time. To send a second one, use a different ID.',
	});

/**
 * The error of a creation whose reference the service names as a duplicate after an attempt that may have worked, where the
 * order batch cannot be read: it may be the one of that attempt, or an older one.
 */
export const ambiguousError = (error: ServiceError, isDerived: boolean): ServiceError =>
	withOutcome(error, {
		outcome: 'unknown',
		advice: isDerived
			? 'This step has sent an order batch today. It is either the one that this attempt created, or an older one: the service cannot list order batches, so the node cannot find out which.'
			: 'An order batch with this "Customer Reference ID" exists. It is either the one that an earlier attempt created, or an older one: the service cannot list order batches, so the node cannot find out which.',
	});

/**
 * The error of a creation whose own reference an order batch in the list has, after an attempt that may have worked: nothing
 * shows whether it is the one of that attempt.
 */
export const uncertainError = (error: ServiceError, orderBatchId: string): ServiceError =>
	withOutcome(error, {
		creates: 'order batch',
		outcome: 'unknown',
		orderBatchId,
		advice: `Order batch ${orderBatchId} has this "Customer Reference ID". It is either the one that an earlier attempt created, or an older one. Check its recipients before you send it again.`,
	});
