import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'order', operation: 'updateExpiration', expiresAt: '2031-01-31T12:00:00' };

describe('order: updateExpiration', () => {
	test('changes when the order expires, in the time zone of the workflow', async () => {
		const [id = ''] = await node.createOrders(1);

		const { json } = await node.run({ ...parameters, orderId: byId(id) }, { timezone: 'America/New_York' });

		expect(json).toMatchObject([{ id, expires_at: '2031-01-31T17:00:00.000Z' }]);
		const body = { expiration: '2031-01-31T12:00:00.000-05:00' };
		expect(node.service.requests).toMatchObject([
			{ method: 'GET', path: `/v1/orders/${id}` },
			{ method: 'POST', path: `/v1/orders/${id}/update_expiration`, body },
		]);
	});

	const SKIPPED = { kind: 'skippedTime', field: 'Expires At' };

	test.each<[string, string, object]>([
		['2020-01-01T00:00:00', 'UTC', { kind: 'past', field: 'Expires At', value: '2020-01-01T00:00:00.000Z' }],
		['2031-04-25T25:00:00', 'UTC', { kind: 'invalid', field: 'Expires At', value: 'the text "2031-04-25T25:00:00"' }],
		['={{ null }}', 'UTC', { kind: 'missing', field: 'Expires At' }],
		['={{ Interval.after($now, 1000) }}', 'UTC', { kind: 'invalid', field: 'Expires At', value: 'an object' }],
		['2031-04-25', 'Africa/Cairo', SKIPPED],
		[' 2031-03-09 02:30 ', 'America/New_York', SKIPPED],
	])('refuses %p in %s before a request is sent', async (expiresAt, timezone, problem) => {
		const { error } = await node.run({ ...parameters, expiresAt, orderId: byId(node.unknownId) }, { timezone });

		expect(error?.context.problems).toMatchObject([problem]);
		expect(node.service.requests).toEqual([]);
	});
});
