import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';

import type { Workflow } from '../n8n/n8nClient';
import { memoryOf, peakMemoryOf, resetPeakMemory } from '../n8n/processState';
import { byId, chain, giftNode, node, webhookNode } from '../harness/workflows';
import { exponentOf, RUNS, summarize, type Samples } from './measure';
import type { Result, Row } from './report';
import type { Setting } from './setting';

const SIZES = [100, 1_000, 10_000, 100_000];
const PATH = 'growth';
const MEGABYTE = 1e6;
const REQUEST_TIMEOUT_MS = 120_000;

interface Measurement {
	ms: number;
	megabytes: number;
	requests: number;
}

interface Reading {
	ms: number;
	lastId: string;
}

/** Reads the orders of the batch that a webhook names and responds with how long that took; n8n stores nothing of it. */
async function activateReader({ client, credential }: Setting): Promise<Workflow> {
	const now = (name: string, value: string, field: string) => ({
		id: name,
		name: field,
		type: 'number',
		value,
	});
	const reader = chain(
		'Growth',
		webhookNode('Start', PATH),
		node('Clock', 'n8n-nodes-base.set', 3.4, {
			assignments: { assignments: [now('1', '={{ Date.now() }}', 'startedAt')] },
			options: {},
		}),
		giftNode('Orders', credential, {
			resource: 'order',
			operation: 'getAll',
			orderBatchId: byId("={{ $('Start').first().json.body.orderBatchId }}"),
			returnAll: true,
			simplify: false,
		}),
		node('Last', 'n8n-nodes-base.limit', 1, { maxItems: 1, keep: 'lastItems' }),
		node('Answer', 'n8n-nodes-base.set', 3.4, {
			assignments: {
				assignments: [
					now('2', "={{ Date.now() - $('Clock').first().json.startedAt }}", 'ms'),
					{ id: '3', name: 'lastId', type: 'string', value: '={{ $json.id }}' },
				],
			},
			options: {},
		}),
	);
	const workflow = await client.createWorkflow({
		...reader,
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	});
	await client.activate(workflow);
	return workflow;
}

async function read({ n8n }: Setting, orderBatchId: string): Promise<Reading> {
	for (const deadline = Date.now() + REQUEST_TIMEOUT_MS; ; await sleep(200)) {
		const { status, data } = await axios.post<Reading>(
			`${n8n.baseUrl}/webhook/${PATH}`,
			{ orderBatchId },
			{ proxy: false, validateStatus: null, timeout: REQUEST_TIMEOUT_MS },
		);
		// The newest n8n registers webhooks some time after it responds.
		if (status === 200) return data;
		if (status !== 404 || Date.now() > deadline)
			throw new Error(`n8n responded with ${status}: ${JSON.stringify(data)}`);
	}
}

/** Starts n8n anew, so that no run finds memory that another has left, and lets it read a short list to warm up. */
async function measure(setting: Setting, orderBatchId: string, warmUpId: string): Promise<Measurement> {
	const { n8n, service } = setting;
	await n8n.restart();
	await read(setting, warmUpId);
	const processId = n8n.processId() as number;
	const requestsBefore = service.requests.length;
	resetPeakMemory(processId);
	const before = memoryOf(processId);
	const { ms, lastId } = await read(setting, orderBatchId);
	const megabytes = (peakMemoryOf(processId) - before) / MEGABYTE;
	const requests = service.requests.slice(requestsBefore);
	const last = await axios.get<{ order_batch_id: string }>(`${service.baseUrl}/v1/orders/${lastId}`, {
		headers: { authorization: `Bearer ${service.keys.automation}` },
		proxy: false,
	});
	if (last.data.order_batch_id !== orderBatchId) throw new Error('n8n read the orders of another batch');
	return { ms, megabytes, requests: requests.length };
}

/** What reading a list costs, by its length. */
export async function growth(setting: Setting): Promise<Result> {
	const workflow = await activateReader(setting);
	const warmUpId = await setting.createBatch(SIZES[0] as number);
	const costs: Array<{ size: number; ms: Samples; megabytes: Samples; requests: Samples }> = [];
	for (const size of SIZES) {
		const orderBatchId = await setting.createBatch(size);
		const runs: Measurement[] = [];
		for (let run = 0; run < RUNS; run++) runs.push(await measure(setting, orderBatchId, warmUpId));
		const samplesOf = (name: keyof Measurement) => summarize(runs.map((measurement) => measurement[name]));
		costs.push({ size, ms: samplesOf('ms'), megabytes: samplesOf('megabytes'), requests: samplesOf('requests') });
	}
	await setting.client.deactivate(workflow);

	const rowsOf = (name: 'ms' | 'megabytes' | 'requests', what: string, unit: string): Row[] =>
		costs.map((cost) => ({ label: `${what} for ${cost.size} orders`, samples: cost[name], unit }));
	const exponent = (name: 'ms' | 'megabytes') =>
		exponentOf(costs.map((cost) => ({ x: cost.size, y: cost[name].median })));
	const surplus = Math.max(...costs.map(({ size, requests }) => requests.max - Math.ceil(size / 100)));
	return {
		title: 'Cost against size',
		method:
			'Order: Get Many with Return All and without Simplify. n8n is restarted for each run. The time is from the node before ' +
			"to the node after. The memory is the peak of n8n's process above what it used before. The exponent is that of the " +
			'power law that fits the medians. 1 is linear.',
		rows: [
			...rowsOf('ms', 'Time', 'ms'),
			...rowsOf('megabytes', 'Memory', 'MB'),
			...rowsOf('requests', 'Requests', ''),
		],
		verdicts: [
			{ label: 'exponent of the time', value: exponent('ms'), atMost: 1.1 },
			{ label: 'exponent of the memory', value: exponent('megabytes'), atMost: 1.1 },
			{ label: 'requests beyond one for each 100 orders', value: surplus, atMost: 1 },
		],
	};
}
