import type { IDataObject } from 'n8n-workflow';

import { inputError, type ErrorFacts } from '../../api/errors';
import { grouped, isBlank, isObject } from '../../api/values';
import type { Checked } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import { failedStep, planEach, type Step } from '../operation';
import { cartProblems } from './rules/catalogue';
import { createOptionsOf, type CreateOptions } from './form/options';
import { areItemsRecipients, recipientOfItem, recipientsOfItem, type ReadRecipient } from './form/recipients';
import { leaveOut, type LeftOut } from './rules/gifted';
import { aboutRecipient, groupedHints, repeatedRecipients, summarized } from './sentences';
import { NO_DATA, type ServiceData } from './rules/facts';
import { differingParameters } from './form/shared';
import type { CheckedOrderBatch, OrderBatchProblem, PriceInput } from './rules/input';

/** No time is in the past of this one. */
const EPOCH = new Date(0);

/** How an operation reads the fields of an order batch that are not its recipients. */
export interface BatchForm<Input extends PriceInput> {
	/** The fields of an item under the service's names, not yet checked. */
	read(item: ItemContext): IDataObject;
	/** What is wrong with the fields although the service would take them, as sentences. */
	problems(item: ItemContext): string[];
	/** @param now the moment against which times count as past */
	check(input: unknown, now: Date): CheckedOrderBatch<Input>;
}

/** An order batch that the parameters of one or more items make. */
export interface Batch<Input extends PriceInput> {
	input: Input;
	/** Whose parameters count. */
	item: ItemContext;
	/** Which of the item's order batches it is, from 0. */
	batchNumber: number;
	/** What messages call it, such as "item 2"; none where it is the only one. */
	label?: string;
	options: CreateOptions;
	/** The input item of each recipient, in their order. */
	itemIndexes: number[];
}

/** What an operation does with its order batches. */
interface PlannedBatches<Input extends PriceInput> {
	batches: Array<Batch<Input>>;
	steps: Step[];
	/** What to show beside the output, as sentences. */
	hints: string[];
}

/** Makes the step of an order batch, or says why there may be none, as sentences. */
type MakeStep<Input extends PriceInput> = (batch: Batch<Input>) => Checked<Step>;

interface Planner<Input extends PriceInput> {
	form: BatchForm<Input>;
	data: ServiceData;
	makeStep: MakeStep<Input>;
	/** What to show beside the output. */
	hints: string[];
}

const NO_STEP: Step = { itemIndexes: [], run: async () => [] };

const sentencesOf = (problems: OrderBatchProblem[]) => problems.map(({ sentence }) => sentence);

/** The recipients of whom nobody can tell whether they got a gift before, where the options ask for it. */
function unrecognized(
	{ recipients, send_method }: Record<string, unknown>,
	options: CreateOptions,
): OrderBatchProblem[] {
	// The send method Email and Link asks for the email itself.
	if (options.skipGiftedWithinDays === undefined || send_method === 'email_and_link') return [];
	return (Array.isArray(recipients) ? recipients : []).flatMap((recipient: unknown, index) =>
		isObject(recipient) && isBlank(recipient.email)
			? [aboutRecipient(index, 'Email is missing: the option "Skip Gifted Within Days" finds people by their email')]
			: [],
	);
}

/**
 * Checks the order batch that an item's parameters make for these recipients. Times in the past are not looked for where
 * everything else is right: the order batch may exist since before they were past.
 */
function checkInput<Input extends PriceInput>(
	{ form, data }: Planner<Input>,
	item: ItemContext,
	options: CreateOptions,
	recipients: unknown,
	read: ReadRecipient[],
): CheckedOrderBatch<Input> {
	const input = { ...form.read(item), recipients };
	const own = form.problems(item).map((message) => ({ sentence: message, message }));
	const unread = read.flatMap(({ problems }, index) => problems.map((message) => aboutRecipient(index, message)));
	const checked = form.check(input, EPOCH);
	const unfit = [
		...unrecognized(input, options),
		...('value' in checked ? cartProblems(checked.value, data.products) : []),
	];
	if ('value' in checked && own.length + unread.length + unfit.length === 0) return checked;

	const isUnread = new Set(unread.map(({ recipientIndex }) => recipientIndex));
	const others = form.check(input, new Date());
	return {
		problems: [
			...own,
			...unread,
			...[...('problems' in others ? others.problems : []), ...unfit].filter(
				({ recipientIndex }) => recipientIndex === undefined || !isUnread.has(recipientIndex),
			),
		],
	};
}

/** Where a recipient comes from, and where they go. */
interface Place extends Pick<LeftOut, 'number' | 'itemIndex'> {
	batchNumber: number;
}

/**
 * Plans the order batches for recipients who are right, without those who got a gift before.
 * @param batch what the order batches have in common; its label is that of the reports on who is left out
 * @param places those of the recipients, in their order
 * @param total how many recipients there were at first
 */
function planChecked<Input extends PriceInput>(
	{ data, makeStep }: Planner<Input>,
	batch: Pick<Batch<Input>, 'input' | 'item' | 'label' | 'options'>,
	places: Place[],
	total: number,
	labelOf: (batchNumber: number) => string | undefined = () => batch.label,
): Checked<Step[]> {
	const { input, item, label, options } = batch;
	const days = options.skipGiftedWithinDays;
	const leftOut: LeftOut[] = [];
	const kept = input.recipients.flatMap((recipient, index) => {
		const place = places[index] as Place;
		const gift = days === undefined ? undefined : data.giftedBefore(recipient, days);
		if (!gift) return [[place.batchNumber, { recipient, itemIndex: place.itemIndex }] as const];
		leftOut.push({ ...place, email: String(recipient.email), gift });
		return [];
	});
	const steps = leaveOut(item, leftOut, { days, total, kept: kept.length, label });
	const problems: string[] = [];
	let facts: ErrorFacts | undefined;
	for (const [batchNumber, part] of grouped(kept)) {
		const made = makeStep({
			...batch,
			input: { ...input, recipients: part.map(({ recipient }) => recipient) },
			batchNumber,
			label: labelOf(batchNumber),
			itemIndexes: part.map(({ itemIndex }) => itemIndex),
		});
		if ('value' in made) steps.push(made.value);
		else {
			problems.push(...made.problems);
			facts ??= made.facts;
		}
	}
	return problems.length > 0 ? { problems, facts } : { value: steps };
}

/** Plans the order batch of one item whose recipients are in its parameters. */
function planAlone<Input extends PriceInput>(planner: Planner<Input>, item: ItemContext, isOnly: boolean): Step[] {
	const options = createOptionsOf(item);
	const list = recipientsOfItem(item);
	const read = Array.isArray(list) ? list : [];
	const recipients = Array.isArray(list) ? list.map(({ recipient }) => recipient) : list.recipients;
	const checked = checkInput(planner, item, options, recipients, read);
	if ('problems' in checked) {
		return item.refuse(sentencesOf(checked.problems), summarized(checked.problems, read));
	}
	const { itemIndex } = item;
	const label = isOnly ? undefined : `item ${itemIndex + 1}`;
	const places = read.map((_, index) => ({ number: index + 1, itemIndex, batchNumber: 0 }));
	const batch = { input: checked.value, item, label, options };
	const steps = item.accept(planChecked(planner, batch, places, read.length));
	planner.hints.push(...groupedHints(read));
	return steps;
}

/** Reports the recipients that are left out: as failed items where the node continues on fail, else as a hint. */
function reportSkipped(items: ItemContext[], problems: OrderBatchProblem[], hints: string[]): Step[] {
	const [first] = items as [ItemContext];
	const byItem = grouped(problems.map(({ recipientIndex = 0, sentence }) => [recipientIndex, sentence] as const));
	if (first.continuesOnFail) {
		return [...byItem].map(([itemIndex, sentences]) => failedStep([itemIndex], inputError(first.node, sentences)));
	}
	if (byItem.size > 0) {
		const some = sentencesOf(problems).slice(0, 5).join('; ');
		hints.push(`${byItem.size} of ${items.length} recipients were left out: ${some}`);
	}
	return [];
}

/** What is wrong with the recipients. The catalogue is asked about those alone who are right otherwise. */
function recipientProblems<Input extends PriceInput>(
	planner: Planner<Input>,
	item: ItemContext,
	options: CreateOptions,
	read: ReadRecipient[],
): OrderBatchProblem[] {
	const problemsOf = (some: ReadRecipient[]) => {
		const recipients = some.map(({ recipient }) => recipient);
		const checked = checkInput(planner, item, options, recipients, some);
		return 'problems' in checked ? checked.problems : [];
	};
	const wrong = problemsOf(read);
	const isWrong = new Set(wrong.map(({ recipientIndex }) => recipientIndex));
	const right = [...read.keys()].filter((index) => !isWrong.has(index));
	if (wrong.length === 0 || isWrong.has(undefined) || right.length === 0) return wrong;
	const others = problemsOf(right.map((index) => read[index] as ReadRecipient));
	return [
		...wrong,
		...others.map((problem) =>
			problem.recipientIndex === undefined
				? problem
				: aboutRecipient(right[problem.recipientIndex] as number, problem.message),
		),
	];
}

/** Plans the order batches whose recipients are the input items, and reports on the items that are left out. */
function planTogether<Input extends PriceInput>(planner: Planner<Input>, items: ItemContext[]): Step[] {
	const { hints } = planner;
	const [first] = items as [ItemContext];
	const options = createOptionsOf(first);
	const refuse = (sentences: string[], summary?: string[]): never => {
		throw inputError(first.node, sentences, { summary });
	};
	const differing = differingParameters(items);
	if (differing.length > 0) refuse(differing);

	const read = items.map(recipientOfItem);
	const recipients = read.map(({ recipient }) => recipient);
	const wrong = recipientProblems(planner, first, options, read);
	const isWrong = new Set(wrong.map(({ recipientIndex }) => recipientIndex));
	const repeated = options.allowRepeatedRecipients
		? []
		: repeatedRecipients(recipients.map((recipient, index) => (isWrong.has(index) ? undefined : recipient)));
	const problems = [...wrong, ...repeated];
	const skipped = new Set(problems.map(({ recipientIndex }) => recipientIndex));
	const isNobodyLeft = !skipped.has(undefined) && skipped.size === items.length;
	if (problems.length > 0) {
		const mayGoOn = options.skipInvalidRecipients && !skipped.has(undefined);
		if (!mayGoOn || (isNobodyLeft && !first.continuesOnFail)) {
			const columns = first.parameter('recipientsSource') === 'inputItems' ? Object.keys(first.json) : undefined;
			refuse(sentencesOf(problems), summarized(problems, read, columns));
		}
	}
	const reports = reportSkipped(items, problems, hints);
	if (isNobodyLeft) return reports;
	hints.push(...groupedHints(read));
	const valid = items.map(({ itemIndex }) => itemIndex).filter((itemIndex) => !skipped.has(itemIndex));
	const rest = checkInput(
		planner,
		first,
		options,
		valid.map((itemIndex) => recipients[itemIndex]),
		[],
	);
	if ('problems' in rest) return refuse(sentencesOf(rest.problems));
	// They are cut by the places of all items, so that one that is left out moves nobody to another order batch.
	const size = Math.min(options.recipientsPerBatch, items.length);
	const places = valid.map((itemIndex) => ({
		number: itemIndex + 1,
		itemIndex,
		batchNumber: Math.floor(itemIndex / size),
	}));
	const batch = { input: rest.value, item: first, options };
	const planned = planChecked(planner, batch, places, items.length, (number) => `order batch ${number + 1}`);
	return [...reports, ...first.accept(planned)];
}

/** Whether the service's data decides who the recipients are. */
const isUndecided = ({
	options: { skipGiftedWithinDays, skipInvalidRecipients },
}: Pick<Batch<PriceInput>, 'options'>) => skipGiftedWithinDays !== undefined || skipInvalidRecipients;

/**
 * Plans the order batches that the parameters of the items make: one for all items if they are the recipients, cut by
 * Recipients per Batch, else one for each item. With `NO_DATA`, one whose recipients are not known yet gets no step.
 * @throws NodeOperationError with the problems of all items, where the node does not continue on fail
 */
export function planBatches<Input extends PriceInput>(
	items: ItemContext[],
	form: BatchForm<Input>,
	data: ServiceData,
	makeStep: MakeStep<Input>,
): PlannedBatches<Input> {
	const [first] = items as [ItemContext];
	const batches: Array<Batch<Input>> = [];
	const addBatch: MakeStep<Input> = (batch) => {
		batches.push(batch);
		return data === NO_DATA && isUndecided(batch) ? { value: NO_STEP } : makeStep(batch);
	};
	const planner = { form, data, makeStep: addBatch, hints: [] };
	const steps = areItemsRecipients(first)
		? planTogether(planner, items)
		: planEach(items, (item) => planAlone(planner, item, items.length === 1));
	return { batches, steps, hints: planner.hints };
}

/**
 * Plans without the service's data, so that wrong input is refused before any request, and then with it. The first plan is
 * kept where the data changes nothing: planning thousands of recipients takes its time.
 * @throws what `planWith` and `readData` throw
 */
export async function planWithServiceData<Plan extends { batches: Array<Batch<PriceInput>> }>(
	planWith: (data: ServiceData) => Plan,
	readData: (plan: Plan) => Promise<ServiceData>,
): Promise<Plan> {
	const plan = planWith(NO_DATA);
	const data = await readData(plan);
	const isChanged = plan.batches.some(
		(batch) => isUndecided(batch) || cartProblems(batch.input, data.products).length > 0,
	);
	return isChanged ? planWith(data) : plan;
}
