import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import type { ServiceClient } from './api/client';
import { connectToService } from './connect';
import { asNodeError } from './nodeErrors';
import { asServiceError } from './api/errors';
import { EDITOR_LIMITS, type Limits } from './api/limits';
import { nodeHint } from './builderHints';
import { authenticationField, NODE_DESCRIPTION, nodeCredentials } from './nodeDescription';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';
import { errorItem } from './resources/errorItem';
import { getRecipientFields } from './methods/resourceMapping';
import { resources } from './resources';
import { findOperation, operationSubtitle, resourceParameters } from './resources/defineResource';
import { ItemContext } from './resources/itemContext';
import { failedStep, type Connect, type OutputItem, type Step } from './resources/operation';

/** n8n's notation for the input items that an output item comes from. */
const pairing = (itemIndexes: number[]): INodeExecutionData['pairedItem'] =>
	itemIndexes.length === 1 ? { item: itemIndexes[0] as number } : itemIndexes.map((item) => ({ item }));

/** Does the work for all input items: plans it, runs the steps in order, and goes on after failures if the node is set to. */
async function runItems(functions: IExecuteFunctions, limits: Partial<Limits>): Promise<INodeExecutionData[]> {
	const items = functions.getInputData().map((_, itemIndex) => new ItemContext(functions, itemIndex));
	const [first] = items;
	if (!first) return [];
	const { node, continuesOnFail } = first;
	const itemIndexes = items.map(({ itemIndex }) => itemIndex);
	const failed = (thrown: unknown, failedIndexes: number[]): Step => {
		if (!continuesOnFail) throw asNodeError(node, failedIndexes[0] ?? 0, thrown);
		return failedStep(failedIndexes, asServiceError(thrown));
	};
	let client: Promise<ServiceClient> | undefined;
	const connect: Connect = async () =>
		await (client ??= connectToService(
			functions,
			{ retryBudgetMs: 120_000, ...(functions.getMode() === 'manual' && EDITOR_LIMITS), ...limits },
			items.length,
		));

	const planned = async () => {
		const [resource, operation] = ['resource', 'operation'].map((name) => String(functions.getNodeParameter(name, 0)));
		return await findOperation(resources, resource as string, operation as string).plan(items, connect);
	};
	const steps = await planned().catch((error: unknown) => [failed(error, itemIndexes)]);

	const output: Array<Required<OutputItem>> = [];
	for (const step of steps) {
		const made = await step
			.run(connect)
			.catch(async (error: unknown) => await failed(error, step.itemIndexes).run(connect));
		for (const item of made) output.push({ itemIndexes: step.itemIndexes, ...item });
	}
	// Nodes such as Merge may go by position, and would give a gift link to somebody else. And a loop over the error output then
	// cuts the same items into the same order batches.
	output.sort((one, other) => (one.itemIndexes[0] as number) - (other.itemIndexes[0] as number));
	return output.map((item) => {
		const pairedItem = pairing(item.itemIndexes);
		if ('json' in item) return { json: item.json, pairedItem };
		const failedItem = items[item.itemIndexes[0] ?? 0] ?? first;
		const error = asNodeError(node, failedItem.itemIndex, item.error);
		return errorItem(failedItem, error, items.length > 1, pairedItem);
	});
}

export class GiftOrderBatch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gift Order Batch',
		name: 'giftOrderBatch',
		icon: { light: 'file:giftOrderBatch.svg', dark: 'file:giftOrderBatch.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle(resources),
		description: NODE_DESCRIPTION,
		...nodeHint(
			'Order Batch: Create sends real gifts and spends real money. Start with a sandbox credential, and turn on "Validate Only" until the recipients are right. Check the price with Order Batch: Get Price, and set the options "Maximum Total (USD)" and "Maximum per Recipient (USD)".',
		),
		defaults: { name: 'Gift Order Batch' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: {
			replacements: {
				description:
					'Order Batch: Create sends real gifts and spends real money each time the agent calls it. Set its limits first.',
			},
		},
		credentials: nodeCredentials,
		properties: [authenticationField.property, ...resourceParameters(resources, 'orderBatch')],
	};

	methods;

	execute;

	/** @param limits what differs from those of a running workflow, and from `EDITOR_LIMITS` in the editor */
	constructor(limits: Partial<Limits> = {}) {
		this.methods = {
			listSearch: listSearch(limits),
			loadOptions: loadOptions(limits),
			resourceMapping: { getRecipientFields },
		};
		// n8n calls it with its own context as `this`, so that a method could not see the limits.
		this.execute = async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [await runItems(this, limits)];
		};
	}
}
