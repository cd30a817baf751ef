import { actionNode } from '../../../support/actionNode';

const node = actionNode();

test('account: get sends the commerce key and returns its app ID when the authentication is the Commerce API', async () => {
	const { json } = await node.run({ resource: 'account', operation: 'get', authentication: 'commerceApi' });
	expect(node.service.requests).toMatchObject([{ path: '/v1/me', accountName: 'commerce' }]);
	expect(json).toEqual([{ email: null, public_app_id: 'app_local_gift_shop' }]);
});
