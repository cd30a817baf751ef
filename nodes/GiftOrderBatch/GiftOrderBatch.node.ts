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
import { asNodeError, errorData } from './api/errors';
import { RETRY_BUDGET_MS } from './api/limits';
import { authenticationField } from './authentication';
import { searchBrands, searchProducts } from './listSearch';
import { getRecipientFields } from './resourceMapping/recipientFields';
import { resources } from './resources';
import { findOperation, resourceParameters } from './resources/defineResource';
import { ItemContext } from './resources/itemContext';
import { planSteps } from './resources/planSteps';

export class GiftOrderBatch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Gift Order Batch',
		name: 'giftOrderBatch',
		icon: { light: 'file:giftOrderBatch.svg', dark: 'file:giftOrderBatch.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send gifts to lists of recipients and follow their orders',
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
		properties: [
			authenticationField,
			...resourceParameters(resources, 'orderBatch'),
		],
	};

	methods = {
		credentialTest: { testAutomationApi, testCommerceApi },
		listSearch: { searchBrands, searchProducts },
		resourceMapping: { getRecipientFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const authentication = this.getNodeParameter('authentication', 0) as Authentication;
		const resource = this.getNodeParameter('resource', 0) as string;
		const operation = this.getNodeParameter('operation', 0) as string;
		const client = await ServiceClient.connect(this, authentication, { retryBudgetMs: RETRY_BUDGET_MS });
		const items = this.getInputData().map((_, itemIndex) => new ItemContext(this, client.forItem(itemIndex), authentication));

		const output: INodeExecutionData[] = [];
		for (const step of planSteps(findOperation(resources, resource, operation), items, this.continueOnFail())) {
			const pairedItem = step.itemIndexes.map((item) => ({ item }));
			try {
				for (const { json, itemIndexes } of await step.run()) {
					output.push({ json, pairedItem: itemIndexes?.map((item) => ({ item })) ?? pairedItem });
				}
			} catch (thrown) {
				const error = asNodeError(this.getNode(), step.itemIndexes[0] ?? 0, thrown);
				if (!this.continueOnFail()) throw error;
				output.push({ json: errorData(error), pairedItem });
			}
		}
		return [output];
	}
}
