import { NodeOperationError, type IDataObject, type INode, type NodeApiError } from 'n8n-workflow';

import type { NodeError } from '../../../api/errors';

/** What to do when a try of a creation may have been carried out. */
export const MAY_EXIST =
	'It is not known whether the order batch was created: look for it in your gifting account before you send it again.';

const NAMES_REFERENCE = /customer.?reference/i;
/** A rejection that says that the customer reference is in use. */
export const REFERENCE_EXISTS =
	/customer.?reference.*(exist|already|taken|duplicate|uniq|used)|(exist|already|taken|duplicate|uniq|used).*customer.?reference/i;

/** What a sentence says of the reference itself, and not of a batch that has it. */
const IS_MALFORMED = /too (long|short)|maximum|minimum|invalid|character|format|must (be|match)|blank|empty/i;

/**
 * Whether the service rejected a creation because a batch has its customer reference (interface: "Errors"). The sentence of
 * that rejection is not documented, so any that names the reference counts, unless it finds fault with the reference itself.
 */
export function isReferenceRejected({ httpCode, message }: NodeApiError): boolean {
	if (httpCode === '409') return true;
	if (!/^4/.test(httpCode ?? '') || !NAMES_REFERENCE.test(message)) return false;
	return REFERENCE_EXISTS.test(message) || !IS_MALFORMED.test(message);
}

/** The error for a batch that exists while nothing more of it can be had, because its ID is not known. */
export function unknownIdError(node: INode, itemIndex: number, reference: string): NodeOperationError {
	return new NodeOperationError(
		node,
		`The order batch with the reference ${reference} exists, but the service does not tell its ID`,
		{
			itemIndex,
			description: 'An earlier try created it, and it was not sent again. Find it in your gifting account.',
		},
	);
}

/** The error of a creation whose earlier try may have been carried out: it says so, whatever its own advice was. */
export function unsettled<Failure extends NodeError>(error: Failure): Failure {
	if (!error.description?.includes(MAY_EXIST)) {
		error.description = `An earlier try may have created the order batch. ${MAY_EXIST} The last try ended with: ${error.message}`;
	}
	return error;
}

/** How many order batches an error names; it counts the rest. */
const NAMED_ORDER_BATCHES = 10;

/**
 * An error that names the order batches that were created before it, and how to go on without sending them again.
 * @param mayExist whether an earlier try may have created another one
 */
export function withCreated(error: NodeError, orderBatchIds: string[], mayExist: boolean): NodeError {
	if (mayExist) unsettled(error);
	const text = `${error.message} ${error.description ?? ''}`;
	const others = orderBatchIds.filter((id) => !text.includes(id));
	if (others.length === 0) return error;
	const rest = others.length - NAMED_ORDER_BATCHES;
	const named = others.slice(0, NAMED_ORDER_BATCHES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
	error.description = `${error.description ?? ''} Created before this error: ${named}. Use n8n's Retry for this execution: running the workflow anew would send them again.`;
	return error;
}

/** The error of a creation whose reference belongs to a batch that is for other recipients. */
export function takenError(error: NodeApiError, orderBatchId: string): NodeApiError {
	error.description = `Order batch ${orderBatchId} has this Customer Reference ID and is for other recipients, so nothing was sent this time. Look at that batch, and use another reference for this one.`;
	return error;
}

/**
 * The error of a creation whose derived reference was rejected at its first use in this run of the execution. The batch, if
 * there is one, may be for other recipients, since the nodes before may have answered something else then.
 */
export function repeatedError(error: NodeApiError): NodeApiError {
	if (error.httpCode === '409' || REFERENCE_EXISTS.test(error.message)) {
		error.description =
			'The same execution has created an order batch here before: n8n repeats an execution whose worker it has lost, a failed execution can be retried more than once, and a database can be replaced. Nothing was sent this time. Find the batch in your gifting account by its reference, and look who its recipients are before you send it to others.';
	}
	return error;
}

/** The error for a creation that n8n repeats after it broke off, without knowing what was done before that. */
export function forgottenError(node: INode, itemIndex: number): NodeOperationError {
	return new NodeOperationError(
		node,
		'n8n has not stored what this node may have done before, so the order batch may exist already',
		{
			itemIndex,
			description: `Nothing was sent by this retry. ${MAY_EXIST} If it is not there, start the workflow anew instead of retrying. A Customer Reference ID of your own makes retries safe after interruptions, too.`,
		},
	);
}

/**
 * An error that came after an order batch was created: it carries the batch in `context.orderBatch`, so that its ID is not
 * lost, and says that the batch exists.
 */
export function afterCreation(error: NodeError, orderBatch: IDataObject): NodeError {
	if (!error.context.orderBatch) {
		error.context.orderBatch = orderBatch;
		error.description =
			`Order batch ${String(orderBatch.id)} was created: do not create it again. ${error.description ?? ''}`.trim();
	}
	return error;
}
