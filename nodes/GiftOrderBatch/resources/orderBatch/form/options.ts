import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/mini';

import { choice, flag, number, wholeNumber } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';
import { cents } from '../../money';
import { waitFields, waitOptionsOf, waitSchemas } from '../waitFields';
import { areItemsRecipients } from './recipients';

const FROM_ITEMS = { show: { '/recipientsSource': ['inputItems', 'inputItemsColumns'] } };

const WITH_WAITING = 'Used only with the option Wait for Completion or the output Orders';

/** Who gets a gift, and in which order batch. */
const recipientOptions: INodeProperties[] = [
	{
		displayName: 'Allow Repeated Recipients',
		name: 'allowRepeatedRecipients',
		type: 'boolean',
		default: true,
		description:
			'Whether one run of the node may send to the same email more than once, and create the same order batch more than once. The person gets a gift each time.',
	},
	{
		displayName: 'Recipients per Batch',
		name: 'recipientsPerBatch',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: FROM_ITEMS,
		default: 500,
		description:
			'The largest number of recipients in one order batch. The node splits more input items into several order batches.',
	},
	{
		displayName: 'Skip Gifted Within Days',
		name: 'skipGiftedWithinDays',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		description:
			'Leave out everyone who got a gift from this account within this number of days. The node recognizes people by email. Failed and canceled orders do not count. Neither do pending order batches of other executions, because their orders do not exist yet. Recipients who are left out go to the error output, if the node has one. Reading the orders takes one request for each 100 orders.',
	},
	{
		displayName: 'Skip Invalid Recipients',
		name: 'skipInvalidRecipients',
		type: 'boolean',
		displayOptions: FROM_ITEMS,
		default: true,
		description:
			'Whether to send to the valid recipients and leave the others out. The others go to the error output, if the node has one.',
	},
];

/** The options that decide which order batches there are. */
export const batchOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: recipientOptions,
};

const createOptions: INodeProperties[] = [
	...recipientOptions,
	{
		displayName: 'Maximum per Recipient (USD)',
		name: 'maximumPerRecipient',
		type: 'number',
		typeOptions: { minValue: 0.01, numberPrecision: 2 },
		default: 50,
		description:
			'The most that one gift may cost in US dollars, with shipping, fees and the highest tax. The node asks the service for the price first. If a gift costs more, nothing is sent. The price does not include changes after a swap, or shipping outside the US with the International Shipping Tier Full.',
	},
	{
		displayName: 'Maximum Total (USD)',
		name: 'maximumTotal',
		type: 'number',
		typeOptions: { minValue: 0.01, numberPrecision: 2 },
		default: 500,
		description:
			'The most that this node may spend in US dollars in one execution of the workflow, over all its runs and order batches, with shipping, fees and the highest tax. The node asks the service for the prices first. If they are higher, nothing is sent. The prices do not include changes after a swap, or shipping outside the US with the International Shipping Tier Full.',
	},
	...waitFields.map((field) => ({ ...field, hint: WITH_WAITING })),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'recipients',
		options: [
			{ name: 'Order Batch', value: 'orderBatch', description: 'One item for each order batch' },
			{
				name: 'Orders',
				value: 'orders',
				description: 'One item for each order, with its gift link. Waits until the orders exist.',
			},
			{
				name: 'Recipients',
				value: 'recipients',
				description: 'One item for each recipient, with their gift link as soon as it exists',
			},
		],
		description:
			'What the node returns. Without this option: one item for each recipient if the input items are the recipients, otherwise one for each order batch.',
	},
	{
		displayName: 'Recipients Limit',
		name: 'recipientsLimit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10,
		description:
			'How many recipients this node may send to in one execution of the workflow, over all its runs and order batches. If there would be more, nothing is sent. This keeps mistakes and AI agents from spending too much.',
	},
	{
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: true,
		description: 'Whether to wait until all orders of the batch exist',
	},
];

/** How a batch is created, and what comes out of the node. */
export const createOptionsField: INodeProperties = {
	...batchOptionsField,
	options: createOptions.sort((a, b) => a.displayName.localeCompare(b.displayName)),
};

const amount = (label: string) => z.pipe(number(label, 0.01), z.transform(cents));

const schemas = {
	...waitSchemas,
	allowRepeatedRecipients: flag('Allow Repeated Recipients'),
	maximumPerRecipient: amount('Maximum per Recipient (USD)'),
	maximumTotal: amount('Maximum Total (USD)'),
	output: choice('Output', ['orderBatch', 'orders', 'recipients']),
	recipientsLimit: wholeNumber('Recipients Limit', 1),
	recipientsPerBatch: wholeNumber('Recipients per Batch', 1),
	skipGiftedWithinDays: wholeNumber('Skip Gifted Within Days', 1),
	skipInvalidRecipients: flag('Skip Invalid Recipients'),
	waitForCompletion: flag('Wait for Completion'),
};

/** What holds for an option that was not added. Amounts are in cents. */
const WITHOUT = {
	allowRepeatedRecipients: false,
	maximumPerRecipient: Infinity,
	maximumTotal: Infinity,
	recipientsLimit: Infinity,
	recipientsPerBatch: Infinity,
	skipInvalidRecipients: false,
};

/** What `createOptionsField` asks for; `Infinity` where it sets no limit, and no days where nobody is left out. */
export type CreateOptions = ReturnType<typeof createOptionsOf>;

/** Reads `createOptionsField`. @throws NodeOperationError when an option that was added has no value, or a wrong one */
export function createOptionsOf(item: ItemContext) {
	const added = item.added('options', schemas);
	const { output = areItemsRecipients(item) ? 'recipients' : 'orderBatch', waitForCompletion } = added;
	// Orders exist once the order batch is complete.
	const waits = waitForCompletion === true || output === 'orders';
	return { ...WITHOUT, ...added, output, waits, wait: waitOptionsOf(added) };
}
