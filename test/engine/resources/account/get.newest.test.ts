import { actionNode } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'account', operation: 'get' };

describe('account: get', () => {
	test('sends the commerce key and returns its app ID when the authentication is the Commerce API', async () => {
		const { json } = await node.run({ ...parameters, authentication: 'commerceApi' });

		expect(node.service.requests).toMatchObject([{ path: '/v1/me', accountName: 'commerce' }]);
		expect(json).toEqual([{ email: null, public_app_id: 'app_local_gift_shop' }]);
	});
});
