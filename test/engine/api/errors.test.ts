import { actionNode, byId } from '../../support/actionNode';

const node = actionNode();

// n8n takes an execution for canceled whose error contains "canceled" in small letters.
describe('an execution has failed, and was not canceled,', () => {
	test('when the service refuses with a sentence that contains "canceled"', async () => {
		const id = await node.createBatch(1);
		node.service.addFault({
			effect: { kind: 'response', status: 400, body: { error: 'Order is canceled and cannot be canceled again' } },
		});

		const { status, error } = await node.run({ resource: 'orderBatch', operation: 'get', orderBatchId: byId(id) });

		expect(status).toBe('error');
		expect(error?.message).toBe('Order is cancelled and cannot be cancelled again');
	});

	test('when the node waits for an order batch that is canceled', async () => {
		const id = await node.createBatch(1);
		node.service.setBatchState(id, 'canceled');

		const { status, error } = await node.run({
			resource: 'orderBatch',
			operation: 'waitForCompletion',
			orderBatchId: byId(id),
		});

		expect(status).toBe('error');
		expect(error?.message).toBe(`Order batch ${id} is cancelled`);
	});

	test('when a parameter holds the word', async () => {
		const { status, error } = await node.run({
			resource: 'orderBatch',
			operation: 'get',
			orderBatchId: byId('canceled'),
		});

		expect(status).toBe('error');
		expect(error?.message).toContain('but it is the text "cancelled"');
	});
});
