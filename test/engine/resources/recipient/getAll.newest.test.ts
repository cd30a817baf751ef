import { actionNode, byId } from '../../../support/actionNode';
import { guests } from '../../../support/creations';
import { testListOfOrderBatch } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'recipient', operation: 'getAll' };

describe('recipient: getAll', () => {
	test('returns the recipients of an order batch that is still pending, with the contact data that was sent', async () => {
		const recipients = guests(11);
		const id = await node.createBatch(0, { recipients });

		const { json } = await node.run({ ...parameters, orderBatchId: byId(id) });

		expect((await node.read(`/v1/order_batches/${id}`)).send_status).toBe('pending');
		expect(json).toMatchObject(recipients);
	});

	testListOfOrderBatch(node, parameters, 'recipients');
});
