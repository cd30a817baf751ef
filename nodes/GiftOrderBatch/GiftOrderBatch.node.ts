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
import { asNodeError, errorData, inputError } from './api/errors';
import { authenticationField } from './authentication';
import { searchBrands, searchProducts } from './listSearch';
import { resources } from './resources';
import { findOperation, resourceParameters } from './resources/defineResource';
import { ItemContext } from './resources/itemContext';

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
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const output: INodeExecutionData[] = [];
		const authentication = this.getNodeParameter('authentication', 0) as Authentication;
		let client: ServiceClient | undefined;

		for (let itemIndex = 0; itemIndex < items.length; itemIndex++) {
			try {
				client ??= await ServiceClient.connect(this, authentication, itemIndex);
				const resource = this.getNodeParameter('resource', itemIndex) as string;
				const operation = this.getNodeParameter('operation', itemIndex) as string;
				const found = findOperation(resources, resource, operation);
				if (!found) throw inputError(this.getNode(), itemIndex, [`There is no operation "${operation}" of the resource "${resource}"`]);

				const data = await found.run(new ItemContext(this, itemIndex, client.forItem(itemIndex), authentication));
				const pairedItem = { item: itemIndex };
				for (const json of Array.isArray(data) ? data : [data]) output.push({ json, pairedItem });
			} catch (error) {
				const nodeError = asNodeError(this.getNode(), itemIndex, error);
				if (!this.continueOnFail()) throw nodeError;
				output.push({ json: errorData(nodeError), error: nodeError, pairedItem: { item: itemIndex } });
			}
		}
		return [output];
	}
}
