import { startService, type PaymentMethod } from '../../dev/mock-service';
import { Client } from '../../dev/harness/serviceClient';
import { orderBatchInput, paymentMethodInput, useMockService } from '../support/mockService';

const { client, service, postBatch, createBatch, createOrder, read, holdEvents, events } = useMockService();

test('the samples of the introduction are shown without a key', async () => {
	const { keys, samples } = service();
	expect((await client().send('GET', '/_control/samples', undefined, null)).data).toEqual({ keys, samples });
});

test('a reset forgets everything that happened and that was told', async () => {
	const body = orderBatchInput({ customer_reference_id: 'crm-1' });
	await createBatch(body);
	const cards = '/v1/commerce_user_payment_methods';
	const { data: card } = await client().post<PaymentMethod>(cards, paymentMethodInput(), 'commerce');
	holdEvents();
	service().addFault({ effect: { kind: 'drop' } });
	service().setInterfaceOnly(true);
	service().setPriceFields('cart_price_estimate');

	service().reset();
	expect([service().requests, service().orderBatches(), service().webhooks()]).toEqual([[], [], []]);
	expect((await read<{ data: unknown[] }>('/v1/order_batches')).data).toEqual([]);
	expect(await client().post('/v1/order_batches/price', body)).toMatchObject({ data: { cart_price: {} } });
	await createBatch(body);
	expect(service().deliveries).toEqual([]);
	const payment = { payment_method_id: card.id, commerce_end_user_id: 'user-1' };
	expect((await postBatch(payment, 'commerce')).data).toEqual({ error: 'Payment method not found' });
});

test('the interface only has one kind of event, and a reset brings back the option of the start', async () => {
	service().setInterfaceOnly(true);
	holdEvents();
	service().changeOrder((await createOrder()).id, { status: 'delivered' });
	expect(events().map(({ event_type: kind }) => kind)).toEqual(['order_batch.completed']);

	const other = await startService({ interfaceOnly: true });
	other.setInterfaceOnly(false);
	other.reset();
	expect((await new Client(other).get('/v1/order_batches')).status).toBe(404);
	await other.close();
});
