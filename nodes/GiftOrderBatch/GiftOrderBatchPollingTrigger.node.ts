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
import { withNodeErrors } from './nodeErrors';
import { filtersField, optionsField, simplifyField } from './resources/commonFields';
import { textProperty } from './resources/fieldTable';
import { customerReferenceOption } from './resources/order/customerReference';
import { emitOn, filters, forOrderBatches, outputField } from './triggers/triggerFields';
import type { Limits } from './api/limits';
import { orderStatusesField } from './triggers/polling/orderActivities';
import { Polling, watchField } from './triggers/polling/poll';

export class GiftOrderBatchPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gift Order Batch Polling Trigger',
		name: 'giftOrderBatchPollingTrigger',
		icon: { light: 'file:giftOrderBatch.svg', dark: 'file:giftOrderBatch.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ { account: "All order batches", orderBatches: "Specific order batches", orders: "Orders" }[$parameter["watch"]] }}',
		description: 'Starts the workflow when gifts are opened, shipped or delivered, or when order batches are finished',
		...nodeHint(
			'Use this trigger if the service cannot reach n8n over the internet. Otherwise, use Gift Order Batch Trigger, which starts sooner and for more kinds of events.',
		),
		defaults: { name: 'Gift Order Batch Polling Trigger' },
		polling: true,
		triggerPanel: {
			header: 'Check for new events',
			executionsHelp:
				'<b>While you build the workflow</b>, click <b>Fetch Test Event</b>. It shows up to 10 events that have already happened, and does not remember them. If it shows nothing, send a sandbox gift first.<br /><br /><b>When the workflow is ready</b>, publish (activate) it. It then checks at the poll times and starts once for each new event. You can see those executions in the executions list, but not in the editor.',
			activationHint: 'When your workflow is ready, publish (activate) it. It then starts once for each new event.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: nodeCredentials,
		properties: [
			authenticationField.property,
			watchField.property,
			textProperty('Order Batch IDs', 'orderBatchIds', '123e4567-e89b-42d3-a456-426614174000', {
				required: true,
				displayOptions: { show: { watch: ['orderBatches'] } },
				description:
					'One or more IDs, separated by commas, or an expression that returns a list. Each order batch starts the workflow once.',
			}),
			orderStatusesField.property,
			simplifyField,
			filtersField(filters),
			optionsField({
				...customerReferenceOption,
				emitOn,
				output: { property: { ...outputField.property, ...forOrderBatches } },
			}),
		],
	};

	methods = { listSearch: { searchWorkspaces: listSearch().searchWorkspaces } };

	poll;

	/** @param limits what differs from `DEFAULT_LIMITS` */
	constructor(limits: Partial<Limits> = {}) {
		const polling = new Polling(limits);
		// n8n calls it with its own context as `this`, so that a method could not see what the constructor made.
		this.poll = async function (this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
			return await withNodeErrors(this.getNode(), async () => await polling.poll(this));
		};
	}
}
