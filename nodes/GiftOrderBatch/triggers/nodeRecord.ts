import type { IDataObject, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What a trigger node remembers between its runs; undefined where it has not remembered anything yet. */
export interface NodeRecord {
	/** The batches that it has handed to its workflow. */
	emitted?: unknown;
	/** The batches that were final when it first saw its account. */
	accountPast?: unknown;
}

/**
 * The record of a trigger node, in the static data of its workflow. It belongs to the node's ID: what n8n itself keeps for a
 * node belongs to its name, and a node that was renamed would start its workflow again for all that it had handed to it.
 */
export function nodeRecord(functions: IPollFunctions | IWebhookFunctions): NodeRecord {
	const staticData = functions.getWorkflowStaticData('global');
	const { id, name } = functions.getNode();
	// n8n stores the static data when one of its own fields was set, and not always when something inside one was.
	const field = (key: string): PropertyDescriptor => ({
		get: () => staticData[`giftOrderBatch ${id || name} ${key}`],
		set: (value: IDataObject) => (staticData[`giftOrderBatch ${id || name} ${key}`] = value),
	});
	return Object.defineProperties({}, { emitted: field('emitted'), accountPast: field('accountPast') }) as NodeRecord;
}
