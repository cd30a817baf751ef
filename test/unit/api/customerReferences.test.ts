import { addCustomerReferences } from '../../../nodes/GiftOrderBatch/api/customerReferences';
import { plainClient } from '../../support/plainClient';

test('an order whose order batch nobody names has no reference, and the service is not asked', async () => {
	const { client, requests } = plainClient(() => ({
		body: { id: 'ob_1', send_status: 'complete', customer_reference_id: 'deal-1' },
	}));
	const orders = [{ id: '1', order_batch_id: 'ob_1' }, { id: '2', order_batch_id: null }, { id: '3' }];
	const references = (await addCustomerReferences(client, orders)).map((order) => order.customer_reference_id);

	expect(references).toEqual(['deal-1', null, null]);
	expect(requests).toHaveLength(1);
});
