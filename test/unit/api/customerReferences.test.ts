import { addCustomerReferences } from '../../../nodes/GiftOrderBatch/api/customerReferences';
import { plainClient, type PlainResponse } from '../../support/plainClient';

const ONE = { order_batch_id: 'ob_1' };
const TWO = { order_batch_id: 'ob_2' };
const OF_ONE = { body: { id: 'ob_1', send_status: 'complete', customer_reference_id: 'deal-1' } };
const OF_TWO = { body: { id: 'ob_2', send_status: 'complete' } };
const NOT_FOUND = { statusCode: 404, body: { error: 'Order batch not found' } };

const BOTH = ['deal-1', null];

test.each<[string, PlainResponse[], orders: object[], attempts: unknown[], reads: number]>([
	['its order batch, which is read once', [OF_ONE, OF_TWO], [ONE, TWO], [BOTH, BOTH], 2],
	['its order batch, in capitals or not', [OF_ONE], [ONE, { order_batch_id: 'OB_1' }], [['deal-1', 'deal-1']], 1],
	['none, where nobody names its order batch', [], [{ order_batch_id: null }, {}], [[null, null]], 0],
	['none, where the key cannot read its order batch', [NOT_FOUND], [ONE], [[null]], 1],
	['its order batch at the attempt after a failure', [{ statusCode: 400 }, OF_ONE], [ONE], ['failed', ['deal-1']], 2],
])('an order has the reference of %s', async (apiKey, responses, orders, attempts, reads) => {
	const { client, requests } = plainClient(() => responses.shift()!, {}, { apiKey });
	for (const expected of attempts) {
		const added = await addCustomerReferences(client, orders as []).catch(() => undefined);
		expect(added?.map((order) => order.customer_reference_id) ?? 'failed').toEqual(expected);
	}
	expect(requests).toHaveLength(reads);
});
