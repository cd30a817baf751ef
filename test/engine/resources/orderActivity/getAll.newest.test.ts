import { document } from '../../../../dev/mock-service/openapi/document';
import { activityStatuses } from '../../../../nodes/GiftOrderBatch/resources/orderActivity/activity';
import { actionNode } from '../../../support/actionNode';
import { listing } from '../../../support/listing';

const node = actionNode();
const parameters = { resource: 'orderActivity', operation: 'getAll' };

test('orderActivity: getAll returns what happened also where the service shows no order', async () => {
	const activity = { id: node.unknownId, order_status: 'opened', created_at: '2030-01-01T00:00:00Z', order: null };
	node.service.addFault({ match: { path: '/v1/order_activities' }, effect: listing(activity) });
	const withReference = { ...parameters, options: { addCustomerReferenceId: true } };
	const { json } = await node.run(withReference);
	const whole = await node.run({ ...withReference, simplify: false });

	expect(json).toEqual([{ event: 'opened', event_id: node.unknownId, event_at: activity.created_at }]);
	expect(whole.json).toEqual([activity]);
});

test('orderActivity: getAll offers every status of the contract', () => {
	const { enum: statuses = [] } = document.components.schemas.OrderActivityStatus ?? {};
	expect(activityStatuses.map(({ value }) => value).sort()).toEqual([...statuses].sort());
});
