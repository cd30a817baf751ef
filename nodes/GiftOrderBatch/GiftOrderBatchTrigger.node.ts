import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type TriggerPanelDefinition,
} from 'n8n-workflow';

import type { Limits } from './api/limits';
import { nodeHint } from './builderHints';
import { listSearch } from './methods/listSearch';
import { authenticationField, NODE_DESCRIPTION, nodeCredentials } from './nodeDescription';
import { filtersField, optionsField, simplifyField } from './resources/commonFields';
import { choicesField } from './resources/fieldTable';
import { customerReferenceOption } from './resources/order/customerReference';
import { filters, outputField } from './triggers/triggerFields';
import { Deliveries } from './triggers/webhook/delivery';
import { eventOptions } from './triggers/webhook/payload';
import { Registrations, webhookMethodsOf } from './triggers/webhook/registration';

const WHILE_BUILDING =
	'<b>While you build the workflow</b>, execute this step, and then make one of the chosen events happen: send a gift in the sandbox, or open its gift link. With automatic registration, n8n registers the Test URL until the event arrives. With manual registration, first add a webhook with the Test URL in your gifting account.<br /><br />';

/** What the editor says beside the trigger about trying it, before and after the workflow is published. */
const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive events about your gifts',
	executionsHelp: {
		inactive: `${WHILE_BUILDING}<b>When the workflow is ready</b>, publish (activate) it. Each new event then starts it at the Production URL. You can see those executions in the executions list, but not in the editor.`,
		active: `${WHILE_BUILDING}<b>The workflow is published</b>: each new event also starts it at the Production URL. You can see those executions in the <a data-key="executions">executions list</a>, but not in the editor.`,
	},
	activationHint: {
		inactive: 'When your workflow is ready, publish (activate) it. Each new event then starts it.',
		active: 'The published workflow also starts on each new event. You can see its executions in the executions list.',
	},
};

export class GiftOrderBatchTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gift Order Batch Trigger',
		name: 'giftOrderBatchTrigger',
		icon: { light: 'file:giftOrderBatch.svg', dark: 'file:giftOrderBatch.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: NODE_DESCRIPTION,
		...nodeHint(
			'Use this trigger if the service can reach n8n over the internet. Otherwise, use Gift Order Batch Polling Trigger.',
		),
		defaults: { name: 'Gift Order Batch Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: nodeCredentials,
		eventTriggerDescription: 'Make one of the chosen events happen: send a sandbox gift, or open its gift link',
		triggerPanel,
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: 'webhook' }],
		properties: [
			authenticationField.property,
			choicesField('Trigger On', 'events', eventOptions, {
				noDataExpression: true,
				required: true,
				default: ['order_batch.completed'],
				description: 'What starts the workflow',
			}).property,
			{
				displayName: 'Registration',
				name: 'registration',
				type: 'options',
				noDataExpression: true,
				default: 'automatic',
				options: [
					{
						name: 'Automatic',
						value: 'automatic',
						description:
							'Publishing the workflow registers a webhook, and unpublishing deletes it. The API key must belong to an admin.',
					},
					{ name: 'Manual', value: 'manual', description: 'You add the webhook in your gifting account' },
				],
				description: "How the service gets this trigger's URL",
			},
			{
				displayName:
					'Add the webhook once: <ul><li>Copy the Production URL from "Webhook URLs" above.</li><li>In your gifting account (organization, API, Automation or Commerce), add a webhook with that URL and the events that you chose.</li><li>Copy the signing secret shown there into "Webhook Signing Secret" of your credential.</li><li>Publish (or activate) the workflow.</li></ul>',
				name: 'registrationNotice',
				type: 'notice',
				default: '',
				displayOptions: { show: { registration: ['manual'] } },
			},
			simplifyField,
			filtersField(filters),
			optionsField({ ...customerReferenceOption, outputField }),
		],
	};

	methods = { listSearch: { searchWorkspaces: listSearch().searchWorkspaces } };

	private readonly registrations = new Registrations();

	webhookMethods = webhookMethodsOf(this.registrations);

	webhook;

	/** @param limits what differs from `DEFAULT_LIMITS` */
	constructor(limits: Partial<Limits> = {}) {
		const deliveries = new Deliveries(limits, this.registrations);
		// n8n calls it with its own context as `this`, so that a method could not see what the constructor made.
		this.webhook = async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
			const { rawBody } = this.getRequestObject() as { rawBody?: Buffer };
			const { statusCode, message, items, onStored } = await deliveries.handle(this, rawBody ?? Buffer.alloc(0));
			if (!items) {
				this.getResponseObject().status(statusCode).json({ message });
				return { noWebhookResponse: true };
			}
			return {
				workflowData: [items.map((json) => ({ json }))],
				// n8n 2.x reads the response after it has stored the execution, just before it stores the static data. It does not
				// store what was written into the static data earlier.
				get webhookResponse() {
					onStored?.();
					return { message };
				},
			};
		};
	}
}
