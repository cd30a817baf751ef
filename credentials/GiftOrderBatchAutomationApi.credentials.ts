import type { Icon, ICredentialType } from 'n8n-workflow';

import { accountTest, apiProperties, authenticateWithKey } from './apiProperties';

/** A key of the Automation API. */
export class GiftOrderBatchAutomationApi implements ICredentialType {
	name = 'giftOrderBatchAutomationApi';

	displayName = 'Gift Order Batch Automation API';

	icon: Icon = {
		light: 'file:../nodes/GiftOrderBatch/giftOrderBatch.svg',
		dark: 'file:../nodes/GiftOrderBatch/giftOrderBatch.dark.svg',
	};

	documentationUrl = 'https://github.com/gift-order-batch/n8n-nodes-gift-order-batch#credentials';

	properties = apiProperties('account/api-keys');

	authenticate = authenticateWithKey;

	test = accountTest('Automation API');
}
