import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { ServiceClient } from './api/client';
import { asNodeError } from './api/errors';
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

/** How long a call of a running workflow may begin further attempts. */
const RETRY_BUDGET_MS = 120_000;

/** How n8n notes from which input items an output item comes. */
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
		const error = asNodeError(node, failedIndexes[0] ?? 0, thrown);
		if (!continuesOnFail) throw error;
		return failedStep(failedIndexes, error);
	};
	let client: Promise<ServiceClient> | undefined;
	const connect: Connect = async () =>
		await (client ??= ServiceClient.connect(functions, first.authentication, {
			retryBudgetMs: RETRY_BUDGET_MS,
			...(functions.getMode() === 'manual' && EDITOR_LIMITS),
			...limits,
		}));

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
	return output.map((item) => {
		const pairedItem = pairing(item.itemIndexes);
		return 'error' in item
			? errorItem(node, item.error, items.length > 1, items[item.itemIndexes[0] ?? 0]?.json ?? {}, pairedItem)
			: { json: item.json, pairedItem };
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
			'Order Batch: Create sends real gifts and spends real money. Use a credential for the sandbox first, and turn on "Validate Only" until the recipients are right. Ask Order Batch: Get Price what the gifts cost, and set "Maximum Total (USD)" and "Maximum per Recipient (USD)" in the options of Create.',
		),
		defaults: { name: 'Gift Order Batch' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: nodeCredentials,
		properties: [authenticationField, ...resourceParameters(resources, 'orderBatch')],
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
