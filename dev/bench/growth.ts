import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { stringify } from 'flatted';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { isCreation } from '../harness/batches';
import { byId, chain, giftNode, node, webhookNode } from '../harness/workflows';
import { itemsOf, type Execution, type Workflow } from '../n8n/n8nClient';
import { memoryOf, peakMemoryOf, resetPeakMemory } from '../n8n/processState';
import { exponentOf, rounded, summarize, type Samples } from './measure';
import type { Result, Verdict } from './report';
import type { Setting } from './setting';

const SIZES = [10, 100, 1_000, 10_000, 100_000];
const ACCOUNT_ORDERS = 100_000;
const RUNS = 3;
/** n8n shows no data of an execution that is larger than 100 MB, unless it is told to. */
const SHOWS_ALL = { EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0' };
const KILOBYTE = 1e3;
const MEGABYTE = 1e6;

/** A workflow whose node Measured has work of any size to do. */
interface Subject {
	/** Such as "order". */
	noun: string;
	nodes: INode[];
	sizes: number[];
	/** How often each size is measured; 3 unless given. */
	runs?: number;
	/** Makes the service ready for a run, and returns what the workflow is called with. */
	prepare(size: number): Promise<IDataObject>;
}

/** What one run of the node costs. */
interface Cost {
	ms: number;
	/** The peak of n8n's process above what it used before. */
	megabytes: number;
	/** Requests that create nothing. */
	requests: number;
	/** What n8n stores of the execution because of the node. */
	kilobytes: number;
}

type Costs = Array<{ size: number } & Record<keyof Cost, Samples>>;

/** Calls the workflow, and resolves with the ID of its execution once n8n has stored it. */
async function call({ client, n8n }: Setting, workflow: Workflow, path: string, body: object): Promise<string> {
	const before = await client.countExecutions(workflow, 'success');
	// The newest n8n registers webhooks some time after it responds.
	for (let status = 404; status === 404; await sleep(100)) {
		({ status } = await axios.post(`${n8n.baseUrl}/webhook/${path}`, body, { proxy: false, validateStatus: null }));
	}
	// While n8n evaluates thousands of expressions, it responds to nobody.
	const count = async () => await client.countExecutions(workflow, 'success').catch(() => before);
	while ((await count()) === before) await sleep(100);
	return (await client.executions(workflow))[0]!.id;
}

/** How many bytes n8n stores of an execution because of the node Measured: its output, and what it remembers. */
function bytesOf({ data }: Execution): number {
	const executionData = { ...data.executionData!, contextData: {} };
	const runData = { ...data.resultData.runData, Measured: [] };
	return (
		stringify(data).length - stringify({ ...data, executionData, resultData: { ...data.resultData, runData } }).length
	);
}

/**
 * Runs the workflow for each size, from the smallest on, in an n8n that has just started and done little work to warm up. What a
 * smaller run leaves in memory is little beside what a larger one needs.
 */
async function measure(
	setting: Setting,
	{ sizes, prepare }: Subject,
	workflow: Workflow,
	path: string,
): Promise<Cost[]> {
	const { client, n8n, service } = setting;
	await n8n.restart(SHOWS_ALL);
	await call(setting, workflow, path, await prepare(10));
	const processId = n8n.processId()!;
	const before = memoryOf(processId);
	const costs: Cost[] = [];
	for (const size of sizes) {
		const body = await prepare(size);
		service.requests.length = 0;
		resetPeakMemory(processId);
		const id = await call(setting, workflow, path, body);
		const megabytes = (peakMemoryOf(processId) - before) / MEGABYTE;
		const requests = service.requests.filter((request) => !isCreation(request)).length;
		const execution = await client.finishedExecution(id);
		const done = itemsOf(execution, 'Measured').length;
		if (done !== size) throw new Error(`The node put out ${done} items instead of ${size}`);
		const { executionTime: ms } = execution.data.resultData.runData.Measured![0]!;
		costs.push({ ms, megabytes, requests, kilobytes: bytesOf(execution) / KILOBYTE });
	}
	return costs;
}

async function costsOf(setting: Setting, subject: Subject): Promise<Costs> {
	const { client } = setting;
	const path = randomUUID();
	const start = webhookNode('Start', path, 'onReceived');
	const workflow = await client.createWorkflow(chain('Growth', start, ...subject.nodes));
	await client.activate(workflow);
	const runs: Cost[][] = [];
	while (runs.length < (subject.runs ?? RUNS)) runs.push(await measure(setting, subject, workflow, path));
	await client.deactivate(workflow);
	return subject.sizes.map((size, at) => {
		const of = (name: keyof Cost) => summarize(runs.map((costs) => costs[at]![name]));
		return { size, ms: of('ms'), megabytes: of('megabytes'), requests: of('requests'), kilobytes: of('kilobytes') };
	});
}

const exponent = (costs: Costs, name: 'ms' | 'megabytes' | 'kilobytes') =>
	exponentOf(costs.map((cost) => ({ x: cost.size, y: cost[name].median })));

/** The result of a subject, with the exponents of the power laws that fit its medians. */
function resultOf(title: string, method: string, { noun }: Subject, costs: Costs, verdicts: Verdict[]): Result {
	const cell = ({ median, min, max }: Samples) => `${rounded(median)} (${rounded(min)} to ${rounded(max)})`;
	return {
		title,
		method:
			`${method} Each of ${RUNS} runs starts n8n anew and goes from the smallest number to the largest. The memory is the peak of ` +
			"n8n's process above what it used before the first. Stored is what n8n keeps of the execution because of the node. The " +
			'exponent is that of the power law that fits the medians. 1 is linear.',
		rows: costs.map(({ size, ms }) => {
			const each = (value: number) => (1_000 * value) / size;
			const samples = { ...ms, median: each(ms.median), min: each(ms.min), max: each(ms.max) };
			return { label: `${size} ${noun}s`, samples, unit: `ms for 1,000 ${noun}s` };
		}),
		table: [
			[`${noun}s`, 'Time in ms', 'Memory in MB', 'Requests that create nothing', 'Stored in kB'],
			...costs.map(({ size, ms, megabytes, requests, kilobytes }) => [
				String(size),
				...[ms, megabytes, requests, kilobytes].map(cell),
			]),
		],
		verdicts: [
			{ label: 'exponent of the time', value: exponent(costs, 'ms'), atMost: 1.1 },
			{ label: 'exponent of the memory', value: exponent(costs, 'megabytes'), atMost: 1.1 },
			{ label: 'exponent of what is stored', value: exponent(costs, 'kilobytes'), atMost: 1.1 },
			...verdicts,
		],
	};
}

/** What reading a list costs, by its length. */
export async function readGrowth(setting: Setting): Promise<Result> {
	const batches = new Map<number, Promise<string>>();
	const subject: Subject = {
		noun: 'order',
		sizes: SIZES,
		nodes: [
			giftNode('Measured', setting.credential, {
				resource: 'order',
				operation: 'getAll',
				orderBatchId: byId('={{ $json.body.orderBatchId }}'),
				returnAll: true,
				simplify: false,
			}),
		],
		async prepare(size) {
			if (!batches.has(size)) batches.set(size, setting.createBatch(size));
			return { orderBatchId: await batches.get(size)! };
		},
	};
	const costs = await costsOf(setting, subject);
	const surplus = Math.max(...costs.map(({ size, requests }) => requests.max - Math.ceil(size / 100)));
	return resultOf(
		'Reading orders by their number',
		'Order: Get Many with Return All and without Simplify.',
		subject,
		costs,
		[{ label: 'requests beyond one for each 100 orders', value: surplus, atMost: 1 }],
	);
}

const PEOPLE = node('People', 'n8n-nodes-base.code', 2, {
	jsCode: `const { size, group } = $json.body;
return Array.from({ length: size }, (_, index) => ({
	json: { 'First Name': 'Guest', 'Last Name': 'Miller ' + index, Email: index + '.' + group + '@example.com' },
}));`,
});

/** All input items are the recipients of one order batch. */
const TOGETHER: INodeParameters = { recipientsSource: 'inputItems' };

const PERSON = {
	firstName: '={{ $json["First Name"] }}',
	lastName: '={{ $json["Last Name"] }}',
	email: '={{ $json.Email }}',
};

/** Each input item makes an order batch. */
const EACH: INodeParameters = { recipientsSource: 'define', recipients: { recipient: [PERSON] } };

const LIMITS: INodeParameters = { maximumPerRecipient: 1_000, maximumTotal: 1e9, recipientsLimit: 1e6 };

function sender({ credential, service }: Setting, sizes: number[], parameters: INodeParameters): Subject {
	return {
		noun: 'recipient',
		sizes,
		nodes: [
			PEOPLE,
			giftNode('Measured', credential, {
				resource: 'orderBatch',
				operation: 'create',
				fromName: 'The welcome team',
				sendMethod: 'email_and_link',
				cartItems: { item: [{ product: byId(service.samples.productId), quantity: 1 }] },
				...parameters,
			}),
		],
		async prepare(size) {
			// Thousands of creations, one after the other, would show nothing but the latency.
			service.clearFaults();
			return { size, group: randomUUID() };
		},
	};
}

/** No number of recipients asks for more requests than these. */
const requestsVerdict = (costs: Costs, label: string, atMost: number): Verdict => ({
	label: `requests that create nothing: ${label}`,
	value: Math.max(...costs.map(({ requests }) => requests.max)),
	atMost,
});

const storedVerdict = (costs: Costs): Verdict => ({
	label: 'kB stored for each recipient, from 1,000 on',
	value: Math.max(...costs.filter(({ size }) => size >= 1_000).map(({ size, kilobytes }) => kilobytes.max / size)),
	atMost: 1,
});

const NO_LATENCY = 'The service responds at once.';

/** What sending costs, by the number of recipients of one order batch. */
export async function sendGrowth(setting: Setting): Promise<Result> {
	const subject = sender(setting, SIZES, TOGETHER);
	const costs = await costsOf(setting, subject);
	const method = `Order Batch: Create with all input items in one order batch, and the recipients as its output. ${NO_LATENCY}`;
	return resultOf('One order batch by its recipients', method, subject, costs, [
		requestsVerdict(costs, 'one reads the product', 1),
		storedVerdict(costs),
	]);
}

/** What sending costs, by the number of order batches of one recipient. */
export async function sendEachGrowth(setting: Setting): Promise<Result> {
	const subject = sender(setting, SIZES.slice(0, -1), { ...EACH, options: LIMITS });
	const costs = await costsOf(setting, subject);
	const method = `Order Batch: Create with an order batch for each input item, one after the other, and all limits. ${NO_LATENCY}`;
	return resultOf('Order batches of one recipient by their number', method, subject, costs, [
		requestsVerdict(costs, 'one reads the product, one the price', 2),
		storedVerdict(costs),
	]);
}

/** What personal messages cost: each makes an order batch of its own. */
export async function sendPersonalGrowth(setting: Setting): Promise<Result> {
	const message = {
		message: '=Happy birthday, {{ $json["Last Name"] }}!',
		cardId: byId(setting.service.samples.cardId),
	};
	const subject = sender(setting, SIZES.slice(0, -1), { ...TOGETHER, ...message, options: LIMITS });
	const costs = await costsOf(setting, subject);
	const method = `Order Batch: Create with Input Items and a message that has the name, so that each item has an order batch of its own, and all limits. ${NO_LATENCY}`;
	return resultOf('Personal messages by their number', method, subject, costs, [
		requestsVerdict(costs, 'one reads the product, one the price', 2),
		storedVerdict(costs),
	]);
}

/** What sending costs with every option that limits it, in an account that has sent many gifts. */
export async function sendLimitedGrowth(setting: Setting): Promise<Result> {
	// Each run reads all of the account's orders.
	const sizes = [10, 1_000, 100_000];
	const limited = sender(setting, sizes, { ...TOGETHER, options: { ...LIMITS, skipGiftedWithinDays: 30 } });
	const subject: Subject = {
		...limited,
		async prepare(size) {
			setting.service.reset();
			await setting.createBatch(ACCOUNT_ORDERS);
			return await limited.prepare(size);
		},
	};
	const costs = await costsOf(setting, subject);
	const method = `The same as one order batch, with all limits and Skip Gifted Within Days in an account of ${ACCOUNT_ORDERS} orders. ${NO_LATENCY}`;
	return resultOf('One order batch with all limits by its recipients', method, subject, costs, [
		requestsVerdict(costs, 'the product, the price, 100 orders each, and two checks', ACCOUNT_ORDERS / 100 + 4),
		storedVerdict(costs),
	]);
}

/** How long the node takes to plan, without sending anything, and n8n's own share: the same expressions in Edit Fields. */
export async function planning(setting: Setting): Promise<Result> {
	const [size] = [16_000];
	const timeOf = async (parameters: INodeParameters, ...nodes: INode[]) => {
		const subject = { ...sender(setting, [size], { ...parameters, validateOnly: true }), runs: 1 };
		const [cost] = await costsOf(setting, nodes.length === 0 ? subject : { ...subject, nodes });
		return cost!.ms;
	};
	const assignments = Object.entries(PERSON).map(([name, value]) => ({ id: name, name, type: 'string', value }));
	const editFields = node('Measured', 'n8n-nodes-base.set', 3.4, { assignments: { assignments }, options: {} });
	const together = await timeOf(TOGETHER);
	const each = await timeOf(EACH);
	const expressions = await timeOf({}, PEOPLE, editFields);
	const aboveExpressions = (each.median - expressions.median) / 1_000;
	return {
		title: `Planning ${size} recipients`,
		method:
			'Order Batch: Create with Validate Only, which reads and checks everything and sends nothing. With an order batch each, n8n ' +
			"evaluates three expressions for each input item. The time that Edit Fields takes for the same ones is n8n's own share.",
		rows: [
			{ label: 'All in one order batch', samples: together, unit: 'ms' },
			{ label: 'An order batch each', samples: each, unit: 'ms' },
			{ label: 'Edit Fields with the same expressions', samples: expressions, unit: 'ms' },
		],
		verdicts: [
			{ label: 'seconds for one order batch', value: together.median / 1_000, atMost: 3 },
			{ label: 'seconds for an order batch each, without the share of n8n', value: aboveExpressions, atMost: 20 },
		],
	};
}
