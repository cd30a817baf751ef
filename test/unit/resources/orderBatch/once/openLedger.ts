import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	keysOf,
	requestKeyOf,
	type LedgerEntry,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/entries';
import { Ledger } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/ledger';
import { environmentOf } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/n8nExecution';
import type { Batch } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/giftRequest';
import type { OrderBatchInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';

export const ANN = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
export const BEN = { first_name: 'Ben', last_name: 'Ray', email: 'ben@example.com' };
export const CY = { first_name: 'Cy', email: 'cy@example.com' };
/** Somebody of whom only the name is known. */
export const NAMED = { first_name: 'Ann', last_name: 'Lee' };

export const PRODUCT = '123e4567-e89b-42d3-a456-426614174000';

export const input = (more: Partial<OrderBatchInput> = {}): OrderBatchInput => ({
	from_name: 'Zoe',
	recipients: [ANN],
	cart: { items: [{ product_id: PRODUCT, quantity: 1 }] },
	send_method: 'email_and_link',
	...more,
});

const ENVIRONMENT = {
	instance: 'instance',
	workflow: 'workflow',
	execution: '1',
	/** The ID of the node, and its name. */
	id: 'node',
	node: 'Gifts',
	run: 0,
	mode: 'trigger',
	isTool: false,
	/** What n8n tells of the start of the execution; nothing where it cannot tell. */
	context: undefined as object | undefined,
	/** What n8n tells only in its own context. */
	additionalData: undefined as object | undefined,
	runExecutionData: undefined as object | undefined,
	/** Whether n8n's AI executes the node by itself. */
	isAlone: false,
	/** Whether another node leads to it. */
	isConnected: true,
	/** The event that the webhook trigger before the node has put out; nothing if it did not run. */
	event: undefined as IDataObject | undefined,
	/** Whether n8n found out that the node ran. */
	isExecuted: undefined as boolean | undefined,
	/** The execution that n8n stored with a retry. */
	retried: undefined as unknown,
};
/** What is different in an execution. */
export type Environment = Partial<typeof ENVIRONMENT>;

/** An execution by hand of a workflow of its own, since the process remembers what was sent from each. */
export const byHand = (workflow: string, more: Environment = {}) => ({ mode: 'manual', workflow, ...more });

/** A schedule trigger and a webhook trigger are before the node. @param context what n8n keeps for the node */
export function functionsIn(more: Environment = {}, context: IDataObject = {}): IExecuteFunctions {
	const all = { ...ENVIRONMENT, ...more };
	const parents = [
		{ name: 'Start', type: 'n8n-nodes-base.scheduleTrigger', isExecuted: true, json: {} },
		{ name: 'Event', type: 'package.giftOrderBatchTrigger', isExecuted: all.event !== undefined, json: all.event },
	];
	const itself = { name: all.node, isExecuted: all.isExecuted, json: {} };
	return {
		getContext: () => context,
		getMode: () => all.mode,
		getTimezone: () => 'UTC',
		getInstanceId: () => all.instance,
		getWorkflow: () => ({ id: all.workflow, name: all.isAlone ? 'Execute node package.giftOrderBatch' : 'Gifts' }),
		getExecutionId: () => all.execution,
		getExecutionDataById: async () => await all.retried,
		...(all.context && { getExecutionContext: () => all.context }),
		additionalData: all.additionalData,
		runExecutionData: all.runExecutionData,
		getNode: () => ({ name: all.node, id: all.id, type: 'package.giftOrderBatch' }),
		getWorkflowDataProxy: () => ({
			$runIndex: all.run,
			$: (nodeName: string) => {
				const { isExecuted, json } = [...parents, itself].find(({ name }) => name === nodeName)!;
				return { isExecuted, all: () => [{ json }] };
			},
		}),
		getParentNodes: () => (all.isConnected ? parents : []),
	} as unknown as IExecuteFunctions;
}

/** Opens the ledger of an execution, and keeps the turn. */
export const openTurn = async (more: Environment = {}, context: IDataObject = {}) =>
	await Ledger.open(environmentOf(functionsIn(more, context), more.isTool ?? false));

/** Opens the ledger of an execution, lets others open it, and loads what was sent with an API key. */
export async function open(more: Environment = {}, key = 'key', context: IDataObject = {}) {
	const ledger = await openTurn(more, context);
	ledger.close();
	ledger.loadDays(key);
	return ledger;
}

/** What n8n keeps for the node of a ledger. */
const contextOf = ({ environment }: Ledger): IDataObject => ({ 'giftOrderBatch node': environment.store });

/** Opens a ledger again in the same process. */
export const reopen = async (ledger: Ledger, more: Environment = {}) => await open(more, 'key', contextOf(ledger));

/** The same after n8n has stored it with its execution. */
export const reload = async (ledger: Ledger, more: Environment = {}) =>
	await open(more, 'key', JSON.parse(JSON.stringify(contextOf(ledger))) as IDataObject);

export const batchOf = (made: OrderBatchInput, allowRepeatedRecipients = false, name?: string) =>
	({
		gift: { name, items: [] },
		item: { itemIndex: 0 },
		input: made,
		rows: made.recipients.map((recipient, index) => ({ number: index + 1, itemIndex: index, recipient })),
		options: { allowRepeatedRecipients },
	}) as unknown as Batch;

/** The entry of a request, as sending makes it. */
export const entryOf = (ledger: Ledger, made = input(), more: Partial<LedgerEntry> = {}): LedgerEntry => ({
	state: 'created',
	reference: made.customer_reference_id ?? ledger.next(false),
	requestKey: requestKeyOf(made),
	times: { scheduled_send_on: made.scheduled_send_on, expires_at: made.expires_at },
	personKeys: made.recipients.flatMap(keysOf),
	recipientsCount: made.recipients.length,
	startedAt: Date.now(),
	runIndex: ledger.environment.runIndex,
	keyFingerprint: 'key',
	...more,
});

export function record(ledger: Ledger, made?: OrderBatchInput, more?: Partial<LedgerEntry>): LedgerEntry {
	const entry = entryOf(ledger, made, more);
	ledger.record(entry);
	return entry;
}
