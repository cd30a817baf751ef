import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import type { Limits } from './api/limits';
import { credentialTests, testSigningSecret } from './methods/credentialTests';
import { authenticationField } from './authenticationField';
import { outputField } from './triggers/triggerFields';
import { handleDelivery } from './triggers/delivery';

export class GiftOrderBatchTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gift Order Batch Trigger',
		name: 'giftOrderBatchTrigger',
		icon: { light: 'file:giftOrderBatch.svg', dark: 'file:giftOrderBatch.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: 'Order batch completed',
		description: 'Starts the workflow when the service reports by webhook that an order batch is complete',
		defaults: { name: 'Gift Order Batch Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'giftOrderBatchAutomationApi',
				required: true,
				displayOptions: { show: { authentication: ['automationApi'] } },
				testedBy: 'testAutomationApi',
			},
			{
				name: 'giftOrderBatchCommerceApi',
				required: true,
				displayOptions: { show: { authentication: ['commerceApi'] } },
				testedBy: 'testCommerceApi',
			},
			{
				name: 'giftOrderBatchWebhookApi',
				displayName: 'Signing Secret',
				required: false,
				// Always true. Without a rule of its own, n8n's editor offers the API credentials for it instead.
				displayOptions: { show: { '@version': [1] } },
				testedBy: 'testSigningSecret',
			},
		],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: [
			{
				displayName:
					'Register this trigger once: <ul><li>Copy the Production URL from "Webhook URLs" above.</li><li>In your gifting account (organization, API, automation or commerce), add a webhook with that URL for the event order_batch.completed.</li><li>Copy the signing secret shown there into a credential under "Signing Secret" above.</li><li>Publish (or activate) the workflow.</li></ul>',
				name: 'registrationNotice',
				type: 'notice',
				default: '',
			},
			authenticationField,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [outputField],
			},
		],
	};

	methods = {
		credentialTest: { ...credentialTests(), testSigningSecret },
	};

	// The interface has no registration of webhooks: the user looks after it in the service's dashboard.
	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	webhook;

	/** @param limits what differs from `DEFAULT_LIMITS` */
	constructor(limits: Partial<Limits> = {}) {
		// n8n calls it with its own context as `this`, so that a method could not see the limits.
		this.webhook = async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
			const { rawBody } = this.getRequestObject() as { rawBody?: Buffer };
			const outcome = await handleDelivery(this, rawBody ?? Buffer.alloc(0), limits);
			this.getResponseObject().status(outcome.statusCode).json({ message: outcome.message });
			// n8n 2.x keeps what webhook() wrote into the static data only if the answer is sent before the workflow starts.
			return {
				noWebhookResponse: true,
				...(outcome.items && { workflowData: [outcome.items.map((json) => ({ json }))] }),
			};
		};
	}
}
