import { useService } from '../../dev/harness/serviceClient';
import { readText } from '../support/project';
import { fieldsOf } from '../support/schemas';

const page = readText('docs/http-request.md');
const service = useService();

test('the body that docs/http-request.md shows creates an order batch, once', async () => {
	const [, body = ''] = /```json\n([^]*?)```/.exec(page) ?? [];
	const [, placeholder = ''] = /"product_id": "([^"]+)"/.exec(body) ?? [];
	const [, path = ''] = /https:\/\/api\.sandbox\.ongoody\.com(\/\S+)`/.exec(page) ?? [];
	const { samples } = service().service;
	const post = async () => await service().post(path, JSON.parse(body.replace(placeholder, samples.productId)));

	const [first, second] = [await post(), await post()];

	expect(first).toMatchObject({ status: 201, data: { customer_reference_id: 'deal-4711', send_status: 'complete' } });
	expect(second.status).toBeGreaterThanOrEqual(400);
	expect(service().service.orderBatches()).toHaveLength(1);
});

test('docs/http-request.md says of every field of the body where it is in the node', () => {
	const [, table = ''] = /^\| Field of the body [^\n]*\n((?:\|.*\n)+)/m.exec(page) ?? [];
	const named = table
		.split('\n')
		.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));

	expect(named.sort()).toEqual(fieldsOf('OrderBatchInput'));
});
