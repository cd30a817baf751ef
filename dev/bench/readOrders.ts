import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { INode } from 'n8n-workflow';

import { itemsOf } from '../n8n/n8nClient';
import { installN8n } from '../n8n/install';
import { byId, giftNode, manualWorkflow, node } from '../harness/workflows';
import { measureAlternately } from './measure';
import type { Result } from './report';
import { LATENCY_MS, type Setting } from './setting';

const ORDERS = 10_000;
const CONCURRENCY = 8;

/** How a builder reads a list without our node: HTTP Request with its own pagination, and Split Out. */
function httpRequestNodes({ credential, service }: Setting, orderBatchId: string): INode[] {
	const request = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
		url: `${service.baseUrl}/v1/order_batches/${orderBatchId}/orders`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credential.type,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'per_page', value: '100' }] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
					paginationCompleteWhen: 'other',
					completeExpression: '={{ $pageCount * 100 >= $response.body.list_meta.total_count }}',
				},
			},
		},
	});
	return [
		{ ...request, credentials: { [credential.type]: { id: credential.id, name: credential.name } } },
		node('Split Out', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'data', options: {} }),
	];
}

/** Runs the nodes in n8n and returns what n8n says that they took, in milliseconds. */
async function timeInN8n({ client }: Setting, name: string, nodes: INode[]): Promise<number> {
	const workflow = await client.createWorkflow(manualWorkflow(name, ...nodes));
	const execution = await client.finishedExecution(await client.run(workflow, 'Start'));
	const orders = itemsOf(execution, nodes.at(-1)!.name).length;
	if (orders !== ORDERS) throw new Error(`${name} read ${orders} orders instead of ${ORDERS}`);
	const { runData } = execution.data.resultData;
	return nodes.reduce((sum, { name: nodeName }) => sum + (runData[nodeName]?.[0]?.executionTime ?? NaN), 0);
}

async function timeIdealSchedule({ service }: Setting, orderBatchId: string): Promise<number> {
	const { node: nodeProgram } = await installN8n('newest');
	const address = `${service.baseUrl}/v1/order_batches/${orderBatchId}/orders`;
	const script = [`${__dirname}/idealSchedule.mjs`, address, service.keys.automation, String(CONCURRENCY)];
	return Number((await promisify(execFile)(nodeProgram, script)).stdout);
}

/** Reading a long list: our node, n8n's own way, and the least that the same requests can take. */
export async function readOrders(setting: Setting): Promise<Result> {
	const orderBatchId = await setting.createBatch(ORDERS);
	const ours = [
		giftNode('Orders', setting.credential, {
			resource: 'order',
			operation: 'getAll',
			orderBatchId: byId(orderBatchId),
			returnAll: true,
			simplify: false,
		}),
	];
	const theirs = httpRequestNodes(setting, orderBatchId);
	const samples = await measureAlternately({
		ours: () => timeInN8n(setting, 'Our node', ours),
		theirs: () => timeInN8n(setting, 'HTTP Request', theirs),
		ideal: () => timeIdealSchedule(setting, orderBatchId),
	});
	return {
		title: `Reading ${ORDERS} orders`,
		method:
			'The time that n8n records for the nodes. HTTP Request uses its own pagination with 100 orders a page, followed by Split ' +
			`Out. The ideal schedule sends the same requests, ${CONCURRENCY} at a time, with nothing but Node's own http, and parses ` +
			`the responses. The service takes ${LATENCY_MS} ms for each response. By a profile of n8n, it waits for three fifths of the ` +
			'time. About half of what the node takes longer than the schedule is that n8n opens a connection for each request.',
		rows: [
			{ label: 'Gift Order Batch, Order: Get Many', samples: samples.ours, unit: 'ms' },
			{ label: 'HTTP Request and Split Out', samples: samples.theirs, unit: 'ms' },
			{ label: 'Ideal schedule', samples: samples.ideal, unit: 'ms' },
		],
		verdicts: [
			{ label: 'times faster than HTTP Request', value: samples.theirs.median / samples.ours.median, atLeast: 6 },
			{ label: 'times the ideal schedule', value: samples.ours.median / samples.ideal.median, atMost: 1.1 },
		],
	};
}
