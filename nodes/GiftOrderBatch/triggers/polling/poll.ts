import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { mapConcurrently } from '../../api/concurrency';
import { factsOf, isOfService, statusOf, type ServiceError } from '../../api/errors';
import { connectToService } from '../../connect';
import type { Limits } from '../../api/limits';
import { accepted, checkField, choiceField } from '../../resources/fieldTable';
import { descriptionOf } from '../../resources/outcome';
import { isStartOfN8n, nodeKeyOf, nodeRecord } from '../nodeRecord';
import { ProcessedEvents } from '../processedEvents';
import { orderBatchItem, outputSettings } from '../triggerFields';
import { watchOrderActivities } from './orderActivities';
import { watchAccount, watchOrderBatches } from './orderBatches';
import type { Findings, NodeMemory, Poll } from './watch';

export const watchField = choiceField(
	'Watch',
	'watch',
	'account',
	[
		{
			name: 'All Order Batches',
			value: 'account',
			description: 'Every order batch in the account, if the service can list them',
		},
		{
			name: 'Specific Order Batches (by ID)',
			value: 'orderBatches',
			description: 'The order batches with the IDs that you enter',
		},
		{
			name: 'All Orders',
			value: 'orders',
			description: 'Each new status of any order, such as opened, shipped or delivered, if the service can list them',
		},
	],
	{ noDataExpression: true, description: 'Whether the trigger watches order batches or orders' },
);

/** What each value of the parameter Watch looks at. */
const WATCHES = { account: watchAccount, orderBatches: watchOrderBatches, orders: watchOrderActivities };

/** How many events a test run shows at most. */
const MAX_SAMPLES = 10;

/** A refused key or a missing list will not change. Any other error may be gone at the next poll. */
const isPassing = (error: unknown) =>
	isOfService(error) && !['401', '403', '404'].includes(statusOf(error) ?? '') && !factsOf(error).isUnsupported;

const logWarning = (functions: IPollFunctions, { message }: Error, advice: string) =>
	functions.logger.warn(`Gift Order Batch Polling Trigger: ${message} ${advice}`);

/** Logs what could not be read. @throws the worst of the errors when the poll found nothing else */
function reportFailures({ functions, isTest }: Poll, failures: ServiceError[], foundAny: boolean): void {
	for (const failure of failures) logWarning(functions, failure, descriptionOf(factsOf(failure)));
	const worst = failures.find((failure) => statusOf(failure) !== '404') ?? (isTest ? failures[0] : undefined);
	if (worst && !foundAny) throw worst;
}

/** What a test run in the editor shows: events with items, or else what is watched as it is now. */
async function sampleOf(poll: Poll, { events, samples = [], failures = [] }: Findings): Promise<IDataObject[]> {
	const { client, settings } = poll;
	const { maxConcurrentRequests } = client.limits;
	let found: IDataObject[][] = [];
	for (let next = 0; next < events.length && found.length < MAX_SAMPLES; next += MAX_SAMPLES) {
		const part = events.slice(next, next + MAX_SAMPLES);
		const items = await mapConcurrently(part, maxConcurrentRequests, async (event) => event.items());
		found = found.concat(items.filter((ofEvent) => ofEvent.length > 0));
	}
	const shown =
		found.length > 0
			? found.slice(0, MAX_SAMPLES).flat()
			: samples.flatMap((orderBatch) => orderBatchItem(orderBatch, settings)).slice(0, MAX_SAMPLES);
	reportFailures(poll, failures, shown.length > 0);
	return shown;
}

const outputOf = (items: IDataObject[]): INodeExecutionData[][] => [items.map((json) => ({ json }))];

/** Starts the workflow with what is new, and remembers it. @returns as `Polling.poll` */
async function startPolling(
	poll: Poll,
	findings: Findings,
	isActivation: boolean,
): Promise<INodeExecutionData[][] | null> {
	const { functions, memory, record } = poll;
	const processed = new Set(findings.past);
	const failures = [...(findings.failures ?? [])];
	let items: IDataObject[] = [];
	for (const event of findings.events) {
		if (processed.has(event.key) || memory.processed.has(event.key)) continue;
		try {
			items = items.concat(await event.items());
			processed.add(event.key);
		} catch (error) {
			// The event is still new at the next poll.
			failures.push(error as ServiceError);
		}
	}
	// A later activation has begun to poll: it finds the same events.
	if (memory.context !== functions) return null;
	// What could not be read must be listed again, however old it is by then.
	Object.assign(record, findings.changes, failures.length > 0 && { newestActivity: record.newestActivity });
	memory.processed.add(processed);
	const hasChanged = processed.size > 0 || findings.past;
	// n8n stores the record at each activation: then it gets back what the end of an execution may have undone.
	if (hasChanged || isActivation) record.processed = memory.processed.stored(findings.seen);
	reportFailures(poll, failures, items.length > 0);
	if (items.length > 0) {
		memory.emitted = processed;
		return outputOf(items);
	}
	// n8n stores nothing after a poll that returns null. No output at all starts an execution in which no other node runs,
	// unless Always Output Data adds an empty item to it.
	return findings.past && !isActivation && !functions.getNode().alwaysOutputData ? [] : null;
}

/** The polls of all polling trigger nodes in this process. */
export class Polling {
	constructor(private readonly limits: Partial<Limits>) {}

	private readonly memories = new Map<string, NodeMemory>();

	/**
	 * One poll of one node. It does nothing while another poll of the same activation is in flight, since both would find the
	 * same events. If the service is down when the workflow is activated, that is only logged: n8n would refuse or break the
	 * activation.
	 * @returns what n8n starts the workflow with; null when there is nothing new
	 * @throws ServiceError when nothing could be read, or a parameter is not right
	 */
	async poll(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const key = nodeKeyOf(functions);
		const memory: NodeMemory = this.memories.get(key) ?? { processed: new ProcessedEvents(), emitted: [] };
		this.memories.set(key, memory);
		const record = nodeRecord(functions);
		const isTest = functions.getMode() === 'manual';
		const begin = async () => {
			const watch = accepted(checkField(watchField, functions.getNodeParameter('watch')));
			const client = await connectToService(functions, this.limits);
			const poll: Poll = { functions, client, memory, record, settings: outputSettings(functions), isTest };
			return { watch, poll, read: async () => await WATCHES[watch](poll) };
		};
		if (isTest) {
			const { poll, read } = await begin();
			const sample = await sampleOf(poll, await read());
			return sample.length > 0 ? outputOf(sample) : null;
		}
		const isActivation = memory.context !== functions;
		if (memory.isPolling && !isActivation) return null;
		// n8n 2 discards the output of a poll that ends after its activation has: the static data, loaded next, then lacks its events.
		if (isActivation) memory.processed.remove(memory.emitted);
		// From now on, only this context polls for the node.
		Object.assign(memory, { context: functions, isPolling: true, emitted: [] });
		try {
			const { watch, poll, read } = await begin();
			memory.processed.load(record.processed);
			// What the node remembers of something else that it watched before could be weeks old.
			if (record.watch !== watch) {
				Object.assign(record, { watch, since: undefined, account: undefined, newestActivity: undefined });
			}
			return await startPolling(poll, await read(), isActivation);
		} catch (thrown) {
			const error = thrown as Error;
			// After a failed poll at its start, n8n 2.x would never poll again.
			if (!isActivation || (!isStartOfN8n(functions) && !isPassing(error))) throw error;
			logWarning(functions, error, 'The trigger tries again at the next poll.');
			return null;
		} finally {
			if (memory.context === functions) memory.isPolling = false;
		}
	}
}
