import { actionNode, byId } from '../../../support/actionNode';
import { testFailures, testIds } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'order', operation: 'updateExpiration', expiresAt: '2031-01-31T12:00:00' };

const createdOrder = async (): Promise<string> => {
	const batch = await node.createBatch(1);
	const { data } = await node.read(`/v1/order_batches/${batch}/orders`);
	return (data as [{ id: string }])[0].id;
};

const paths = () => node.service.requests.map(({ method, path }) => `${method} ${path}`);

describe('order: updateExpiration', () => {
	test('changes when the order expires, in the time zone of the workflow', async () => {
		const id = await createdOrder();

		const { json } = await node.run({ ...parameters, orderId: byId(id) }, { timezone: 'America/New_York' });

		expect(json).toEqual([expect.objectContaining({ id, expires_at: '2031-01-31T17:00:00.000Z' })]);
		expect(paths()).toEqual([`GET /v1/orders/${id}`, `POST /v1/orders/${id}/update_expiration`]);
		expect(node.service.requests[1]?.body).toEqual({ expiration: '2031-01-31T12:00:00.000-05:00' });
	});

	test('sends the same time again when a response is lost', async () => {
		const id = await createdOrder();
		node.service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'drop', afterCommit: true } });

		const { json } = await node.run({ ...parameters, orderId: byId(id) });

		expect(json).toEqual([expect.objectContaining({ id, expires_at: '2031-01-31T12:00:00.000Z' })]);
	});

	test.each([
		['2020-01-01T00:00:00', '"Expires At" is in the past (2020-01-01T00:00:00.000Z)'],
		['soon', '"Expires At" must be a date and time such as 2030-12-24T09:00:00, but it is the text "soon"'],
		['={{ null }}', '"Expires At" is missing'],
	])('refuses %p before a request is sent', async (expiresAt, message) => {
		const { error } = await node.run({ ...parameters, expiresAt, orderId: byId(node.unknownId) });

		expect(error?.message).toBe(message);
		expect(node.service.requests).toEqual([]);
	});

	test.each([
		['2031-04-25', 'Africa/Cairo'],
		['2031-04-25T00:00:00', 'Africa/Cairo'],
		['2031-03-30', 'Asia/Beirut'],
		['2031-03-09 02:30', 'America/New_York'],
	])('says that %p does not exist in %s, where clocks go forward then', async (expiresAt, timezone) => {
		const { error } = await node.run({ ...parameters, expiresAt, orderId: byId(node.unknownId) }, { timezone });

		expect(error?.message).toBe(
			`"Expires At" is ${expiresAt}, which the time zone of the workflow skips because its clocks go forward: choose another time of that day`,
		);
		expect(node.service.requests).toEqual([]);
	});

	test.each(['2031-02-30', '2031-04-25T25:00:00'])('takes %p for no time in any time zone', async (expiresAt) => {
		const { error } = await node.run({ ...parameters, expiresAt, orderId: byId(node.unknownId) });

		expect(error?.message).toContain('must be a date and time such as 2030-12-24T09:00:00');
	});

	test("fails with the service's sentence for an order that was accepted", async () => {
		const id = await createdOrder();
		node.service.changeOrder(id, { status: 'accepted' });

		const { error } = await node.run({ ...parameters, orderId: byId(id) });

		expect(error).toMatchObject({ message: 'Order is accepted and cannot be changed', httpCode: '400' });
	});

	test('fails for an order that does not exist', async () => {
		const { error } = await node.run({ ...parameters, orderId: byId(node.unknownId) });

		expect(error).toMatchObject({ message: 'Order not found', httpCode: '404' });
	});

	test('says what to do where the service does not let a key change when orders expire', async () => {
		const id = await createdOrder();
		node.service.setInterfaceOnly(true);

		const { error } = await node.run({ ...parameters, orderId: byId(id) });

		expect(error?.message).toBe('This service does not let a key change when orders expire');
		expect(error?.description).toContain('Change it in your gifting account.');
	});

	testIds(node, 'Order', { ...parameters, orderId: byId('={{ $json.id }}') });
	testFailures(node, {
		parameters: async () => ({ ...parameters, orderId: byId(await createdOrder()) }),
		path: '/v1/orders',
	});
});
