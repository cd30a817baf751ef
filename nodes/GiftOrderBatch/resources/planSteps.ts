import { asNodeError, inputError, problemsOf, type NodeError } from '../api/errors';
import type { Operation, Step } from './defineResource';
import type { ItemContext } from './itemContext';

/** A step that does nothing but report items that are refused, each by itself. */
export const refusalStep = (itemIndexes: number[], error: NodeError): Step => ({
	itemIndexes,
	run: async () => itemIndexes.map((itemIndex) => ({ error, itemIndexes: [itemIndex] })),
});

/** Items that cannot be worked on, and why. */
class Refusal {
	constructor(
		readonly itemIndexes: number[],
		readonly error: NodeError,
	) {}
}

function planAlone(operation: Operation, item: ItemContext): Step[] {
	const run = operation.plan(item);
	return [{ itemIndexes: [item.itemIndex], run: async () => (await run()).map((json) => ({ json })) }];
}

/** What `plan` plans for the items, or why it refuses them. */
function planOrRefuse(items: ItemContext[], plan: () => Step[]): Step[] | Refusal {
	const [first] = items as [ItemContext];
	try {
		return plan();
	} catch (error) {
		const itemIndexes = items.map(({ itemIndex }) => itemIndex);
		return new Refusal(itemIndexes, asNodeError(first.client.node, first.itemIndex, error));
	}
}

/** One error with the problems of all refused items, each named by its item. */
function allProblems(refusals: Refusal[]): NodeError {
	const [first] = refusals as [Refusal];
	const notInput = refusals.find(({ error }) => problemsOf(error) === undefined);
	if (refusals.length === 1 || notInput) return (notInput ?? first).error;
	const problems = refusals.flatMap(({ itemIndexes: [itemIndex = 0], error }) =>
		(problemsOf(error) ?? []).map((problem) => `Item ${itemIndex + 1}: ${problem}`),
	);
	return inputError(first.error.node, first.itemIndexes[0] ?? 0, problems);
}

/**
 * Plans all items before anything is done.
 * @param continueOnFail whether a refused item is reported as an output item, and the others go on
 * @throws NodeOperationError with the problems of all items, unless `continueOnFail`; or when they may not be done together
 */
export function planSteps(operation: Operation, items: ItemContext[], continueOnFail: boolean): Step[] {
	const { together } = operation;
	const plans =
		together && items[0] && together.applies(items[0])
			? [planOrRefuse(items, () => together.plan(items))]
			: items.map((item) => planOrRefuse([item], () => planAlone(operation, item)));
	const refusals = plans.filter((plan) => plan instanceof Refusal);
	if (refusals.length > 0 && !continueOnFail) throw allProblems(refusals);
	operation.confirm?.(items);
	return plans.flatMap((plan) => (plan instanceof Refusal ? [refusalStep(plan.itemIndexes, plan.error)] : plan));
}
