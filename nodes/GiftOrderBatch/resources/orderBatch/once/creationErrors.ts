import { NodeApiError, type INode, type NodeOperationError } from 'n8n-workflow';

import type { FactsByReason } from '../../../api/endpoints';
import { operationError, type NodeError } from '../../../api/errors';
import { CARD_DECLINED, withOutcome } from '../../outcome';
import type { ServiceClient } from '../../../api/client';
import type { OrderBatch } from '../../../api/responses';
import type { LedgerEntry } from './ledger';

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

/** The error for a creation that n8n retries after it broke off, without knowing what was done before that. */
export const historyLostError = (node: INode, itemIndex: number): NodeOperationError =>
	withOutcome(
		operationError(
			node,
			itemIndex,
			'n8n has not stored what this node did before, so the order batch may already exist',
		),
		{
			creates: 'order batch',
			outcome: 'unknown',
			advice:
				'This retry sent nothing. If the order batch is not in your gifting account, start the workflow again instead of retrying. With your own "Customer Reference ID", retries are safe even after an interruption.',
		},
	);

/** The error of a creation that may not follow one that may or may not exist. */
export const unresolvedError = (node: INode, itemIndex: number, { reference }: LedgerEntry): NodeOperationError =>
	withOutcome(
		operationError(
			node,
			itemIndex,
			`It is not known whether the order batch with the reference ${reference} was created, and nothing else is sent from this step before that`,
		),
		{
			outcome: 'nothingSent',
			advice:
				'Execute the step once more as it was then. To send to others meanwhile, give each order batch a "Customer Reference ID" of your own.',
		},
	);

/** The error of a creation whose reference belongs to another order batch. @param orderBatchId of that batch, if it is known */
export const takenError = (error: NodeApiError, isDerived: boolean, orderBatchId?: string): NodeApiError =>
	withOutcome(error, {
		outcome: 'nothingSent',
		isDuplicate: true,
		advice: isDerived
			? 'Another execution has already sent from this step, or the same one has, and the node cannot tell to whom. Nothing was sent this time. Look at the order batch with this reference in your gifting account. To build on, pin the output of this step. To send to others, give each order batch a "Customer Reference ID" of your own.'
			: orderBatchId
				? `Order batch ${orderBatchId} has this "Customer Reference ID" and is another gift, or for other recipients, so nothing was sent this time. Check that order batch, and use another reference for this one.`
				: 'An order batch with this "Customer Reference ID" already exists, so nothing was sent this time. To send a second one, use another reference.',
	});

/**
 * The error of a creation whose reference the service names as a duplicate after an attempt that may have worked, where the
 * order batch cannot be read: it may be the one of that attempt, or an older one.
 */
export const ambiguousError = (error: NodeApiError, isDerived: boolean): NodeApiError =>
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
export const uncertainError = (error: NodeApiError, orderBatchId: string): NodeApiError =>
	withOutcome(error, {
		creates: 'order batch',
		outcome: 'unknown',
		orderBatchId,
		advice: `Order batch ${orderBatchId} has this "Customer Reference ID". It is either the one that an earlier attempt created, or an older one. Check its recipients before you send it again.`,
	});

/** The error of a creation whose order batch exists, or may, in the account of another API key. */
export function otherAccountError(node: INode, itemIndex: number, entry: LedgerEntry): NodeOperationError {
	const { state, orderBatchId, reference } = entry;
	const which = orderBatchId ? `order batch ${orderBatchId}` : `the order batch with the reference ${reference}`;
	return withOutcome(
		operationError(
			node,
			itemIndex,
			`An earlier attempt of this execution ${state === 'created' ? 'created' : state === 'taken' ? 'found' : 'may have created'} ${which} with another API key`,
		),
		{
			creates: 'order batch',
			outcome: state === 'unknown' ? 'unknown' : state === 'created' ? 'created' : 'nothingSent',
			orderBatchId,
			advice:
				'Look in the gifting account of that key. To send with this key as well, start the workflow again instead of retrying.',
		},
	);
}

/** An error that came after an order batch was created: it names the batch, and says that it exists. */
export const afterCreation = <Failure extends NodeError>(error: Failure, orderBatchId: string): Failure =>
	withOutcome(error, { creates: 'order batch', outcome: 'created', orderBatchId });

/** The error for a response about another order batch than the one that was asked for. */
export const otherReferenceError = (
	{ node, itemIndex }: ServiceClient,
	{ id, customer_reference_id: other }: OrderBatch,
	reference: string,
): NodeOperationError =>
	operationError(
		node,
		itemIndex,
		`The service responded with order batch ${id}, which has the reference ${String(other)} instead of ${reference}`,
		{ advice: 'Contact the support of the service.' },
	);
