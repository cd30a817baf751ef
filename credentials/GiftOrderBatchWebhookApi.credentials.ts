import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The secret that signs the webhooks of the service. The webhook trigger tests its format. */
export class GiftOrderBatchWebhookApi implements ICredentialType {
	name = 'giftOrderBatchWebhookApi';

	displayName = 'Gift Order Batch Webhook Signing Secret API';

	icon: Icon = {
		light: 'file:../nodes/GiftOrderBatch/giftOrderBatch.svg',
		dark: 'file:../nodes/GiftOrderBatch/giftOrderBatch.dark.svg',
	};

	documentationUrl = 'https://github.com/gift-order-batch/n8n-nodes-gift-order-batch#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'whsec_...',
			description:
				'The secret that your gifting account shows for the webhook. While you replace it, enter the new and the old one, separated by a space.',
		},
	];
}
