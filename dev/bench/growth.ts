import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { stringify } from 'flatted';
import type { INode, INodeParameters } from 'n8n-workflow';

import { byId, chain, giftNode, node, webhookNode } from '../harness/workflows';
import { itemsOf, type Execution, type Workflow } from '../n8n/n8nClient';
import { memoryOf, peakMemoryOf, resetPeakMemory } from '../n8n/processState';
import { exponentOf, summarize, type Samples } from './measure';
import type { Result, Verdict } from './report';
import type { Setting } from './setting';

const SIZES = [10, 100, 1_000, 10_000, 100_000];
const ACCOUNT_ORDERS = 100_000;
const RUNS = Number(process.env.RUNS ?? 3);
const MEGABYTE = 1e6;

/** A workflow whose node Measured has work of any size to do. */
interface Subject {
	title: string;
	method: string;
	/** What there are so many of, such as "orders". */
	noun: string;
	sizes: number[];
	nodes: INode[];
	/** What the workflow is called with, so that its node has this much to do. */
	prepare(size: number): Promise<object>;
	/** How much it has done. */
	done(execution: Execution): number;
	verdicts(requestsBeyond: Cost[]): Verdict[];
}

/** What one run of the node costs. `kilobytes` is what n8n stores of the execution because of it. */
interface Cost {
	ms: number;
	megabytes: number;
	requests: number;
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
	while ((await client.countExecutions(workflow, 'success')) === before) await sleep(100);
	return (await client.executions(workflow))[0]!.id;
}

/** How many bytes n8n stores of an execution because of the node Measured: its output, and what it remembers. */
function bytesOf({ data }: Execution): number {
	const { contextData: _remembered, ...executionData } = data.executionData!;
	const { Measured: _output, ...runData } = data.resultData.runData;
	const without = { ...data, executionData, resultData: { ...data.resultData, runData } };
	return stringify(data).length - stringify(without).length;
}

/** Starts n8n anew, so that no run finds memory that another has left, and does little work first to warm up. */
async function measure(setting: Setting, subject: Subject, size: number): Promise<Cost> {
	const { client, n8n, service } = setting;
	const [warmUp, body] = [await subject.prepare(subject.sizes[0]!), await subject.prepare(size)];
	const path = randomUUID();
	const start = webhookNode('Start', path);
	const responding = { ...start, parameters: { ...start.parameters, responseMode: 'onReceived' } };
	const workflow = await client.createWorkflow(chain(subject.title, responding, ...subject.nodes));
	await client.activate(workflow);
	await n8n.restart();
	await call(setting, workflow, path, warmUp);
	const processId = n8n.processId()!;
	const requestsBefore = service.requests.length;
	resetPeakMemory(processId);
	const before = memoryOf(processId);
	const id = await call(setting, workflow, path, body);
	const megabytes = (peakMemoryOf(processId) - before) / MEGABYTE;
	const requests = service.requests.length - requestsBefore;
	const execution = await client.finishedExecution(id);
	await client.deactivate(workflow);
	const done = subject.done(execution);
	if (done !== size) throw new Error(`The node did ${done} ${subject.noun} instead of ${size}`);
	const { executionTime: ms } = execution.data.resultData.runData.Measured![0]!;
	return { ms, megabytes, requests, kilobytes: bytesOf(execution) / 1e3 };
}

async function costsOf(setting: Setting, subject: Subject): Promise<Costs> {
	const costs: Costs = [];
	for (const size of subject.sizes) {
		const runs: Cost[] = [];
		for (let run = 0; run < RUNS; run++) runs.push(await measure(setting, subject, size));
		const of = (name: keyof Cost) => summarize(runs.map((cost) => cost[name]));
		costs.push({ size, ms: of('ms'), megabytes: of('megabytes'), requests: of('requests'), kilobytes: of('kilobytes') });
		console.log(costs.at(-1));
	}
	return costs;
}

const PEOPLE = node('People', 'n8n-nodes-base.code', 2, {
	jsCode: `return Array.from({ length: $json.body.size }, (_, index) => ({ json: {
		'First Name': 'Guest', 'Last Name': 'Miller ' + index, Email: 'guest.' + index + '@example.com',
	} }));`,
});

function sender(setting: Setting, parameters: INodeParameters) {
	const { credential, service } = setting;
	return {
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
		noun: 'recipients',
		prepare: async (size: number) => {
			service.clearFaults();
			return { size };
		},
		done: (execution: Execution) => itemsOf(execution, 'Measured').length,
		verdicts: () => [],
	};
}

const TOGETHER: INodeParameters = { recipientsSource: 'inputItems' };
const EACH: INodeParameters = {
	recipientsSource: 'define',
	recipients: {
		recipient: [
			{ firstName: '={{ $json["First Name"] }}', lastName: '={{ $json["Last Name"] }}', email: '={{ $json.Email }}' },
		],
	},
};
const LIMITS: INodeParameters = {
	options: {
		maximumPerRecipient: 1_000,
		maximumTotal: 1_000_000_000,
		recipientsLimit: 1_000_000,
		skipGiftedWithinDays: 30,
	},
};

export async function growth(setting: Setting): Promise<Result> {
	const title = 'x';
	const sizes = (process.env.SIZES ?? '10,1000,10000').split(',').map(Number);
	if (process.env.ONLY !== 'each' && process.env.ONLY !== 'limited') {
		console.log('together');
		await costsOf(setting, { title, method: '', sizes, ...sender(setting, TOGETHER) });
	}
	if (process.env.ONLY !== 'together' && process.env.ONLY !== 'limited') {
		console.log('each');
		await costsOf(setting, { title, method: '', sizes: sizes.filter((n) => n <= 10000), ...sender(setting, EACH) });
	}
	if (process.env.ONLY !== 'together' && process.env.ONLY !== 'each') {
		setting.service.reset();
		console.time('account');
		await setting.createBatch(ACCOUNT_ORDERS);
		console.timeEnd('account');
		console.log('limited');
		await costsOf(setting, { title, method: '', sizes, ...sender(setting, { ...TOGETHER, ...LIMITS }) });
	}
	return { title, method: '', rows: [], verdicts: [] };
}
