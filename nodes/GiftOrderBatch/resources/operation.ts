import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { ServiceError } from '../api/errors';
import { simplifier, type Simplify } from './commonFields';
import type { ItemContext } from './itemContext';
import { atItem, inputError, outcomeOf } from './outcome';

/** One operation of the node: what its user sees, and what it does. */
export interface Operation extends INodePropertyOptions {
	/** The value that saved workflows hold. */
	value: string;
	/** What the operation does, as the node picker shows it. */
	action: string;
	description: string;
	/** The parameters, without display rules. */
	fields: INodeProperties[];
	/**
	 * Reads and checks the parameters of all items, and returns what is then to be done. Nothing is created before all items
	 * are planned. `eachItem` makes a plan of what one item needs.
	 * @param connect for what the plan depends on; bad input is found before it
	 * @throws ServiceError when nothing may be done
	 */
	plan(items: ItemContext[], connect: Connect): Step[] | Promise<Step[]>;
}

/** Connects to the service with the node's credential, once for all steps. @throws ServiceError if the credential cannot be used */
export type Connect = () => Promise<ServiceClient>;

/** One unit of work, for one or more input items (their indexes, from 0). */
export interface Step {
	itemIndexes: number[];
	/** Returns the output items; each comes from all of the step's input items unless it names its own. */
	run(connect: Connect): Promise<OutputItem[]>;
}

/** An output item, or why there is none. */
export type OutputItem = ({ json: IDataObject } | { error: ServiceError }) & { itemIndexes?: number[] };

/** A step after the others that returns nothing, such as one that shows hints. */
export const afterwards = (work: (connect: Connect) => Promise<void> | void): Step => ({
	itemIndexes: [],
	async run(connect) {
		await work(connect);
		return [];
	},
});

/** A step that does nothing but report items as failed. */
export const failedStep = (itemIndexes: number[], error: ServiceError): Step => ({
	itemIndexes,
	run: async () => itemIndexes.map((itemIndex) => ({ error, itemIndexes: [itemIndex] })),
});

interface ItemError {
	itemIndex: number;
	error: ServiceError;
}

/** @throws ServiceError with the problems of all refused items, unless the node continues on fail */
export function stopIfRefused(items: ItemContext[], refusals: ItemError[]): void {
	const [first] = refusals;
	if (!first || items[0]?.continuesOnFail) return;
	const other = refusals.find(({ error }) => !outcomeOf(error).problems);
	if (items.length === 1 || other) throw (other ?? first).error;
	const problemsOf = ({ itemIndex: item, error }: ItemError) =>
		(outcomeOf(error).problems ?? []).map((problem) => ({ ...problem, item }));
	throw inputError(refusals.flatMap(problemsOf));
}

/**
 * Makes the plan of an operation that takes each item by itself. An item that is refused is reported as failed if the node
 * continues on fail.
 * @param read reads and checks one item's parameters, and returns the work to do; that returns the data of the item's output
 * @param output for an operation with `responseFields`, what `simplifier` needs to know
 */
export const eachItem =
	(
		read: (item: ItemContext) => (client: ServiceClient) => Promise<IDataObject[]>,
		...output: [simplify?: Simplify, always?: string[]]
	): Operation['plan'] =>
	(items) => {
		const refusals: ItemError[] = [];
		const steps = items.map((item): Step => {
			const { itemIndex } = item;
			try {
				const work = read(item);
				const simplified = simplifier(item, ...output);
				return {
					itemIndexes: [itemIndex],
					run: async (connect) => simplified(await work(await connect())).map((json) => ({ json })),
				};
			} catch (thrown) {
				const error = atItem(thrown, itemIndex);
				refusals.push({ itemIndex, error });
				return failedStep([itemIndex], error);
			}
		});
		stopIfRefused(items, refusals);
		return steps;
	};
