import type { IDataObject } from 'n8n-workflow';

import { isCreation } from '../../dev/harness/batches';
import { contextOf, type NodeRun, type RunOptions } from '../../dev/harness/engine';
import type { BatchSummary, FaultEffect } from '../../dev/mock-service';
import { descriptionOf, type OutcomeFacts } from '../../nodes/GiftOrderBatch/resources/outcome';
import { REFERENCE_ADVICE } from '../../nodes/GiftOrderBatch/resources/sentences';
import type { ActionNode } from './actionNode';
import { FROM_ITEMS, smallBatch } from './orderBatchParameters';
import { problemsOf } from './schemas';

/** Hits every creation. */
export const POST = { match: { method: 'POST', path: /order_batches$/ } };

/** Creates the batch, and loses its response. */
export const LOST: FaultEffect = { kind: 'malformed', form: 'wrongShape' };

/** Refuses a request, or lets it fail, with a status. */
export const responds = (status: number): FaultEffect => ({ kind: 'response', status });

/** Lets the node go on after failures, in its output or in its error output. */
export const GOES_ON = { node: { onError: 'continueRegularOutput' } } as const;
export const TO_ERROR_OUTPUT = { node: { onError: 'continueErrorOutput' } } as const;

/** Executes the node by hand. */
export const BY_HAND = { mode: 'manual' } as const;

/** Allows several gifts for each person. */
export const ALLOWED: IDataObject = { options: { allowRepeatedRecipients: true } };

/** Input items for so many people, as the service names their fields. */
export const guests = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		first_name: `Guest ${index + 1}`,
		email: `guest${index}@example.com`,
	}));

/** Input items for people of these names, each with an email of their own. */
export const named = (...names: string[]): IDataObject[] =>
	names.map((name) => ({ first_name: name, email: `${name.toLowerCase()}@example.com` }));

/** Whether the order batch of each item existed before. */
export const already = ({ json }: NodeRun) => json.map(({ already_created: isOld = false }) => isOld);

/** What the node knows of what failed: the facts of the error of the whole run, or the `gift_error` of each item. */
export const failuresOf = ({ outputs, error }: NodeRun): IDataObject[] =>
	error
		? [error.context]
		: outputs.flat().flatMap(({ json: { gift_error: failure } }) => (failure ? [failure as IDataObject] : []));

/** How descriptions begin that say what was sent. */
const SAYS: OutcomeFacts[] = [
	{ creates: 'order batch', outcome: 'unknown' },
	{ outcome: 'created' },
	{ creates: 'order batch', outcome: 'nothingSent' },
	{ outcome: 'nothingSent' },
];

/**
 * Whether the order batch of a failure exists, as far as the node knows. An item only says it in its description; nothing where that
 * says something else.
 */
function outcomeOf({ outcome, description, order_batch_id: id }: IDataObject): OutcomeFacts['outcome'] {
	if (outcome) return outcome as OutcomeFacts['outcome'];
	if (id) return 'created';
	// "Nothing was sent." may go on, as in "Nothing was sent for this item."
	return SAYS.find((facts) => String(description).startsWith(descriptionOf(facts).replace(/\.$/, '')))?.outcome;
}

/** The same of all that failed. */
export const outcomesOf = (run: NodeRun) => failuresOf(run).map(outcomeOf);

/** What is said of an order batch that exists under a reference, where its ID is not known. */
const EXISTING = [REFERENCE_ADVICE.placeTaken, REFERENCE_ADVICE.ownTaken()];

/** The ID of an order batch, or of an order. */
const ID = /[\da-f]{8}-[\da-f]{4}-/;

/** Runs of the node that create order batches, what the service has of them, and what goes wrong. */
export function creationsOf(node: ActionNode) {
	const create = (more: IDataObject = {}): IDataObject => ({ ...smallBatch(node.service.samples.productId), ...more });
	const toItems = (more: IDataObject = {}) => create({ ...FROM_ITEMS, sendMethod: 'email_and_link', ...more });
	const failNext = (effect: FaultEffect) => node.service.addFault({ ...POST, times: 1, effect });
	const failLists = (effect: FaultEffect, times?: number) =>
		node.service.addFault({ match: { method: 'GET', path: /order_batches$/ }, times, effect });
	const runAgain = async (earlier: NodeRun, parameters: IDataObject, options: Partial<RunOptions> = {}) => {
		const contextData = options.mode === 'retry' ? structuredClone(contextOf(earlier)) : contextOf(earlier);
		const [{ origin } = {}] = Object.values(contextData.flow ?? {}) as Array<{ origin?: string }>;
		return await node.run(parameters, {
			contextData,
			...(options.mode !== 'retry' && { executionId: origin }),
			...options,
		});
	};
	/** The batches that the service has, by reference. */
	const stored = (reference?: unknown): BatchSummary[] =>
		node.service
			.orderBatches()
			.filter(({ customer_reference_id: stored }) => reference === undefined || stored === reference);
	/** Tells each time the batches that are new since it was last asked, with the first names of their recipients. */
	const newBatches = () => {
		const known = new Set<string>();
		return async () => {
			const added = stored().filter(({ id }) => !known.has(id));
			const told = [];
			for (const batch of added) {
				known.add(batch.id);
				const recipients = await node.list(`/v1/order_batches/${batch.id}/recipients`, batch.account);
				told.push({ ...batch, names: recipients.map(({ first_name: name }) => String(name)) });
			}
			return told;
		};
	};
	/** The bodies of all creations that were requested, each as the interface says. */
	const requested = (): IDataObject[] => {
		const bodies = node.requests.filter(isCreation).map(({ body }) => body as IDataObject);
		for (const body of bodies) expect(problemsOf('OrderBatchInput', body)).toEqual([]);
		return bodies;
	};
	/**
	 * Who has no gift, as a run says: that nothing was sent, without the name of an order batch that may be theirs.
	 * @param people who its input items were, in their order
	 */
	const deniedIn = (run: NodeRun, people: string[]): string[] => {
		const names = [...stored().map((batch) => String(batch.customer_reference_id)), ...EXISTING];
		const denies = (failure: IDataObject) => {
			const said = `${String(failure.message)} ${String(failure.description)}`;
			const isNamed = ID.test(said) || names.some((name) => said.includes(name));
			return outcomeOf(failure) === 'nothingSent' && !isNamed;
		};
		const { error } = run;
		if (error) return denies({ ...error, ...error.context, message: error.message }) ? people : [];
		return run.outputs.flat().flatMap(({ json: { gift_error: failure }, pairedItem }) => {
			const { item } = pairedItem as { item: number };
			return failure && denies(failure as IDataObject) ? [people[item] as string] : [];
		});
	};
	return {
		deniedIn,
		/** Parameters that create the smallest batch. */
		create,
		withReference: (customerReferenceId: string) => create({ additionalFields: { customerReferenceId } }),
		/** Parameters that send to the input items by email. */
		toItems,
		/** Parameters and as many input items, which are the recipients; more than ten stay pending. */
		toGuests: (count: number, more: IDataObject = {}) => ({ parameters: toItems(more), items: guests(count) }),
		/** Sends to people of these names by email. */
		send: async (names: string[], more: IDataObject = {}, options: Partial<RunOptions> = {}): Promise<NodeRun> =>
			await node.run(toItems(more), { items: named(...names), ...options }),
		/** Sends to people of these names in a retry of an earlier run. */
		retry: async (earlier: NodeRun, names: string[], more?: IDataObject): Promise<NodeRun> =>
			await runAgain(earlier, toItems(more), { items: named(...names), mode: 'retry' }),
		stored,
		/** How many recipients each batch of the service has. */
		sizes: () => node.service.orderBatches().map(({ recipients_count: count }) => count),
		newBatches,
		/** How many gifts each person has at the service, or will have, by their first names. */
		gifts: async (): Promise<Record<string, number>> => {
			const gifts: Record<string, number> = {};
			for (const { names } of await newBatches()()) for (const name of names) gifts[name] = (gifts[name] ?? 0) + 1;
			return gifts;
		},
		requested,
		/** Whom each of them was for: the first names. */
		sentTo: () => requested().map(({ recipients }) => (recipients as IDataObject[]).map((person) => person.first_name)),
		failNext,
		failLists,
		refuseNext: () => failNext(responds(422)),
		/** Makes the outcome of the next creation unknown: its response is lost, and the batches cannot be listed so often. */
		loseNext(times = 1, effect = LOST): void {
			failNext(effect);
			failLists(responds(403), times);
		},
		/** Runs the node once more in the execution of an earlier run, as a loop does with a `runIndex`, or in one that retries it. */
		runAgain,
	};
}
