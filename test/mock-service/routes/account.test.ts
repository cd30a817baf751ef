import type { EventKind } from '../../../dev/mock-service';
import { useMockService } from '../../support/mockService';

const { client, service, createBatch, refusal } = useMockService();
beforeEach(() => service().changeDeliveryRules({ hold: true }));

test.each<[EventKind[] | null | undefined, number]>([
	[undefined, 3],
	[null, 3],
	[['order_batch.completed'], 1],
	[['order.refunded'], 0],
])('a registration with the events %j gets them of the whole organization', async (events, count) => {
	await client().post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events });
	const { id } = await createBatch({}, 'automationMember');
	expect(service().deliveries.map(({ orderBatchId }) => orderBatchId)).toEqual(Array(count).fill(id));
	expect(await refusal('GET', `/v1/order_batches/${id}`)).toEqual([404, 'Order batch not found']);
});
