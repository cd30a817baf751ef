import type { IDataObject, IHookFunctions, INode, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

export type TriggerFunctions = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** What a trigger node remembers between its runs; a field is undefined until the node has set it. */
export interface NodeRecord {
	/** The events that have started its workflow, or were there before it: see `ProcessedEvents.stored`. */
	processed?: Record<string, string>;
	/** What a polling trigger watches: its parameter Watch. The three fields below belong to it. */
	watch?: string;
	/** When the trigger began to watch order activities, as ISO 8601. */
	since?: string;
	/** Identifies the account whose past events the trigger knows. */
	account?: string;
	/** The time of the newest order activity that it has seen, as ISO 8601. */
	newestActivity?: string;
	/** The webhooks that the trigger has registered, by the address that n8n gave them. */
	registrations?: IDataObject;
}

/** Whether n8n activates the trigger because it starts, and not because somebody publishes the workflow. */
export const isStartOfN8n = (functions: IHookFunctions | IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(functions.getActivationMode());

/** Names a trigger node among all nodes of this n8n. */
export const nodeKeyOf = (functions: TriggerFunctions): string => {
	const { id, name } = functions.getNode();
	return `${functions.getWorkflow().id}/${id || name}`;
};

/**
 * The record of a trigger node, in the static data of its workflow. It belongs to the node's ID: what n8n itself keeps for a
 * node belongs to its name, so a renamed node would start its workflow again for everything that it has processed.
 */
export function nodeRecord(functions: TriggerFunctions, { id, name }: INode = functions.getNode()): NodeRecord {
	const staticData = functions.getWorkflowStaticData('global');
	const keyOf = (field: string | symbol) => `giftOrderBatch ${id || name} ${String(field)}`;
	// n8n stores the static data when one of its own fields was set, and not always when something inside one was.
	return new Proxy<NodeRecord>(
		{},
		{
			get: (_, field) => staticData[keyOf(field)],
			set: (_, field, value: NodeRecord[keyof NodeRecord]) => {
				staticData[keyOf(field)] = value;
				return true;
			},
		},
	);
}
