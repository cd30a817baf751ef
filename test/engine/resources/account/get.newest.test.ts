import { actionNode } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'account', operation: 'get' };

describe('account: get', () => {
	test('asks for each input item whose key it is, and returns the email address of an automation key', async () => {
		const { outputs } = await node.run(parameters, { items: [{}, {}] });

		const request = { method: 'GET', path: '/v1/me', query: {}, body: null, accountName: 'automation' };
		expect(node.service.requests).toMatchObject([request, request]);
		const json = { email: 'avery.stone@example.com', public_app_id: null };
		expect(outputs).toEqual([[0, 1].map((item) => ({ json, pairedItem: { item } }))]);
	});

	test('sends the commerce key and returns its app ID when the authentication is the Commerce API', async () => {
		const { json } = await node.run({ ...parameters, authentication: 'commerceApi' });

		expect(node.service.requests).toMatchObject([{ path: '/v1/me', accountName: 'commerce' }]);
		expect(json).toEqual([{ email: null, public_app_id: 'app_local_gift_shop' }]);
	});
});
