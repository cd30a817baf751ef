import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import type { Authentication } from './api/authentication';
import { ServiceClient } from './api/client';
import { testAutomationApi, testCommerceApi } from './api/credentialTest';
import { withCreated } from './resources/orderBatch/create/errors';
import { asNodeError, errorData } from './api/errors';
import { RETRY_BUDGET_MS } from './api/limits';
import { authenticationField } from './authentication';
import { searchBrands, searchProducts } from './listSearch/catalogue';
import { getRecipientFields } from './resourceMapping/recipientFields';
import { resources } from './resources';
import {
	findOperation,
	operationSubtitle,
	resourceParameters,
	type OutputItem,
	type Step,
} from './resources/defineResource';
import { ItemContext } from './resources/itemContext';
import {
	beginMemory,
	createdOrderBatches,
	mayHaveCreated,
	rememberedCreations,
} from './resources/orderBatch/create/nodeMemory';
import { PlannedCreations } from './resources/orderBatch/create/plannedCreations';
import { planSteps } from './resources/planSteps';
import { continuesOnFail, isTool } from './toolUse';

/** How n8n notes from which input items an output item comes. */
const pairing = (itemIndexes: number[]): INodeExecutionData['pairedItem'] =>
	itemIndexes.length === 1 ? { item: itemIndexes[0] as number } : itemIndexes.map((item) => ({ item }));

/** What the node will do, as its parameters say. @throws NodeApiError or NodeOperationError when that cannot be known */
async function planItems(
	functions: IExecuteFunctions,
	itemIndexes: number[],
	planned: PlannedCreations,
): Promise<Step[]> {
	const [authentication, resource, operation] = ['authentication', 'resource', 'operation'].map((name) =>
		functions.getNodeParameter(name, 0),
	) as [Authentication, string, string];
	const client = await ServiceClient.connect(functions, authentication, { retryBudgetMs: RETRY_BUDGET_MS });
	const items = itemIndexes.map(
		(itemIndex) => new ItemContext(functions, client.forItem(itemIndex), authentication, planned),
	);
	return planSteps(findOperation(resources, resource, operation), items, continuesOnFail(functions));
}

/** The one loop over the input items: does what is planned for them, pairs what comes out, and goes on after failures if it is to. */
async function runItems(functions: IExecuteFunctions, planned: PlannedCreations): Promise<INodeExecutionData[]> {
	const itemIndexes = functions.getInputData().map((_, itemIndex) => itemIndex);
	const output: Array<Required<OutputItem>> = [];
	const fail = (thrown: unknown, failed: number[]): void => {
		const error = asNodeError(functions.getNode(), failed[0] ?? 0, thrown);
		if (!continuesOnFail(functions))
			throw withCreated(error, createdOrderBatches(functions), mayHaveCreated(functions));
		for (const item of failed) output.push({ error, itemIndexes: [item] });
	};

	let steps: Step[] = [];
	try {
		steps = await planItems(functions, itemIndexes, planned);
	} catch (error) {
		fail(error, itemIndexes);
	}
	for (const step of steps) {
		try {
			for (const item of await step.run()) output.push({ itemIndexes: step.itemIndexes, ...item });
		} catch (error) {
			fail(error, step.itemIndexes);
		}
	}
	const hasSent = !isTool(functions) && createdOrderBatches(functions).length > 0;
	return output.map((item) => ({
		json: 'error' in item ? errorData(item.error, hasSent) : item.json,
		pairedItem: pairing(item.itemIndexes),
	}));
}

export class GiftOrderBatch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gift Order Batch',
		name: 'giftOrderBatch',
		icon: { light: 'file:giftOrderBatch.svg', dark: 'file:giftOrderBatch.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle(resources),
		description: 'Send gifts to lists of recipients, which spends real money, and follow their orders',
		defaults: { name: 'Gift Order Batch' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
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
		properties: [authenticationField, ...resourceParameters(resources, 'orderBatch')],
	};

	methods = {
		credentialTest: { testAutomationApi, testCommerceApi },
		listSearch: { searchBrands, searchProducts },
		resourceMapping: { getRecipientFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// A retry of this execution looks for it, wherever this one fails.
		await beginMemory(this);
		const planned = new PlannedCreations(rememberedCreations(this));
		try {
			return [await runItems(this, planned)];
		} finally {
			planned.end();
		}
	}
}
