import { useMockService } from '../support/mockService';

const { client, service, createOrder, holdEvents, events } = useMockService();

test('the samples of the introduction are shown without a key', async () => {
	const { keys, samples } = service();
	expect((await client().send('GET', '/_control/samples', undefined, null)).data).toEqual({ keys, samples });
});

test('the interface only has one kind of event', async () => {
	service().setInterfaceOnly(true);
	holdEvents();
	service().changeOrder((await createOrder()).id, { status: 'delivered' });
	expect(events().map(({ event_type: kind }) => kind)).toEqual(['order_batch.completed']);
});
