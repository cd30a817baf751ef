import type { Icon, ICredentialType } from 'n8n-workflow';

import { accountTest, apiProperties, authenticateWithKey } from './apiProperties';

/** A key of the Commerce API. */
export class GiftOrderBatchCommerceApi implements ICredentialType {
	name = 'giftOrderBatchCommerceApi';

	displayName = 'Gift Order Batch Commerce API';

	icon: Icon = {
		light: 'file:../nodes/GiftOrderBatch/giftOrderBatch.svg',
		dark: 'file:../nodes/GiftOrderBatch/giftOrderBatch.dark.svg',
	};

	documentationUrl = 'https://github.com/gift-order-batch/n8n-nodes-gift-order-batch#credentials';

	properties = apiProperties('organization/api/commerce');

	authenticate = authenticateWithKey;

	test = accountTest('Commerce API');
}
