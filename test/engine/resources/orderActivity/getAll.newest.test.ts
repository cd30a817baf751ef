import type { IDataObject } from 'n8n-workflow';

import { document } from '../../../../dev/mock-service/openapi/document';
import { activityStatuses } from '../../../../nodes/GiftOrderBatch/resources/orderActivity/activity';
import { actionNode } from '../../../support/actionNode';
import { listing } from '../../../support/listing';

const node = actionNode();
const parameters = { resource: 'orderActivity', operation: 'getAll' };

describe('orderActivity: getAll', () => {
	test('asks for what happened between two times, in the time zone of the workflow', async () => {
		const filters = { after: '2026-11-01T12:00:00', before: '2026-11-30T12:00:00' };
		await node.run({ ...parameters, filters }, { timezone: 'America/New_York' });

		expect(node.service.requests[0]?.query).toMatchObject({
			after: '2026-11-01T12:00:00.000-05:00',
			before: '2026-11-30T12:00:00.000-05:00',
		});
	});

	test.each([
		['simplified', true, (json: IDataObject) => json.customer_reference_id],
		['whole', false, (json: IDataObject) => (json.order as IDataObject).customer_reference_id],
	])('adds the reference of their batch to %s orders, with one request more', async (_what, simplify, referenceOf) => {
		await node.createBatch(2, { customer_reference_id: 'deal-4711' });
		const { json } = await node.run({ ...parameters, simplify, options: { addCustomerReferenceId: true } });

		expect(json.map(referenceOf)).toEqual(['deal-4711', 'deal-4711']);
		expect(node.service.requests).toHaveLength(2);
	});

	test('returns what happened also where the service shows no order', async () => {
		const activity = { id: node.unknownId, order_status: 'opened', created_at: '2030-01-01T00:00:00Z', order: null };
		node.service.addFault({ match: { path: '/v1/order_activities' }, effect: listing(activity) });
		const withReference = { ...parameters, options: { addCustomerReferenceId: true } };
		const { json } = await node.run(withReference);
		const whole = await node.run({ ...withReference, simplify: false });

		expect(json).toEqual([{ event: 'opened', event_id: node.unknownId, event_at: activity.created_at }]);
		expect(whole.json).toEqual([activity]);
	});

	test('returns the chosen statuses', async () => {
		const [id = ''] = await node.createOrders(1);
		// It is opened and shipped before.
		node.service.changeOrder(id, { status: 'delivered' });
		const { json } = await node.run({ ...parameters, filters: { statuses: ['opened', 'delivered'] } });
		expect(json.map(({ event, id: of }) => [event, of])).toEqual(['opened', 'delivered'].map((event) => [event, id]));
	});

	test('offers every status of the contract', () => {
		const { enum: statuses = [] } = document.components.schemas.OrderActivityStatus ?? {};
		expect(activityStatuses.map(({ value }) => value).sort()).toEqual([...statuses].sort());
	});
});
