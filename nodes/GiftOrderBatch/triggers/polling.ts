import { NodeApiError, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import type { Authentication } from '../api/credentialTypes';
import { ServiceClient } from '../api/client';
import { mapConcurrently } from '../api/concurrency';
import { asNodeError, inputError, type NodeError } from '../api/errors';
import { FINAL_STATES, isFinal } from '../api/orderBatchState';
import { check, id } from '../resources/inputSchemas';
import { accountPast, recordSnapshot, snapshotOfAccount } from './accountWatch';
import { outputOf, type Output } from './triggerFields';
import { EmittedBatches } from './emittedBatches';
import { nodeRecord } from './nodeRecord';
import { snapshotOfIds, statusOf, type Snapshot } from './snapshot';

/** A key that the service refuses stays refused; everything else may be better at the next poll. */
const isRefusedKey = (error: NodeError) => ['401', '403'].includes(statusOf(error) ?? '');

/** The IDs of the parameter Order Batch IDs: text with commas or line breaks, or a list from an expression. */
function orderBatchIdsOf(functions: IPollFunctions): string[] {
	const value = functions.getNodeParameter('orderBatchIds') as unknown;
	const texts = (Array.isArray(value) ? value : String(value ?? '').split(/[\s,;]+/)).map((text) =>
		String(text).trim().toLowerCase(),
	);
	const ids = [...new Set(texts.filter((text) => text !== ''))];
	if (ids.length === 0) throw inputError(functions.getNode(), ['Order Batch IDs is empty: it needs at least one ID']);
	const problems = ids.flatMap((text) => {
		const checked = check(id('Order Batch IDs'), text);
		return 'problems' in checked ? checked.problems : [];
	});
	if (problems.length > 0) throw inputError(functions.getNode(), problems);
	return ids;
}

/** Says in n8n's log which batches could not be read; throws when that is all that came of the poll. */
function reportFailures(functions: IPollFunctions, failures: NodeError[], emittedAny: boolean): void {
	const [worst] = [...failures].sort((a, b) => Number(statusOf(a) === '404') - Number(statusOf(b) === '404'));
	if (!worst) return;
	for (const failure of failures) {
		functions.logger.warn(`Gift Order Batch Polling Trigger: ${failure.message} ${failure.description ?? ''}`);
	}
	const onlyUnknown = statusOf(worst) === '404';
	if (!emittedAny && (functions.getMode() === 'manual' || !onlyUnknown)) throw worst;
}

interface Settings {
	client: ServiceClient;
	watchesAccount: boolean;
	emitOn: string[];
	output: Output;
}

async function settingsOf(functions: IPollFunctions): Promise<Settings> {
	const authentication = functions.getNodeParameter('authentication') as Authentication;
	const options = functions.getNodeParameter('options', {}) as { emitOn?: string[]; output?: Output };
	return {
		client: await ServiceClient.connect(functions, authentication),
		watchesAccount: functions.getNodeParameter('watch') === 'account',
		emitOn: options.emitOn ?? [...FINAL_STATES],
		output: options.output ?? 'orderBatch',
	};
}

/** Looks at the batches that the node watches; those that are known need not be asked for one by one. */
async function takeSnapshot(
	functions: IPollFunctions,
	{ client, watchesAccount }: Settings,
	isKnown: (id: string) => boolean,
): Promise<Snapshot & { account?: string }> {
	if (watchesAccount) return await snapshotOfAccount(functions, client);
	const ids = orderBatchIdsOf(functions);
	const unknown = ids.filter((orderBatchId) => !isKnown(orderBatchId));
	return await snapshotOfIds(functions, client, new Set(ids), unknown);
}

/** How many order batches a test run shows at most. */
const MAX_SAMPLES = 10;

/** What a test run in the editor shows: the batches as they are now, those first that would start the workflow. */
async function showSample(functions: IPollFunctions, settings: Settings): Promise<IDataObject[]> {
	const { client, emitOn, output } = settings;
	const { orderBatches, failures } = await takeSnapshot(functions, settings, () => false);
	const emitting = orderBatches.filter(({ send_status: sendStatus }) => emitOn.includes(sendStatus));
	const shown = (emitting.length > 0 ? emitting : orderBatches).slice(0, MAX_SAMPLES);
	reportFailures(functions, failures, shown.length > 0);
	const samples = await mapConcurrently(
		shown,
		client.limits.maxConcurrentRequests,
		async (orderBatch) => await outputOf(client, orderBatch, output),
	);
	return samples.flat();
}

/**
 * Looks for batches that have become final, and returns the items to start the workflow with (openapi: OrderBatchSendStatus). A batch counts as emitted once its items are there, so that one that fails now comes with a later poll.
 */
async function emitNews(functions: IPollFunctions, settings: Settings): Promise<IDataObject[]> {
	const { client, emitOn, output } = settings;
	const record = nodeRecord(functions);
	const emitted = new EmittedBatches(record);
	const { account, watched, orderBatches, failures } = await takeSnapshot(functions, settings, (orderBatchId) =>
		emitted.has(orderBatchId),
	);
	const past = account ? accountPast(record, account, orderBatches) : new Set<string>();
	const news = orderBatches.filter(
		(orderBatch) => isFinal(orderBatch.send_status) && !emitted.has(orderBatch.id) && !past.has(orderBatch.id),
	);

	let items: IDataObject[] = [];
	const done: string[] = [];
	for (const orderBatch of news) {
		try {
			if (emitOn.includes(orderBatch.send_status)) items = items.concat(await outputOf(client, orderBatch, output));
			done.push(orderBatch.id);
		} catch (error) {
			failures.push(asNodeError(functions.getNode(), 0, error));
		}
	}
	if (done.length > 0) emitted.add(done, watched);
	const isOpen = (orderBatchId: string) => !emitted.has(orderBatchId) && !past.has(orderBatchId);
	if (account) recordSnapshot(functions, client, { account, seen: watched, open: [...watched].filter(isOpen) });
	reportFailures(functions, failures, items.length > 0);
	return items;
}

/** The contexts that have polled before: n8n makes one when a workflow is activated, and polls with it from then on. */
const polledBefore = new WeakSet<IPollFunctions>();

/** The contexts whose last poll goes on: n8n begins the next one all the same. */
const polling = new WeakSet<IPollFunctions>();

/**
 * One poll. While the poll before it goes on it does nothing, since both would find the same news. A service that is down when the workflow is activated is only logged, since n8n would refuse or break the
 * activation; from the second poll on it is an error that the user sees.
 * @throws NodeApiError when nothing could be read; NodeOperationError when Order Batch IDs is not right
 */
export async function pollOrderBatches(functions: IPollFunctions): Promise<IDataObject[]> {
	const isActivation = !polledBefore.has(functions);
	polledBefore.add(functions);
	const settings = await settingsOf(functions);
	if (functions.getMode() === 'manual') return await showSample(functions, settings);
	if (polling.has(functions)) return [];
	polling.add(functions);
	try {
		return await emitNews(functions, settings);
	} catch (error) {
		const nodeError = asNodeError(functions.getNode(), 0, error);
		const passing = nodeError instanceof NodeApiError && !isRefusedKey(nodeError) && statusOf(nodeError) !== '404';
		if (!isActivation || !passing) throw nodeError;
		functions.logger.warn(`Gift Order Batch Polling Trigger: ${nodeError.message} The next poll tries again.`);
		return [];
	} finally {
		polling.delete(functions);
	}
}
