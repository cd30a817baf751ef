import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { nodeHint } from './builderHints';
import { listSearch } from './methods/listSearch';
import { authenticationField, nodeCredentials } from './nodeDescription';
import { optionsField, simplifyField } from './resources/commonFields';
import { customerReferenceField } from './resources/order/customerReference';
import { activityStatuses } from './resources/orderActivity/activity';
import { outputField, triggerFiltersField } from './triggers/triggerFields';
import type { Limits } from './api/limits';
import { Polling } from './triggers/polling/poll';

export class GiftOrderBatchPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gift Order Batch Polling Trigger',
		name: 'giftOrderBatchPollingTrigger',
		icon: { light: 'file:giftOrderBatch.svg', dark: 'file:giftOrderBatch.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ { account: "All order batches", orderBatches: "Certain order batches", orders: "Orders" }[$parameter["watch"]] }}',
		description: 'Starts the workflow when gifts are opened, shipped or delivered, or when order batches complete',
		...nodeHint(
			'Use it where the service cannot reach n8n from the internet. Elsewhere, Gift Order Batch Trigger starts sooner and for more kinds of events.',
		),
		defaults: { name: 'Gift Order Batch Polling Trigger' },
		polling: true,
		triggerPanel: {
			header: 'Look for order batches and orders',
			executionsHelp:
				'<b>While you build the workflow</b>, execute this step. It shows what has happened so far, at most 10 events, and remembers none of it. If nothing is shown, send a gift in the sandbox first.<br /><br /><b>When the workflow is ready</b>, publish (activate) it. It then looks at the poll times, and starts once for each new event. You find those executions in the executions list, not in the editor.',
			activationHint: 'When your workflow is ready, publish (activate) it. It then starts once for each new event.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: nodeCredentials,
		properties: [
			authenticationField,
			{
				displayName: 'Watch',
				name: 'watch',
				type: 'options',
				noDataExpression: true,
				default: 'account',
				options: [
					{
						name: 'All Batches of the Account',
						value: 'account',
						description: 'Every order batch of the account, if the service can list them',
					},
					{
						name: 'Certain Batches (by ID)',
						value: 'orderBatches',
						description: 'The order batches with the IDs that you enter',
					},
					{
						name: 'Orders of the Account',
						value: 'orders',
						description:
							'Each new status of an order, such as opened, shipped or delivered, if the service can list them',
					},
				],
				description: 'Whether order batches, or what happens to orders, can start the workflow',
			},
			{
				displayName: 'Order Batch IDs',
				name: 'orderBatchIds',
				type: 'string',
				default: '',
				required: true,
				displayOptions: { show: { watch: ['orderBatches'] } },
				placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000',
				description:
					'One or more IDs, separated by commas, or an expression that returns a list. Each batch starts the workflow once.',
			},
			{
				displayName: 'Order Statuses',
				name: 'orderStatuses',
				type: 'multiOptions',
				default: ['opened', 'paid', 'shipped', 'delivered'],
				displayOptions: { show: { watch: ['orders'] } },
				options: activityStatuses,
				description: 'The new statuses of an order that start the workflow. If you choose none, every new status does.',
				hint: 'For accepted gifts and thank-you notes, use the Gift Order Batch Trigger: the service does not list them',
			},
			simplifyField,
			triggerFiltersField,
			optionsField(
				customerReferenceField,
				{
					displayName: 'Emit On',
					name: 'emitOn',
					type: 'multiOptions',
					displayOptions: { show: { '/watch': ['account', 'orderBatches'] } },
					default: ['complete', 'failed', 'canceled'],
					options: [
						{ name: 'Canceled', value: 'canceled' },
						{ name: 'Complete', value: 'complete' },
						{ name: 'Failed', value: 'failed' },
					],
					description: 'The final states that start the workflow',
				},
				{ ...outputField, displayOptions: { show: { '/watch': ['account', 'orderBatches'] } } },
			),
		],
	};

	methods = { listSearch: { searchWorkspaces: listSearch().searchWorkspaces } };

	poll;

	/** @param limits what differs from `DEFAULT_LIMITS` */
	constructor(limits: Partial<Limits> = {}) {
		const polling = new Polling(limits);
		// n8n calls it with its own context as `this`, so that a method could not see what the constructor made.
		this.poll = async function (this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
			return await polling.poll(this);
		};
	}
}
