import { stringify } from 'flatted';
import type { INode } from 'n8n-workflow';

import { createComplete, isCreation } from '../harness/batches';
import { byId, giftNode } from '../harness/workflows';
import type { Execution } from '../n8n/n8nClient';
import { memoryOf, peakMemoryOf, resetPeakMemory } from '../n8n/processState';
import { median, type Measurement, type Verdict } from './harness';
import { publish, sending, type Setting } from './setting';

const [MS, MEGABYTES, KILOBYTES] = ['Time in ms', 'Memory in MB', 'Stored in kB'] as const;
const REQUESTS = 'Requests that create nothing';
const SIZES = [10, 100, 1_000, 10_000, 100_000];

/** What grows: the work of a node. */
interface Subject extends Pick<Measurement, 'title' | 'method'> {
	/** What there is more and more of, such as "order". */
	noun: string;
	sizes: number[];
	/** The last of them is measured, and puts out an item for each piece of work. */
	nodes: INode[];
	/** How many requests that create nothing a size needs, and for what. */
	needed: [(size: number) => number, why: string];
	/** The target of the kilobytes stored for each piece of work. */
	kilobytes: number;
}

/** How many bytes n8n stores of an execution because of a node: its output, and what it remembers. */
function bytesOf({ data }: Execution, { name }: INode): number {
	const executionData = { ...data.executionData!, contextData: {} };
	const resultData = { ...data.resultData, runData: { ...data.resultData.runData, [name]: [] } };
	return stringify(data).length - stringify({ ...data, executionData, resultData }).length;
}

/** Measures a subject by the size of its work, with the exponents of the power laws from its second largest to its largest. */
async function growth(setting: Setting, subject: Subject): Promise<Measurement> {
	const { n8n, service } = setting;
	const { title, method, noun, sizes, nodes, needed, kilobytes } = subject;
	const { run } = await publish(setting, nodes);
	let memoryBefore = 0;
	const costOf = async (size: number) => {
		service.requests.length = 0;
		resetPeakMemory(n8n.processId()!);
		const { execution, ms } = await run(size);
		return {
			[MS]: ms,
			[`ms for 1,000 ${noun}s`]: (1_000 * ms) / size,
			[MEGABYTES]: (peakMemoryOf(n8n.processId()!) - memoryBefore) / 1e6,
			[REQUESTS]: service.requests.filter((request) => !isCreation(request)).length,
			[KILOBYTES]: bytesOf(execution, nodes.at(-1)!) / 1e3,
		};
	};
	const nameOf = (size: number) => `${size} ${noun}s`;
	return {
		title,
		method:
			`${method} Each of 3 runs restarts n8n and goes from the smallest number to the largest. "Memory" is the peak of the n8n ` +
			'process, minus what it used before the first. "Stored" is what n8n keeps of the execution because of the node. The ' +
			'exponent is that of the power law between the medians of the two largest numbers. 1 is linear.',
		variants: Object.fromEntries(sizes.map((size) => [nameOf(size), async () => await costOf(size)])),
		runs: 3,
		async begin() {
			// Otherwise, n8n shows no data of an execution that is larger than 100 MB.
			await n8n.restart({ EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0' });
			await run(10);
			memoryBefore = memoryOf(n8n.processId()!);
		},
		verdicts(of) {
			// Small ones cost much that does not grow, which would hide what grows too fast.
			const [size, largest] = sizes.slice(-2) as [number, number];
			const exponents = [MS, MEGABYTES, KILOBYTES].map((what): Verdict => {
				const growth = median(of(nameOf(largest), what)) / median(of(nameOf(size), what));
				return [`exponent of: ${what}`, Math.log(growth) / Math.log(largest / size), 'at most', 1.1];
			});
			const stored = of(nameOf(10_000), KILOBYTES);
			const beyond = sizes.map((size) => Math.max(...of(nameOf(size), REQUESTS)) - needed[0](size));
			return [
				...exponents,
				[`requests that create nothing, beyond ${needed[1]}`, Math.max(...beyond), 'at most', 0],
				[`kB stored for each of 10,000 ${noun}s`, Math.max(...stored) / 10_000, 'at most', kilobytes],
			];
		},
	};
}

/** What reading a list costs, by its length. */
export async function readGrowth(setting: Setting): Promise<Measurement> {
	const batches: Record<number, string> = {};
	for (const size of SIZES) batches[size] = await createComplete(setting.service, size);
	const orderBatchId = byId(`={{ (${JSON.stringify(batches)})[$json.body.size] }}`);
	const list = { resource: 'order', operation: 'getAll', orderBatchId, returnAll: true, simplify: false };
	return await growth(setting, {
		title: 'Reading 10 to 100,000 orders',
		method: 'Order: Get Many with Return All and without Simplify.',
		noun: 'order',
		sizes: SIZES,
		nodes: [giftNode('Measured', setting.credential, list)],
		needed: [(size) => Math.ceil(size / 100) + 1, 'one for each 100 orders, and one'],
		kilobytes: 2,
	});
}

/** What sending costs, by the number of recipients of one order batch. */
export const sendGrowth = async (setting: Setting) =>
	await growth(setting, {
		title: 'One order batch with 10 to 100,000 recipients',
		method:
			'Order Batch: Create with all input items in one order batch, and the recipients as its output. The service responds at once.',
		noun: 'recipient',
		sizes: SIZES,
		nodes: sending(setting),
		needed: [() => 1, 'one that reads the product'],
		kilobytes: 1,
	});

/** What personal messages cost: each makes an order batch of its own. */
export const sendPersonalGrowth = async (setting: Setting) =>
	await growth(setting, {
		title: '10 to 10,000 personal messages',
		method:
			'Order Batch: Create with Input Items and a message with the name, so that each item has its own order batch, and with ' +
			'all limits. The service responds at once.',
		noun: 'recipient',
		sizes: SIZES.slice(0, -1),
		nodes: sending(setting, {
			message: '=Happy birthday, {{ $json["Last Name"] }}!',
			cardId: byId(setting.service.samples.cardId),
			options: { maximumPerRecipient: 1_000, maximumTotal: 1e9, recipientsLimit: 1e6 },
		}),
		needed: [() => 2, 'one that reads the product, and one that reads the price'],
		kilobytes: 1,
	});
