import type { ServiceClient } from '../../api/client';
import type { OrderBatch } from '../../api/responses';
import { endpoints } from '../../api/endpoints';
import { factsOf } from '../../api/errors';
import { afterCreation, failed } from '../outcome';
import type { Failure } from '../sentences';
import type { WaitOptions } from './waitFields';

const GROWTH = 1.5;
const LONGEST_PAUSE_MS = 30_000;

/** An error that names the order batch, so that its ID is never lost. */
const failedAfterCreation = (failure: Failure & { orderBatchId: string }) =>
	afterCreation(failed(failure), failure.orderBatchId);

/** @throws ServiceError that names the batch when it failed or was canceled */
export function checkSent(orderBatch: OrderBatch): void {
	const { id, send_status: sendStatus } = orderBatch;
	if (sendStatus === 'failed' || sendStatus === 'canceled') {
		throw failedAfterCreation({ kind: 'orderBatchNotSent', orderBatchId: id, status: sendStatus });
	}
}

/**
 * Waits until an order batch is complete (openapi: OrderBatchSendStatus): reads it first, then pauses, longer each
 * time. Once the order batch is known, a temporary failure does not end the wait.
 * @param options.pollIntervalMs the first pause
 * @param orderBatch as it was before, if it is known
 * @returns the complete batch
 * @throws ServiceError that names the batch when it failed, was canceled, is not complete in time or is scheduled for later than
 * that; or when the execution is cancelled, or the service cannot be read until then
 */
export async function waitForCompletion(
	client: ServiceClient,
	orderBatchId: string,
	{ maxWaitMs, pollIntervalMs }: WaitOptions,
	orderBatch?: OrderBatch,
): Promise<OrderBatch> {
	const deadline = Date.now() + maxWaitMs;
	for (let pause = pollIntervalMs; ; pause = Math.min(pause * GROWTH, Math.max(LONGEST_PAUSE_MS, pollIntervalMs))) {
		orderBatch = await client.call(endpoints.orderBatch(orderBatchId), deadline).catch((error: unknown) => {
			if (!orderBatch || !factsOf(error).retryAdvice || Date.now() >= deadline) throw error;
			return orderBatch;
		});
		const { send_status: sendStatus, scheduled_send_on: scheduledSendOn } = orderBatch;
		if (sendStatus === 'complete') return orderBatch;
		checkSent(orderBatch);
		if (scheduledSendOn && Date.parse(scheduledSendOn) > deadline) {
			throw failedAfterCreation({ kind: 'scheduledAfterWait', orderBatchId, time: scheduledSendOn });
		}
		const rest = deadline - Date.now();
		if (rest <= 0) {
			const seconds = maxWaitMs / 1000;
			throw failedAfterCreation({ kind: 'notCompleteInTime', orderBatchId, status: String(sendStatus), seconds });
		}
		await client.pause(Math.min(pause, rest));
	}
}
