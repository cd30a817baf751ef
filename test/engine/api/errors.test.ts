import { actionNode, byId } from '../../support/actionNode';

const node = actionNode();

// n8n takes an execution for canceled whose error contains "canceled" in small letters.
test('an execution has failed, and was not canceled, when an error contains the word', async () => {
	const id = await node.createBatch(1);
	const failing = async (operation: string, orderBatchId: string) => {
		const { status, error } = await node.run({ resource: 'orderBatch', operation, orderBatchId: byId(orderBatchId) });
		expect(status).toBe('error');
		return error?.message;
	};

	expect(await failing('get', 'canceled')).toContain('but it is the text "cancelled"');
	node.service.setBatchState(id, 'canceled');
	expect(await failing('waitForCompletion', id)).toBe(`Order batch ${id} was cancelled`);
	node.service.addFault({ effect: { kind: 'response', status: 400, body: { error: 'It is canceled' } } });
	expect(await failing('get', id)).toBe('It is cancelled');
});
