import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { operationError, withFacts, type NodeError } from '../../../api/errors';
import type { AdviceByReason } from '../../../api/endpoints';

/** What to do about the service's refusals of an order batch. */
export const ADVICE_BY_REASON: AdviceByReason = [
	[
		/payment method/i,
		'Add a payment method to your gifting account, or choose one with the field Payment Method. The card of a commerce end user also needs the field Commerce End User ID.',
	],
	[/product.?url/i, 'Open the product URL in a browser to check it, or choose the product from the list.'],
	[/\bcard\b.*\bdeclined\b/i, 'Ask for another card.'],
];

/** The error for a creation that n8n retries after it broke off, without knowing what was done before that. */
export const historyLostError = (node: INode, itemIndex: number): NodeOperationError =>
	operationError(
		node,
		itemIndex,
		'n8n has not stored what this node did before, so the order batch may already exist',
		{
			creates: 'order batch',
			outcome: 'unknown',
			advice:
				'This retry sent nothing. If the order batch is not in your gifting account, start the workflow again instead of retrying. With your own Customer Reference ID, retries are safe even after an interruption.',
		},
	);

/** The error of a creation whose reference belongs to another order batch. @param orderBatchId of that batch, if it is known */
export const takenError = (error: NodeApiError, isDerived: boolean, orderBatchId?: string): NodeApiError =>
	withFacts(error, {
		outcome: 'nothingSent',
		isDuplicateReference: true,
		advice: isDerived
			? 'This execution has already created an order batch here. That can happen if n8n repeats the execution of a lost worker, if you retry a failed execution more than once, or if the n8n database is replaced. Nothing was sent this time. Find the order batch in your gifting account by its reference, and check its recipients before you send it to others.'
			: orderBatchId
				? `Order batch ${orderBatchId} has this Customer Reference ID and is for other recipients, so nothing was sent this time. Check that order batch, and use another reference for this one.`
				: 'An order batch with this Customer Reference ID already exists, so nothing was sent this time. To send a second one, use another reference.',
	});

/** The error of an order batch after the first one, where the first one's reference belongs to another order batch. */
export const takenFirstError = (node: INode, itemIndex: number, reference: string): NodeOperationError =>
	operationError(
		node,
		itemIndex,
		`Customer Reference ID "${reference}" belongs to an order batch of another execution, so the order batches after the first one are not sent either`,
		{
			creates: 'order batch',
			outcome: 'nothingSent',
			advice:
				'These recipients may have their gifts already. Check your gifting account, and use another reference to send to those who are missing.',
		},
	);

/**
 * The error of a creation whose own reference the service names as a duplicate after an attempt that may have worked, where
 * the order batch cannot be read: it may be the one of that attempt, or an older one.
 */
export const ambiguousError = (error: NodeApiError): NodeApiError =>
	withFacts(error, {
		outcome: 'unknown',
		advice:
			'An order batch with this Customer Reference ID exists. It is either the one that an earlier attempt created, or an older one: the service cannot list order batches, so the node cannot find out which.',
	});

/** An error that came after an order batch was created: it names the batch, and says that it exists. */
export const afterCreation = <Failure extends NodeError>(error: Failure, orderBatchId: string): Failure =>
	withFacts(error, { creates: 'order batch', outcome: 'created', orderBatchId, correct: undefined });
