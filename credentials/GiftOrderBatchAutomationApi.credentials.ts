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

	properties = apiProperties(
		'To create a key, <a href="https://www.ongoody.com" target="_blank">sign in to your gifting account</a>, open the account menu, then choose API keys.',
	);

	authenticate = authenticateWithKey;

	test = accountTest({ displayName: 'Automation API', field: 'email', other: 'Commerce API' });
}
