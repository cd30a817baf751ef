import type { IDataObject } from 'n8n-workflow';

import { isCreation } from '../../dev/harness/batches';
import { contextOf, type NodeRun, type RunOptions } from '../../dev/harness/engine';
import type { BatchSummary, FaultEffect } from '../../dev/mock-service';
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

export const UNKNOWN = 'It is not known whether the order batch was created';

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

/** What the node says of what failed: of the whole run, or of each item. */
export const descriptions = ({ outputs, error }: NodeRun) =>
	error
		? [error.description]
		: outputs.flat().flatMap(({ json }) => (json.gift_error ? [(json.gift_error as IDataObject).description] : []));

/** What the node says of each input item that failed. @param people who its input items were, in their order */
function failuresOf({ outputs, error }: NodeRun, people: string[]): Array<{ names: string[]; said: string }> {
	const said = (failure: IDataObject) => `${String(failure.description)} (${String(failure.message)})`;
	if (error) return [{ names: people, said: said({ ...error, message: error.message }) }];
	return outputs.flat().flatMap(({ json, pairedItem }) => {
		const { item } = pairedItem as { item: number };
		return json.gift_error ? [{ names: [people[item] as string], said: said(json.gift_error as IDataObject) }] : [];
	});
}

const SAYS_NOTHING = /^(Nothing was sent( for this item)?\.|The order batch was not created)/;
const NAMES_EARLIER =
	/cannot tell who got them|already (created|requested|uses|exists?)|(created|may have created|may also have created|found) (an |the )?order batch|got(ten)? a gift/;

/** The failures that say that nothing was sent, and name nothing that was sent before. */
export const denialsOf = (run: NodeRun, people: string[]) =>
	failuresOf(run, people).filter(({ said }) => SAYS_NOTHING.test(said) && !NAMES_EARLIER.test(said));

/** Runs of the node that create order batches, what the service has of them, and what goes wrong. */
export function creationsOf(node: ActionNode) {
	const create = (more: IDataObject = {}): IDataObject => ({
		authentication: 'automationApi',
		...smallBatch(node.service.samples.productId),
		...more,
	});
	const toItems = (more: IDataObject = {}): IDataObject =>
		create({ ...FROM_ITEMS, sendMethod: 'email_and_link', ...more });
	const failNext = (effect: FaultEffect) => node.service.addFault({ ...POST, times: 1, effect });
	const failLists = (effect: FaultEffect, times?: number) =>
		node.service.addFault({ match: { method: 'GET', path: /order_batches$/ }, times, effect });
	const runAgain = async (
		earlier: NodeRun,
		parameters: IDataObject,
		options: Partial<RunOptions> = {},
	): Promise<NodeRun> => {
		const contextData = contextOf(earlier);
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
	return {
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
