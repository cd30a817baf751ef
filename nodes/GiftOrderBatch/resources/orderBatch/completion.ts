import type { ServiceClient } from '../../api/client';
import type { OrderBatch } from '../../api/responses';
import { endpoints } from '../../api/endpoints';
import { operationError } from '../../api/errors';
import { withOutcome } from '../outcome';

/** How long to wait, in milliseconds. */
export interface WaitOptions {
	maxWaitMs: number;
	/** The first pause between two requests; later ones are longer. */
	pollIntervalMs: number;
}

const GROWTH = 1.5;
const LONGEST_PAUSE_MS = 30_000;

/** An error that names the batch, so that its ID is never lost. */
export const batchError = ({ node, itemIndex }: ServiceClient, { id }: OrderBatch, message: string, advice: string) =>
	withOutcome(operationError(node, itemIndex, message), {
		creates: 'order batch',
		outcome: 'created',
		orderBatchId: id,
		advice,
	});

/** @throws NodeOperationError that names the batch when it failed or was canceled */
export function checkSent(client: ServiceClient, orderBatch: OrderBatch): void {
	const { id, send_status: sendStatus } = orderBatch;
	if (sendStatus !== 'failed' && sendStatus !== 'canceled') return;
	const advice = 'Some or all of its gifts were not sent. Check the order batch in your gifting account.';
	throw batchError(client, orderBatch, `Order batch ${id} is ${sendStatus}`, advice);
}

/**
 * Waits until an order batch is complete (openapi: OrderBatchSendStatus): reads it first, then pauses, longer each
 * time.
 * @returns the complete batch
 * @throws NodeOperationError that names the batch when it failed, was canceled, is not complete in time
 * or is scheduled for later than that; or when the execution is cancelled
 * @throws NodeApiError when the service cannot be read until then
 */
export async function waitForCompletion(
	client: ServiceClient,
	orderBatchId: string,
	{ maxWaitMs, pollIntervalMs }: WaitOptions,
): Promise<OrderBatch> {
	const deadline = Date.now() + maxWaitMs;
	for (let pause = pollIntervalMs; ; pause = Math.min(pause * GROWTH, Math.max(LONGEST_PAUSE_MS, pollIntervalMs))) {
		const orderBatch = await client.call(endpoints.orderBatch(orderBatchId), deadline);
		const { send_status: sendStatus, scheduled_send_on: scheduledSendOn } = orderBatch;
		if (sendStatus === 'complete') return orderBatch;
		checkSent(client, orderBatch);
		if (typeof scheduledSendOn === 'string' && Date.parse(scheduledSendOn) > deadline) {
			throw batchError(
				client,
				orderBatch,
				`Order batch ${orderBatchId} is scheduled for ${scheduledSendOn}, which is after the end of "Max Wait (Seconds)"`,
				'It is sent then. Instead of waiting here, let a Gift Order Batch Trigger start a workflow when it is complete.',
			);
		}
		const rest = deadline - Date.now();
		if (rest <= 0) {
			throw batchError(
				client,
				orderBatch,
				`Order batch ${orderBatchId} is still ${sendStatus} after ${maxWaitMs / 1000} seconds`,
				'Wait for it by its ID with Order Batch: Wait for Completion, or let a Gift Order Batch Trigger start a workflow when it is complete.',
			);
		}
		await client.pause(Math.min(pause, rest));
	}
}
