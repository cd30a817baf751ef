import type { AccountName, ErrorBody, EventKind } from '../../../dev/mock-service';
import { useMockService } from '../../support/mockService';

const { client, service, createBatch, refusal } = useMockService();
beforeEach(() => service().changeDeliveryRules({ hold: true }));

const URL = 'http://127.0.0.1:9/';

async function register(body: { url?: string; events?: EventKind[] | null } = {}, as: AccountName = 'automation') {
	return await client().post<{ id: string } & ErrorBody>('/v1/webhooks', { url: URL, ...body }, as);
}
const remove = async (id: string, as?: AccountName) => await refusal('DELETE', `/v1/webhooks/${id}`, undefined, as);

test('a registration has an ID and nothing else, and shows no secret', async () => {
	const { status, data } = await register({}, 'commerce');
	expect([status, data]).toEqual([201, { id: expect.any(String) }]);
	await register({ events: ['order.shipped'] });

	const [first, second] = service().webhooks();
	const secret = expect.stringMatching(/^whsec_/) as string;
	expect(first).toMatchObject({ id: data.id, url: URL, secret, events: null, accountName: 'commerce' });
	expect(second).toMatchObject({ events: ['order.shipped'], accountName: 'automation' });
	expect(first!.secret).not.toBe(second!.secret);
});

test.each<[EventKind[] | null | undefined, number]>([
	[undefined, 3],
	[null, 3],
	[['order_batch.completed'], 1],
	[['order.refunded'], 0],
])('a registration with the events %j gets them of the whole organization', async (events, count) => {
	await register({ events });
	const { id } = await createBatch({}, 'automationMember');
	expect(service().deliveries.map(({ orderBatchId }) => orderBatchId)).toEqual(Array(count).fill(id));
	expect(await refusal('GET', `/v1/order_batches/${id}`)).toEqual([404, 'Order batch not found']);
});

test('a webhook that any admin deletes gets nothing more', async () => {
	const { data } = await register({}, 'commerce');
	expect(await remove(data.id)).toEqual([204, undefined]);
	await createBatch();
	expect([service().webhooks(), service().deliveries]).toEqual([[], []]);
	expect(await remove(data.id)).toEqual([404, 'Webhook not found']);
});

test('webhooks are for admins only', async () => {
	const { data } = await register();
	const refused = { status: 400, data: { error: 'Unauthorized. You must be an admin to manage webhooks.' } };
	expect(await register({}, 'automationMember')).toMatchObject(refused);
	expect(await remove(data.id, 'automationMember')).toEqual([400, 'Unauthorized']);
	expect(service().webhooks()).toHaveLength(1);
});
