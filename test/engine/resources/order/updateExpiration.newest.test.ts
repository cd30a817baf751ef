import { actionNode, byId } from '../../../support/actionNode';
import { testFailures, testIds, testUnsupported } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'order', operation: 'updateExpiration', expiresAt: '2031-01-31T12:00:00' };

const ofOrder = async () => ({ ...parameters, orderId: byId((await node.createOrders(1))[0] ?? '') });

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
		'which the time zone of the workflow skips because its clocks go forward: choose another time of that day';

	test.each([
		['2020-01-01T00:00:00', 'UTC', '"Expires At" is in the past (2020-01-01T00:00:00.000Z)'],
		['soon', 'UTC', `${NO_TIME} "soon"`],
		['2031-04-25T25:00:00', 'UTC', `${NO_TIME} "2031-04-25T25:00:00"`],
		['={{ null }}', 'UTC', '"Expires At" is missing'],
		['2031-04-25', 'Africa/Cairo', `"Expires At" is 2031-04-25, ${SKIPPED}`],
		['2031-03-09 02:30', 'America/New_York', `"Expires At" is 2031-03-09 02:30, ${SKIPPED}`],
	])('refuses %p in %s before a request is sent', async (expiresAt, timezone, message) => {
		const { error } = await node.run({ ...parameters, expiresAt, orderId: byId(node.unknownId) }, { timezone });

		expect(error?.message).toBe(message);
		expect(node.service.requests).toEqual([]);
	});

	const message = 'This service does not let a key change when orders expire';
	testUnsupported(node, ofOrder, message, 'Change it in your gifting account.');
	testIds(node, 'Order', { ...parameters, orderId: byId('={{ $json.id }}') });
	testFailures(node, { parameters: ofOrder, path: '/v1/orders' });
});
