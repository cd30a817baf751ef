import { failureParts } from '../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode, byId } from '../../../support/actionNode';
import { creationsOf, GOES_ON } from '../../../support/creations';

const node = actionNode();

test('orderBatch: waitForCompletion waits for the batch of each input item, looks once at one that is complete, and goes on after one that failed', async () => {
	const [failed, complete] = [await node.createBatch(11), await node.createBatch(1)];
	node.service.setBatchState(failed, 'failed');
	const wait = { resource: 'orderBatch', operation: 'waitForCompletion', orderBatchId: byId('={{ $json.id }}') };
	const { outputs } = await node.run(wait, { items: [{ id: failed }, { id: complete }], ...GOES_ON });
	const [message] = failureParts({ kind: 'orderBatchNotSent', orderBatchId: failed, status: 'failed' });
	const error = { error: message, gift_error: { order_batch_id: failed } };
	expect(outputs[0]).toMatchObject([
		{ json: error, pairedItem: { item: 0 } },
		{ json: { id: complete, send_status: 'complete', orders_count: 1 }, pairedItem: { item: 1 } },
	]);
	expect(node.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
});

test('orderBatch: create waits in a retry for the order batch that exists', async () => {
	const { toGuests, stored, runAgain } = creationsOf(node);
	const { parameters, items } = toGuests(11, { options: { waitForCompletion: true, maxWaitSeconds: 0 } });
	const first = await node.run(parameters, { items });
	const retry = await runAgain(first, parameters, { items });
	node.service.setBatchState(stored()[0]?.id as string, 'complete');

	for (const { error } of [first, retry]) expect(error?.context.failure).toBe('notCompleteInTime');
	expect((await runAgain(retry, parameters, { items })).json).toHaveLength(11);
	expect(stored()).toHaveLength(1);
});
