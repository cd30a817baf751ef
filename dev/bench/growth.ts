import { randomUUID } from 'node:crypto';
import { stringify } from 'flatted';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { isCreation } from '../harness/batches';
import { byId, giftNode, node } from '../harness/workflows';
import type { Execution } from '../n8n/n8nClient';
import { memoryOf, peakMemoryOf, resetPeakMemory } from '../n8n/processState';
import { exponentOf, median, type Measurement } from './harness';
import { publish, timeOf, type Setting } from './setting';

/** n8n shows no data of an execution that is larger than 100 MB, unless it is told to. */
const SHOWS_ALL = { EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0' };
const MS = 'Time in ms';
const MEGABYTES = 'Memory in MB';
const REQUESTS = 'Requests that create nothing';
const KILOBYTES = 'Stored in kB';

/** What grows: the work of a node. */
interface Subject {
	title: string;
	method: string;
	/** What there is more and more of, such as "order". */
	noun: string;
	sizes: number[];
	/** The last of them is measured, and puts out an item for each piece of work. */
	nodes: INode[];
	/** Makes the service ready for a run, and returns what the workflow is called with. */
	prepare(size: number): Promise<IDataObject>;
	/** How many requests that create nothing a size needs, and for what. */
	needed: [(size: number) => number, why: string];
}

/** How many bytes n8n stores of an execution because of a node: its output, and what it remembers. */
function bytesOf({ data }: Execution, { name }: INode): number {
	const executionData = { ...data.executionData!, contextData: {} };
	const resultData = { ...data.resultData, runData: { ...data.resultData.runData, [name]: [] } };
	return stringify(data).length - stringify({ ...data, executionData, resultData }).length;
}

/** Measures a subject by the size of its work, with the exponents of the power laws that fit the medians. */
async function growth(setting: Setting, subject: Subject): Promise<Measurement> {
	const { client, n8n, service } = setting;
	const { title, method, noun, sizes, nodes, prepare, needed } = subject;
	const { workflow, run } = await publish(setting, nodes);
	const measured = nodes.slice(-1);
	let memoryBefore = 0;
	const costOf = async (size: number) => {
		const body = await prepare(size);
		service.requests.length = 0;
		resetPeakMemory(n8n.processId()!);
		const execution = await run(body);
		const ms = timeOf(execution, measured, size);
		return {
			[MS]: ms,
			[`ms for 1,000 ${noun}s`]: (1_000 * ms) / size,
			[MEGABYTES]: (peakMemoryOf(n8n.processId()!) - memoryBefore) / 1e6,
			[REQUESTS]: service.requests.filter((request) => !isCreation(request)).length,
			[KILOBYTES]: bytesOf(execution, measured[0]!) / 1e3,
		};
	};
	const nameOf = (size: number) => `${size} ${noun}s`;
	return {
		title,
		method:
			`${method} Each of 3 runs starts n8n again and goes from the smallest number to the largest. The memory is the peak of ` +
			"n8n's process above what it used before the first. Stored is what n8n keeps of the execution because of the node. The " +
			'exponent is that of the power law that fits the medians. 1 is linear.',
		variants: Object.fromEntries(sizes.map((size) => [nameOf(size), async () => await costOf(size)])),
		runs: 3,
		async begin() {
			await n8n.restart(SHOWS_ALL);
			await run(await prepare(10));
			memoryBefore = memoryOf(n8n.processId()!);
		},
		verdicts: (of) => [
			...[MS, MEGABYTES, KILOBYTES].map((what) => ({
				label: `exponent of: ${what}`,
				value: exponentOf(sizes.map((size) => ({ x: size, y: median(of(nameOf(size), what)) }))),
				atMost: 1.1,
			})),
			{
				label: `requests that create nothing, beyond ${needed[1]}`,
				value: Math.max(...sizes.map((size) => Math.max(...of(nameOf(size), REQUESTS)) - needed[0](size))),
				atMost: 0,
			},
			{
				label: `kB stored for each of 10,000 ${noun}s`,
				value: Math.max(...of(nameOf(10_000), KILOBYTES)) / 10_000,
				atMost: noun === 'order' ? 2 : 1,
			},
		],
		end: async () => await client.deactivate(workflow),
	};
}

/** What reading a list costs, by its length. */
export async function readGrowth(setting: Setting): Promise<Measurement> {
	const batches = new Map<number, Promise<string>>();
	const list = { resource: 'order', operation: 'getAll', returnAll: true, simplify: false };
	return await growth(setting, {
		title: 'Reading orders by their number',
		method: 'Order: Get Many with Return All and without Simplify.',
		noun: 'order',
		sizes: [10, 100, 1_000, 10_000, 100_000],
		nodes: [
			giftNode('Measured', setting.credential, { ...list, orderBatchId: byId('={{ $json.body.orderBatchId }}') }),
		],
		async prepare(size: number) {
			if (!batches.has(size)) batches.set(size, setting.createBatch(size));
			return { orderBatchId: await batches.get(size)! };
		},
		needed: [(size) => Math.ceil(size / 100) + 1, 'one for each 100 orders, and one'],
	});
}

const PEOPLE = node('People', 'n8n-nodes-base.code', 2, {
	jsCode: `const { size, group } = $json.body;
return Array.from({ length: size }, (_, index) => ({
	json: { 'First Name': 'Guest', 'Last Name': 'Miller ' + index, Email: index + '.' + group + '@example.com' },
}));`,
});

const LIMITS: INodeParameters = { maximumPerRecipient: 1_000, maximumTotal: 1e9, recipientsLimit: 1e6 };

/** What sends a gift to each input item. The service responds at once: with latency, many creations would show nothing else. */
function sender({ credential, service, setLatency }: Setting, parameters: INodeParameters): Subject {
	return {
		title: 'One order batch by its recipients',
		method: 'Order Batch: Create with all input items in one order batch, and the recipients as its output.',
		noun: 'recipient',
		sizes: [10, 100, 1_000, 10_000, 100_000],
		nodes: [
			PEOPLE,
			giftNode('Measured', credential, {
				resource: 'orderBatch',
				operation: 'create',
				fromName: 'The welcome team',
				sendMethod: 'email_and_link',
				cartItems: { item: [{ product: byId(service.samples.productId), quantity: 1 }] },
				recipientsSource: 'inputItems',
				...parameters,
			}),
		],
		async prepare(size) {
			setLatency(0);
			return { size, group: randomUUID() };
		},
		needed: [() => 1, 'one that reads the product'],
	};
}

/** What sending costs, by the number of recipients of one order batch. */
export const sendGrowth = async (setting: Setting) => await growth(setting, sender(setting, {}));

/** What personal messages cost: each makes an order batch of its own. */
export async function sendPersonalGrowth(setting: Setting): Promise<Measurement> {
	const message = '=Happy birthday, {{ $json["Last Name"] }}!';
	const cardId = byId(setting.service.samples.cardId);
	return await growth(setting, {
		...sender(setting, { message, cardId, options: LIMITS }),
		title: 'Personal messages by their number',
		method:
			'Order Batch: Create with Input Items and a message that has the name, so that each item has an order batch of its own, and all limits.',
		sizes: [10, 100, 1_000, 10_000],
		needed: [() => 2, 'one that reads the product, and one that reads the price'],
	});
}
