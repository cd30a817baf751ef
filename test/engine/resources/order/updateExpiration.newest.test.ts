import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'order', operation: 'updateExpiration', expiresAt: '2031-01-31T12:00:00' };

describe('order: updateExpiration', () => {
	test('changes when the order expires, in the time zone of the workflow', async () => {
		const [id = ''] = await node.createOrders(1);

		const { json } = await node.run({ ...parameters, orderId: byId(id) }, { timezone: 'America/New_York' });

		expect(json).toMatchObject([{ id, expires_at: '2031-01-31T17:00:00.000Z' }]);
		expect(node.service.requests).toMatchObject([
			{ method: 'GET', path: `/v1/orders/${id}` },
			{
				method: 'POST',
				path: `/v1/orders/${id}/update_expiration`,
				body: { expiration: '2031-01-31T12:00:00.000-05:00' },
			},
		]);
	});

	const NO_TIME = '"Expires At" must be a date and time such as 2030-12-24T09:00:00, but it is the text';
	const SKIPPED =
		"which does not exist in the workflow's time zone because its clocks go forward. Choose another time of that day";

	test.each([
		['2020-01-01T00:00:00', 'UTC', '"Expires At" is in the past (2020-01-01T00:00:00.000Z). Choose a later time'],
		['2031-04-25T25:00:00', 'UTC', `${NO_TIME} "2031-04-25T25:00:00"`],
		['={{ null }}', 'UTC', '"Expires At" is missing'],
		['2031-04-25', 'Africa/Cairo', `"Expires At" is 2031-04-25, ${SKIPPED}`],
		['2031-03-09 02:30', 'America/New_York', `"Expires At" is 2031-03-09 02:30, ${SKIPPED}`],
	])('refuses %p in %s before a request is sent', async (expiresAt, timezone, message) => {
		const { error } = await node.run({ ...parameters, expiresAt, orderId: byId(node.unknownId) }, { timezone });

		expect(error?.message).toBe(message);
		expect(node.service.requests).toEqual([]);
	});
});
