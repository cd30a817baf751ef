import { NodeApiError, type IDataObject, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { ServiceClient } from '../../api/client';
import { mapConcurrently } from '../../api/concurrency';
import type { Authentication } from '../../api/credentialTypes';
import { asNodeError, type NodeError } from '../../api/errors';
import type { Limits } from '../../api/limits';
import { nodeKeyOf, nodeRecord } from '../nodeRecord';
import { ProcessedEvents } from '../processedEvents';
import { watchAccount } from './account';
import { watchOrderActivities } from './orderActivities';
import { watchOrderBatches } from './orderBatches';
import { statusOf, type Findings, type NodeMemory, type Poll } from './watch';

/** What each value of the parameter Watch looks at. */
const WATCHES: Record<string, (poll: Poll) => Promise<Findings>> = {
	account: watchAccount,
	orderBatches: watchOrderBatches,
	orders: watchOrderActivities,
};

/** A key that the service refuses stays refused; everything else may be better at the next poll. */
const isRefusedKey = (error: NodeError) => ['401', '403'].includes(statusOf(error) ?? '');

/** Logs what could not be read. @throws the worst of it when that is all that came of the poll */
function reportFailures(functions: IPollFunctions, failures: NodeError[], foundAny: boolean): void {
	const [worst] = [...failures].sort((a, b) => Number(statusOf(a) === '404') - Number(statusOf(b) === '404'));
	if (!worst) return;
	for (const failure of failures) {
		functions.logger.warn(`Gift Order Batch Polling Trigger: ${failure.message} ${failure.description ?? ''}`);
	}
	const onlyUnknown = statusOf(worst) === '404';
	if (!foundAny && (functions.getMode() === 'manual' || !onlyUnknown)) throw worst;
}

/** How many events a test run shows at most. */
const MAX_SAMPLES = 10;

/** What a test run in the editor shows: events with items, or else what is watched as it is now. */
async function sampleOf({ functions, client }: Poll, { events, samples, failures }: Findings): Promise<IDataObject[]> {
	const items = await mapConcurrently(
		events.slice(0, MAX_SAMPLES),
		client.limits.maxConcurrentRequests,
		async (event) => await event.items(),
	);
	const shown = items.some((ofEvent) => ofEvent.length > 0) ? items.flat() : samples.slice(0, MAX_SAMPLES);
	reportFailures(functions, failures, shown.length > 0);
	return shown;
}

/** The items of the events that are new. One whose items cannot be read is new at the next poll again. */
async function itemsOfNew({ functions, memory, record }: Poll, findings: Findings): Promise<IDataObject[]> {
	const { processed } = memory;
	const failures = [...findings.failures];
	let items: IDataObject[] = [];
	let hasChanged = findings.mustStore ?? false;
	for (const event of findings.events) {
		if (processed.has(event.key)) continue;
		try {
			items = items.concat(await event.items());
			processed.add([event.key]);
			hasChanged = true;
		} catch (error) {
			failures.push(asNodeError(functions.getNode(), 0, error));
		}
	}
	if (hasChanged) record.processed = processed.stored(findings.seen);
	reportFailures(functions, failures, items.length > 0);
	return items;
}

const outputOf = (items: IDataObject[]): INodeExecutionData[][] => [items.map((json) => ({ json }))];

/** The polls of all polling trigger nodes in this process. */
export class Polling {
	/** @param limits what differs from `DEFAULT_LIMITS` */
	constructor(private readonly limits: Partial<Limits>) {}

	private readonly memories = new Map<string, NodeMemory>();

	/** The contexts that have polled: n8n makes one when a workflow is activated, and polls with it from then on. */
	private readonly activated = new WeakSet<IPollFunctions>();

	private memoryOf(functions: IPollFunctions): NodeMemory {
		const key = nodeKeyOf(functions);
		const memory = this.memories.get(key) ?? { processed: new ProcessedEvents(), isPolling: false };
		this.memories.set(key, memory);
		return memory;
	}

	/**
	 * One poll of one node. It does nothing while another poll of the node is in flight, since both would find the same events. If
	 * the service is down when the workflow is activated, that is only logged: n8n would refuse or break the activation.
	 * @returns what n8n starts the workflow with; null when there is nothing new
	 * @throws NodeApiError when nothing could be read; NodeOperationError when a parameter is not right
	 */
	async poll(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const isActivation = !this.activated.has(functions);
		this.activated.add(functions);
		const memory = this.memoryOf(functions);
		const watch = WATCHES[functions.getNodeParameter('watch') as string] as (poll: Poll) => Promise<Findings>;
		const client = await ServiceClient.connect(
			functions,
			functions.getNodeParameter('authentication') as Authentication,
			this.limits,
		);
		const poll: Poll = {
			functions,
			client,
			memory,
			record: nodeRecord(functions),
			isTest: functions.getMode() === 'manual',
		};
		if (poll.isTest) {
			const sample = await sampleOf(poll, await watch(poll));
			return sample.length > 0 ? outputOf(sample) : null;
		}
		if (memory.isPolling) return null;
		memory.isPolling = true;
		try {
			memory.processed.load(poll.record.processed);
			const findings = await watch(poll);
			const items = await itemsOfNew(poll, findings);
			if (items.length > 0) return outputOf(items);
			// n8n stores nothing after a poll without output. An output without items starts an execution in which no node runs.
			const mustStore = findings.mustStore && !isActivation && !functions.getNode().alwaysOutputData;
			return mustStore ? outputOf([]) : null;
		} catch (error) {
			const nodeError = asNodeError(functions.getNode(), 0, error);
			const passing = nodeError instanceof NodeApiError && !isRefusedKey(nodeError) && statusOf(nodeError) !== '404';
			if (!isActivation || !passing) throw nodeError;
			functions.logger.warn(`Gift Order Batch Polling Trigger: ${nodeError.message} The next poll tries again.`);
			return null;
		} finally {
			memory.isPolling = false;
		}
	}
}
