import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { send } from '../n8n/http';
import type { Credential } from '../n8n/n8nClient';
import type { BatchSummary } from '../mock-service';
import type { TestInstance } from '../harness/testInstance';
import { byId, chain, createParameters, giftNode, recipients, webhookNode } from '../harness/workflows';

/** The orders of a batch that is long enough for several pages. */
export const LISTED_ORDERS = 250;

/** Enough recipients for a batch that stays pending at first. */
const PENDING_RECIPIENTS = 12;

/** What a call of a workflow came to. `error` is the sentence that the node gives, `advice` what it says to do. */
export interface Report {
	operation: string;
	items: IDataObject[];
	error?: string;
	advice?: string;
	/** The Customer Reference ID that the call gave, where it created a batch with one of its own. */
	reference?: string;
}

/** One kind of call, and whether what it returned without an error is right. */
interface Operation {
	parameters: INodeParameters;
	body?: () => IDataObject;
	isRight: (items: IDataObject[]) => boolean;
}

const distinct = (items: IDataObject[]) => new Set(items.map(({ id }) => id)).size;

const isOneBatch = ([batch, ...others]: IDataObject[]) =>
	others.length === 0 && typeof batch?.customer_reference_id === 'string';

/** The calls that are mixed: everything that the node does for orders, the catalogue and new batches. */
export function operations(productId: string, listedBatchId: string): Record<string, Operation> {
	const create = (size: number, more: INodeParameters): INodeParameters => ({
		...createParameters(productId),
		recipientsJson: JSON.stringify(recipients(size)),
		...more,
	});
	const additionalFields = { customerReferenceId: '={{ $json.body.reference }}' };
	const body = () => ({ reference: `soak-${randomUUID()}` });
	const batch = byId(listedBatchId);
	return {
		'create with a reference': {
			parameters: create(2, { additionalFields }),
			body,
			isRight: isOneBatch,
		},
		'create without a reference': { parameters: create(1, {}), isRight: isOneBatch },
		'create, wait and read the orders': {
			parameters: create(PENDING_RECIPIENTS, {
				additionalFields,
				options: { waitForCompletion: true, pollIntervalSeconds: 1, output: 'orders' },
			}),
			body,
			isRight: (items) => items.length === PENDING_RECIPIENTS && distinct(items) === PENDING_RECIPIENTS,
		},
		'read all orders': {
			parameters: { resource: 'order', operation: 'getAll', orderBatchId: batch, returnAll: true },
			isRight: (items) => items.length === LISTED_ORDERS && distinct(items) === LISTED_ORDERS,
		},
		'read all recipients': {
			parameters: { resource: 'recipient', operation: 'getAll', orderBatchId: batch, returnAll: true },
			isRight: (items) => items.length === LISTED_ORDERS,
		},
		'read a batch': {
			parameters: { resource: 'orderBatch', operation: 'get', orderBatchId: batch },
			isRight: ([item]) => item?.id === listedBatchId,
		},
		'read some products': {
			parameters: { resource: 'product', operation: 'getAll', limit: 30 },
			isRight: (items) => items.length === 30 && distinct(items) === 30,
		},
	};
}

/** A published workflow for one operation, which answers its caller with the node's items. */
export async function publish(
	{ client, n8n }: TestInstance,
	credential: Credential,
	name: string,
	{ parameters, body = () => ({}) }: Operation,
): Promise<() => Promise<Report>> {
	const path = randomUUID();
	const caller = webhookNode('Call', path);
	const workflow = await client.createWorkflow(
		chain(
			name,
			{ ...caller, parameters: { ...caller.parameters, responseData: 'allEntries' } },
			{ ...giftNode(name, credential, parameters), onError: 'continueRegularOutput' },
		),
	);
	await client.activate(workflow);
	return async () => {
		const input = body();
		const { data } = await send<IDataObject[]>('POST', `${n8n.baseUrl}/webhook/${path}`, input);
		const failed = data.find((item) => typeof item.error === 'string');
		return {
			operation: name,
			items: data,
			error: failed?.error as string | undefined,
			advice: (failed?.gift_error as IDataObject | undefined)?.description as string | undefined,
			reference: input.reference as string | undefined,
		};
	};
}

/** What the report of a creation claims. */
export function claimOf({ items, error, advice = '' }: Report): 'exists' | 'nothing' | 'unknown' {
	if (!error && items.length > 0) return 'exists';
	if (/was created|exists/.test(`${error} ${advice}`) && !advice.includes('not known whether')) return 'exists';
	return advice.includes('not known whether') ? 'unknown' : 'nothing';
}

/** Whether the service has as many batches with the reference as the claim allows. */
export function agrees(claim: ReturnType<typeof claimOf>, reference: string, stored: BatchSummary[]): boolean {
	const count = stored.filter(({ customer_reference_id: storedReference }) => storedReference === reference).length;
	if (claim === 'unknown') return count <= 1;
	return count === (claim === 'exists' ? 1 : 0);
}
