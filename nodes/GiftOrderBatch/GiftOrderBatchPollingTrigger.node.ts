import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { credentialTests } from './methods/credentialTests';
import { authenticationField } from './authenticationField';
import { outputField } from './triggers/triggerFields';
import { pollOrderBatches } from './triggers/polling';

export class GiftOrderBatchPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gift Order Batch Polling Trigger',
		name: 'giftOrderBatchPollingTrigger',
		icon: { light: 'file:giftOrderBatch.svg', dark: 'file:giftOrderBatch.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["watch"] === "account" ? "All order batches of the account" : "Listed order batches" }}',
		description:
			'Starts the workflow when an order batch has become complete, failed or canceled, without a public address',
		defaults: { name: 'Gift Order Batch Polling Trigger' },
		polling: true,
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
		],
		properties: [
			authenticationField,
			{
				displayName: 'Watch',
				name: 'watch',
				type: 'options',
				noDataExpression: true,
				default: 'orderBatches',
				options: [
					{
						name: 'Account',
						value: 'account',
						description: 'All order batches of the account, where the service can list them',
					},
					{ name: 'Order Batches', value: 'orderBatches', description: 'The order batches with the IDs that you give' },
				],
				description: 'Which order batches can start the workflow',
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
					'One or more IDs, separated by commas, or an expression that gives a list. Each batch starts the workflow once.',
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					{
						displayName: 'Emit On',
						name: 'emitOn',
						type: 'multiOptions',
						default: ['complete', 'failed', 'canceled'],
						options: [
							{ name: 'Canceled', value: 'canceled' },
							{ name: 'Complete', value: 'complete' },
							{ name: 'Failed', value: 'failed' },
						],
						description: 'The final states that start the workflow',
					},
					outputField,
				],
			},
		],
	};

	methods = {
		credentialTest: credentialTests(),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const items = await pollOrderBatches(this);
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	}
}
