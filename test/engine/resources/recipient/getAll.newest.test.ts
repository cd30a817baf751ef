import { actionNode, byId } from '../../../support/actionNode';
import { testListOfOrderBatch } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'recipient', operation: 'getAll' };

describe('recipient: getAll', () => {
	test('returns the contact data that the batch was created with, also of recipients that look the same', async () => {
		const bo = { first_name: 'Bo' };
		const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+14155552671' };
		const id = await node.createBatch(3, { recipients: [ann, bo, bo] });

		const { outputs } = await node.run({ ...parameters, orderBatchId: byId(id) });

		const path = `/v1/order_batches/${id}/recipients`;
		expect(node.service.requests).toMatchObject([{ method: 'GET', path, body: null, accountName: 'automation' }]);
		const pairedItem = { item: 0 };
		const { phone: _phone, ...shown } = ann;
		const other = { json: { first_name: 'Bo', last_name: null, email: null }, pairedItem };
		expect(outputs).toEqual([[{ json: shown, pairedItem }, other, other]]);
	});

	test('has the recipients of a batch whose orders do not exist yet', async () => {
		const id = await node.createBatch(11);

		expect((await node.run({ ...parameters, orderBatchId: byId(id) })).json).toHaveLength(11);
	});

	testListOfOrderBatch(node, parameters, 'recipients');
});
