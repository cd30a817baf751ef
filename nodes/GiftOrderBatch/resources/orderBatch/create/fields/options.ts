import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Patience } from '../../../../api/waitForCompletion';
import type { ItemContext } from '../../../itemContext';
import { patienceOf, waitFields } from '../../waitFields';

const FROM_ITEMS = { show: { '/recipientsSource': ['inputItems'] } };

const WITH_WAITING = 'Only with the option Wait for Completion, or with the output Orders.';

/** How a batch is created, and what comes out of the node. */
export const createOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		...waitFields.map((field) => ({ ...field, hint: WITH_WAITING })),
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			default: 'orderBatch',
			options: [
				{ name: 'Order Batch', value: 'orderBatch', description: 'One item for each order batch' },
				{
					name: 'Orders',
					value: 'orders',
					description: 'One item for each order, with its gift link. Waits until the orders exist.',
				},
			],
			description: 'What comes out of the node',
		},
		{
			displayName: 'Recipients Limit',
			name: 'recipientsLimit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10,
			description:
				'How many recipients this node may send to in one execution of the workflow, all its runs and batches together. If there would be more, nothing is sent. It keeps mistakes, and AI agents, from spending too much.',
		},
		{
			displayName: 'Recipients per Batch',
			name: 'recipientsPerBatch',
			type: 'number',
			typeOptions: { minValue: 1 },
			displayOptions: FROM_ITEMS,
			default: 500,
			description: 'How many recipients an order batch holds at most. More input items make several batches.',
		},
		{
			displayName: 'Skip Invalid Recipients',
			name: 'skipInvalidRecipients',
			type: 'boolean',
			displayOptions: FROM_ITEMS,
			default: false,
			description:
				'Whether to send to the valid recipients and leave the others out. Those go to the error output, if the node has one.',
		},
		{
			displayName: 'Validate Only',
			name: 'validateOnly',
			type: 'boolean',
			default: false,
			description: 'Whether to check the input and show the requests without sending anything',
		},
		{
			displayName: 'Wait for Completion',
			name: 'waitForCompletion',
			type: 'boolean',
			default: false,
			description: 'Whether to wait until all orders of the batch exist',
		},
	],
};

/** What `createOptionsField` asks for. */
export interface CreateOptions {
	/** How long to wait for the batch; undefined for not at all. */
	patience?: Patience;
	output: 'orderBatch' | 'orders';
	/** `Infinity` for all recipients in one batch. */
	recipientsPerBatch: number;
	/** `Infinity` for any number. */
	recipientsLimit: number;
	skipInvalidRecipients: boolean;
	validateOnly: boolean;
}

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 1;

/** What is wrong with the options. An option that guards money is there to be obeyed, also when its value is empty. */
function problemsOf(options: IDataObject): string[] {
	const problems: Array<[boolean, string]> = [
		[
			options.recipientsPerBatch !== undefined && !isCount(options.recipientsPerBatch),
			'Recipients per Batch must be a whole number of at least 1',
		],
		[
			'recipientsLimit' in options && !isCount(options.recipientsLimit),
			'Recipients Limit must be a whole number of at least 1',
		],
		['validateOnly' in options && typeof options.validateOnly !== 'boolean', 'Validate Only must be true or false'],
	];
	return problems.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
}

/** Reads `createOptionsField`. @throws NodeOperationError when a value is not what it must be */
export function createOptionsOf(item: ItemContext): CreateOptions {
	const options: IDataObject = item.collection('options');
	const problems = problemsOf(options);
	if (problems.length > 0) item.refuse(problems);
	const patience = patienceOf(item, options);
	const output = options.output === 'orders' ? 'orders' : 'orderBatch';
	return {
		patience: options.waitForCompletion === true || output === 'orders' ? patience : undefined,
		output,
		recipientsPerBatch: Number(options.recipientsPerBatch ?? Infinity),
		recipientsLimit: Number(options.recipientsLimit ?? Infinity),
		skipInvalidRecipients: options.skipInvalidRecipients === true,
		validateOnly: options.validateOnly === true,
	};
}
