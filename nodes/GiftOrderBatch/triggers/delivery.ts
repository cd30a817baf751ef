import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { SIGNING_SECRET_TYPE, type Authentication } from '../api/credentialTypes';
import { ServiceClient } from '../api/client';
import { endpoints } from '../api/endpoints';
import { asNodeError } from '../api/errors';
import type { Limits } from '../api/limits';
import { isFinal } from '../api/orderBatchState';
import { signatureProblem, signingKeysOf } from '../api/webhookSignature';
import { outputOf, type Output } from './triggerFields';
import { readCompletedEvent } from './completedEvent';
import { EmittedBatches, MAX_REMEMBERED } from './emittedBatches';
import { nodeRecord } from './nodeRecord';

/** What becomes of a delivery: the answer to its sender, and the items that start the workflow, if it starts. */
export interface DeliveryOutcome {
	statusCode: number;
	message: string;
	items?: IDataObject[];
}

const answer = (statusCode: number, message: string): DeliveryOutcome => ({ statusCode, message });

/** Whether the delivery must be turned away because its signature is not right; `undefined` when it may pass. */
async function refusal(functions: IWebhookFunctions, rawBody: Buffer): Promise<DeliveryOutcome | undefined> {
	if (!functions.getNode().credentials?.[SIGNING_SECRET_TYPE]) return undefined;
	const { signingSecret } = await functions.getCredentials(SIGNING_SECRET_TYPE);
	const signing = signingKeysOf(String(signingSecret ?? ''));
	if ('problem' in signing) return answer(503, 'The signing secret of this trigger is not usable');
	const delivery = { headers: functions.getHeaderData() as Record<string, string | undefined>, rawBody };
	return signatureProblem(delivery, signing.keys, Date.now() / 1000)
		? answer(401, 'The signature is not valid')
		: undefined;
}

/** Fetches the batch from the service, since a payload is never trusted, and makes the workflow's items of it. */
async function readCompletion(
	functions: IWebhookFunctions,
	orderBatchId: string,
	limits: Partial<Limits>,
): Promise<DeliveryOutcome> {
	const authentication = functions.getNodeParameter('authentication') as Authentication;
	const client = await ServiceClient.connect(functions, authentication, limits);
	const orderBatch = await client.call(endpoints.orderBatch(orderBatchId));
	if (!isFinal(orderBatch.send_status)) return answer(503, 'The order batch is not complete yet');
	const items = await outputOf(
		client,
		orderBatch,
		functions.getNodeParameter('options.output', 'orderBatch') as Output,
	);
	return { ...answer(200, 'The workflow is started'), items };
}

/** The status for a sender when the batch could not be read: it tries again unless the service has no such batch. */
function readFailure(functions: IWebhookFunctions, error: unknown): DeliveryOutcome {
	const nodeError = asNodeError(functions.getNode(), 0, error);
	functions.logger.warn(`Gift Order Batch Trigger could not read an order batch: ${nodeError.message}`);
	const unknown = 'httpCode' in nodeError && nodeError.httpCode === '404';
	return unknown ? answer(404, 'There is no such order batch') : answer(503, 'The order batch could not be read now');
}

/** Deliveries that are being handled in this process, by trigger node and batch, so that two at once start one workflow. */
const inFlight = new Map<string, Promise<DeliveryOutcome>>();

/** What this process has emitted, by trigger node: n8n gives each delivery its own copy of the static data. */
const emittedHere = new Map<string, Set<string>>();

function remember(functions: IWebhookFunctions, nodeKey: string, orderBatchId: string): void {
	const here = emittedHere.get(nodeKey) ?? new Set();
	emittedHere.set(nodeKey, here.add(orderBatchId));
	if (here.size > MAX_REMEMBERED) here.delete(here.values().next().value as string);
	new EmittedBatches(nodeRecord(functions)).add(here);
}

async function emitOnce(
	functions: IWebhookFunctions,
	orderBatchId: string,
	limits: Partial<Limits>,
): Promise<DeliveryOutcome> {
	const { id, name } = functions.getNode();
	const nodeKey = `${functions.getWorkflow().id}/${id}/${name}`;
	const emitted = new EmittedBatches(nodeRecord(functions));
	const repeated = answer(200, 'This order batch has started the workflow before');
	if (emitted.has(orderBatchId)) return repeated;
	if (emittedHere.get(nodeKey)?.has(orderBatchId)) {
		remember(functions, nodeKey, orderBatchId);
		return repeated;
	}

	const key = `${nodeKey}/${orderBatchId}`;
	const first = inFlight.get(key);
	if (first) {
		const outcome = await first;
		return outcome.items ? repeated : outcome;
	}
	const reading = readCompletion(functions, orderBatchId, limits).catch((error) => readFailure(functions, error));
	inFlight.set(key, reading);
	try {
		const outcome = await reading;
		if (outcome.items) remember(functions, nodeKey, orderBatchId);
		return outcome;
	} finally {
		inFlight.delete(key);
	}
}

/**
 * Decides about one webhook delivery (openapi: receiveOrderBatchCompleted): its signature, its kind, whether the batch has started the
 * workflow before, and what the service itself says of the batch. Never throws.
 * @param rawBody the body as it was received
 * @param limits what differs from `DEFAULT_LIMITS`
 */
export async function handleDelivery(
	functions: IWebhookFunctions,
	rawBody: Buffer,
	limits: Partial<Limits> = {},
): Promise<DeliveryOutcome> {
	try {
		const refused = await refusal(functions, rawBody);
		if (refused) return refused;
		const event = readCompletedEvent(rawBody);
		if ('statusCode' in event) return event;
		if (functions.getMode() === 'manual') return await readCompletion(functions, event.orderBatchId, limits);
		return await emitOnce(functions, event.orderBatchId, limits);
	} catch (error) {
		return readFailure(functions, error);
	}
}
