import { actionNode } from '../../../support/actionNode';
import { testFailures } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'account', operation: 'get' };

describe('account: get', () => {
	test('asks whose key it is and returns the email address of an automation key', async () => {
		const { outputs } = await node.run(parameters);

		expect(node.service.requests).toEqual([
			expect.objectContaining({ method: 'GET', path: '/v1/me', query: {}, body: null, accountName: 'automation' }),
		]);
		expect(outputs).toEqual([
			[{ json: { email: 'avery.stone@example.com', public_app_id: null }, pairedItem: { item: 0 } }],
		]);
	});

	test('sends the commerce key and returns its app ID when the authentication is the Commerce API', async () => {
		const { json } = await node.run({ ...parameters, authentication: 'commerceApi' });

		expect(node.service.requests).toEqual([expect.objectContaining({ path: '/v1/me', accountName: 'commerce' })]);
		expect(json).toEqual([{ email: null, public_app_id: 'app_local_gift_shop' }]);
	});

	test('asks once for each input item', async () => {
		const { outputs } = await node.run(parameters, { items: [{}, {}, {}] });

		expect(node.service.requests).toHaveLength(3);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('uses a key that was copied with white space around it', async () => {
		const { json } = await node.run(parameters, {
			credentials: node.credentials(` ${node.service.keys.automation}\n`),
		});

		expect(json).toEqual([expect.objectContaining({ email: 'avery.stone@example.com' })]);
	});

	testFailures(node, { parameters: () => parameters, path: '/v1/me' });
});
