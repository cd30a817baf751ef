import type { IDataObject } from 'n8n-workflow';

import { asNodeError, type NodeError } from '../../api/errors';
import { grouped, isBlank } from '../../api/values';
import { sentenceOf } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import { afterwards, failedStep, itemsLabel, stopIfRefused, type Connect, type Step } from '../operation';
import { inputError } from '../outcome';
import { differingLabels, differingSettings, readGifts, type AskedGift, type BatchForm } from './form/form';
import { createOptionsOf, type CreateOptions } from './form/options';
import { isValidateOnly } from './form/gift';
import { areItemsRecipients } from './form/recipients';
import { reportLeftOut } from './output/leftOut';
import { isNameOnly, personKey } from './recipients/personKey';
import type { Recipient } from './recipients/recipientInput';
import { rowsOfItem, rowsOfItems, type EarlierGift, type Row } from './recipients/rows';
import { cartProblems, productNames, restrictionProblems } from './rules/catalogue';
import { collectionProblems, withCollections } from './rules/collections';
import { readFacts, type Facts } from './rules/facts';
import { checkGift, checkRecipient, lateProblems, type GiftProblem, type PriceInput } from './rules/input';
import {
	allSentences,
	columnHint,
	gapHint,
	leftOutHints,
	REPEATED_ADVICE,
	repeatedMessage,
	rowSentences,
	summary,
	type Findings,
} from './sentences';

/** What one item, or several items together, ask for, and for whom. */
export interface Gift<Input extends PriceInput> {
	items: ItemContext[];
	/** Whose parameters count. */
	item: ItemContext;
	/** What messages call it, such as "item 2"; none where it is the only one, or its items are the recipients. */
	name?: string;
	rows: Row[];
	options: CreateOptions;
	/** The order batch without its recipients, once nothing is wrong with it. */
	input?: Omit<Input, 'recipients'>;
	/** What people call the products of its cart. */
	products: string[];
	/** What the catalogue forbids of its cart. */
	cartProblems: GiftProblem[];
	/** What is wrong with it; nothing if it is not refused. */
	refusal?: Findings | NodeError;
}

/** An order batch: a gift, or a part of it. */
export interface Batch<Input extends PriceInput> {
	gift: Gift<Input>;
	rows: Row[];
	input: Input;
	item: ItemContext;
	options: CreateOptions;
	/** What messages call it; none where it is the only one. */
	name?: string;
}

const areTogether = (items: ItemContext[]) => areItemsRecipients(items[0] as ItemContext);

/** @param items all of the node */
function errorOf(items: ItemContext[], gift: Gift<PriceInput>, { gift: problems, rows }: Findings): NodeError {
	const isSearched = gift.item.parameter('recipientsSource') === 'inputItems';
	const inShort = summary({ gift: problems, rows }, isSearched ? Object.keys(gift.item.json) : undefined);
	const itemIndex = areTogether(items) ? undefined : gift.item.itemIndex;
	return inputError(gift.item.node, allSentences({ gift: problems, rows }), { itemIndex, summary: inShort });
}

const isError = (refusal: Findings | NodeError): refusal is NodeError => refusal instanceof Error;

/** The error of a gift that is refused. */
export const refusalOf = (items: ItemContext[], gift: Gift<PriceInput>): NodeError | undefined =>
	gift.refusal && (isError(gift.refusal) ? gift.refusal : errorOf(items, gift, gift.refusal));

/** @throws NodeOperationError with all problems of all gifts, unless the node goes on after failures */
export function stopIfAnyRefused(items: ItemContext[], gifts: Array<Gift<PriceInput>>): void {
	const refused = gifts.filter(({ refusal }) => refusal);
	const [first] = refused;
	if (!first || first.item.continuesOnFail) return;
	const findings = refused.flatMap(({ refusal, item }) => (refusal && !isError(refusal) ? [{ ...refusal, item }] : []));
	if (areTogether(items) && findings.length === refused.length) {
		const byMessage = grouped(
			findings.flatMap(({ gift, item }) => gift.map((problem) => [sentenceOf(problem), { problem, item }] as const)),
		);
		const problems = [...byMessage.values()].map((same) => {
			const [{ problem }] = same as [(typeof same)[number]];
			const label = itemsLabel([...new Set(same.map(({ item }) => item.itemIndex))]);
			return same.length === gifts.length ? problem : { ...problem, message: `${label}: ${problem.message}` };
		});
		throw errorOf(items, first, { gift: problems, rows: findings.flatMap(({ rows }) => rows) });
	}
	const errors = refused.map((gift) => ({
		itemIndex: gift.item.itemIndex,
		error: refusalOf(items, gift) as NodeError,
	}));
	stopIfRefused(
		gifts.map(({ item }) => item),
		errors,
	);
}

/** The gifts of each list: the items are one list, whatever each of them asks for; otherwise each item has its own. */
const listsOf = <Input extends PriceInput>(
	items: ItemContext[],
	gifts: Array<Gift<Input>>,
): Array<Array<Gift<Input>>> => (areTogether(items) ? [gifts] : gifts.map((gift) => [gift]));

/**
 * Refuses gifts with problems, unless they may go on without the recipients that have them.
 * @param problemsOf what is wrong with a gift itself
 */
function refuseWrong<Input extends PriceInput>(
	items: ItemContext[],
	gifts: Array<Gift<Input>>,
	problemsOf: (gift: Gift<Input>) => GiftProblem[],
): void {
	const isWrong = ({ problems }: Row) => problems.length > 0;
	for (const list of listsOf(items, gifts)) {
		const isNobodyLeft = list.every(({ rows }) => rows.every(isWrong));
		for (const gift of list.filter(({ refusal }) => !refusal)) {
			const { rows, options, item } = gift;
			const problems = problemsOf(gift);
			if (problems.length === 0 && !rows.some(isWrong)) continue;
			const maySkip = options.skipInvalidRecipients && areTogether(items) && problems.length === 0;
			if (!maySkip || (isNobodyLeft && !item.continuesOnFail)) gift.refusal = { gift: problems, rows };
		}
	}
}

/**
 * Marks the recipients of a list who are in it twice. Those of whom only a name is known may be several people, and those with
 * whom something is wrong get no gift.
 */
function markRepeated(rows: Row[], advice: string): void {
	const numbers = new Map<string, number>();
	for (const { recipient, number, problems } of rows) {
		if (!recipient || problems.length > 0 || isNameOnly(recipient)) continue;
		const person = personKey(recipient);
		const first = numbers.get(person);
		if (first === undefined) numbers.set(person, number);
		else problems.push({ message: repeatedMessage(recipient, `recipient ${first}`) + advice });
	}
}

/** A reference of the user names one order batch. */
function referenceProblems(reference: unknown, rows: Row[], { recipientsPerBatch }: CreateOptions): GiftProblem[] {
	if (isBlank(reference) || rows.length <= recipientsPerBatch) return [];
	return [
		{
			message: `"Customer Reference ID" names one order batch, but "Recipients per Batch" makes several of ${rows.length} input items: remove one of the two, or send each part with a reference of its own`,
		},
	];
}

/** Nothing is mapped: the user has not begun. */
function mappingProblems(item: ItemContext): GiftProblem[] {
	if (item.parameter('recipientsSource') !== 'inputItemsColumns') return [];
	const { value } = item.collection('recipientFields') as { value?: IDataObject | null };
	if (Object.values(value ?? {}).some((column) => !isBlank(column))) return [];
	return item.hasExpression('recipientFields')
		? []
		: [{ message: '"Recipient Fields" is empty: drag a column into "First Name" and "Email"' }];
}

/** What is known before anything is read. */
export interface Known {
	/** The moment from which days are counted back, as Unix time in milliseconds. */
	startedAt: number;
	/** Whether no order batch of the gifts can exist already. */
	isNew: boolean;
}

/** Reads a gift, and checks it against everything that can be known without the service, but its recipients against each other. */
function readGift<Input extends PriceInput>(
	{ items, given }: AskedGift,
	form: BatchForm<Input>,
	name: string | undefined,
): { gift: Gift<Input>; problems: GiftProblem[]; late: GiftProblem[] } {
	const [item] = items as [ItemContext];
	const isTogether = areTogether(items);
	const { rows, list } = isTogether ? { rows: rowsOfItems(items), list: items } : rowsOfItem(item);
	const options = createOptionsOf(item);
	const input: IDataObject = { ...given, recipients: list as IDataObject[] };
	const { gift, problems } = checkGift(form.schema, input);
	const isEmailNeeded = options.skipGiftedWithinDays !== undefined;
	for (const row of rows.filter((one) => one.problems.length === 0)) {
		Object.assign(row, checkRecipient(row.read, input.send_method, isEmailNeeded));
	}
	return {
		gift: { items, item, name, rows, options, input: gift, products: [], cartProblems: [] },
		problems: [
			...form.problems(item),
			...(isTogether ? referenceProblems(input.customer_reference_id, rows, options) : []),
			...problems,
		],
		late: lateProblems(given, options, new Date()),
	};
}

/** A gift that cannot even be read. */
const unreadable = <Input extends PriceInput>(items: ItemContext[], error: NodeError): Gift<Input> => ({
	items,
	item: items[0] as ItemContext,
	rows: [],
	options: {} as CreateOptions,
	products: [],
	cartProblems: [],
	refusal: error,
});

/**
 * Reads what the items ask for, and checks it against everything that can be known without the service: one gift for each
 * item; or, where the items are the recipients, one for all items that ask for the same.
 */
export function readAll<Input extends PriceInput>(
	items: ItemContext[],
	form: BatchForm<Input>,
	{ isNew }: Known,
): Array<Gift<Input>> {
	const isTogether = areTogether(items);
	const refuseAll = (thrown: unknown) => {
		const [{ node, itemIndex }] = items as [ItemContext];
		return [unreadable<Input>(items, asNodeError(node, itemIndex, thrown))];
	};
	let asked: AskedGift[];
	try {
		const early = isTogether ? [...differingSettings(form, items), ...mappingProblems(items[0] as ItemContext)] : [];
		if (early.length > 0) return refuseAll(inputError((items[0] as ItemContext).node, early.map(sentenceOf)));
		asked = isTogether ? readGifts(form, items) : [];
	} catch (thrown) {
		return refuseAll(thrown);
	}
	const read = (isTogether ? asked : items.map((item) => ({ items: [item] }))).map((one) => {
		const [item] = one.items as [ItemContext];
		const name = isTogether || items.length === 1 ? undefined : `item ${item.itemIndex + 1}`;
		try {
			const [gift] = 'given' in one ? [one] : readGifts(form, one.items);
			return readGift(gift as AskedGift, form, name);
		} catch (thrown) {
			return {
				gift: unreadable<Input>(one.items, asNodeError(item.node, item.itemIndex, thrown)),
				problems: [],
				late: [],
			};
		}
	});
	const gifts = read.map(({ gift }) => gift);
	for (const list of listsOf(items, gifts).filter(([gift]) => !gift?.options.allowRepeatedRecipients)) {
		const rows = list.flatMap((gift) => gift.rows).sort((a, b) => a.number - b.number);
		markRepeated(rows, isTogether ? '' : `. ${REPEATED_ADVICE}`);
	}
	const found = new Map(read.map(({ gift, problems }) => [gift, problems]));
	const late = new Map(read.map((one) => [one.gift, one.late]));
	refuseWrong(items, gifts, (gift) => {
		const problems = found.get(gift) ?? [];
		const isRefused = isNew || problems.length > 0;
		// The time of an order batch that exists may be over.
		return isRefused ? [...problems, ...(late.get(gift) ?? [])] : problems;
	});
	return gifts;
}

/** Checks a gift against what the service knows. @returns what is wrong with its collections */
function applyFacts<Input extends PriceInput>(gift: Gift<Input>, { collections, products }: Facts): GiftProblem[] {
	const { rows, input } = gift as { rows: Row[]; input: Omit<Input, 'recipients'> };
	const problems = collectionProblems(input.cart, collections);
	const found = { ...input, cart: withCollections(input.cart, collections) };
	for (const { recipient, problems: ofRow } of rows) {
		if (recipient && ofRow.length === 0) ofRow.push(...restrictionProblems(recipient, found, products));
	}
	gift.input = found;
	gift.products = productNames(found.cart, products);
	gift.cartProblems = cartProblems(found, products);
	return problems;
}

/**
 * Reads what the service knows of the gifts that are not refused, and checks them against it. The service is asked only once
 * nothing is wrong with the input.
 * @throws NodeOperationError with the problems of all gifts, where the node does not go on after failures
 * @throws NodeApiError when the service is down, or cannot tell who got a gift
 */
export async function checkAll<Input extends PriceInput>(
	items: ItemContext[],
	gifts: Array<Gift<Input>>,
	connect: Connect,
	{ startedAt, isNew }: Known,
): Promise<Facts> {
	stopIfAnyRefused(items, gifts);
	// Nobody is left of a list of which everybody is wrong.
	const asking = gifts.filter(({ rows, refusal }) => !refusal && rows.some(({ problems }) => problems.length === 0));
	const facts = await readFacts(
		connect,
		asking.map(({ input }) => (input as Omit<Input, 'recipients'>).cart),
		[...new Set(asking.flatMap(({ options }) => options.skipGiftedWithinDays ?? []))],
		startedAt,
	);
	const found = new Map(asking.map((gift) => [gift, applyFacts(gift, facts)]));
	refuseWrong(items, gifts, (gift) => {
		const problems = found.get(gift) ?? [];
		// The products of an order batch that exists may have been sold.
		const isRefused = isNew || problems.length > 0 || gift.rows.some((row) => row.problems.length > 0);
		return isRefused ? [...problems, ...gift.cartProblems] : problems;
	});
	stopIfAnyRefused(items, gifts);
	return facts;
}

/** What is known of the gifts of an execution. */
export interface KnownGifts<Input extends PriceInput> {
	/** The gift that somebody got in this execution, or from this step today. */
	of(recipient: Recipient, options: CreateOptions): EarlierGift | undefined;
	/** The rows of each order batch that exists, or may, for the very same gift. */
	same(gift: Gift<Input>, rows: Row[]): Row[][];
}

/**
 * Cuts gifts into order batches, without the recipients who are left out: those with whom something is wrong, and those who
 * got a gift before.
 * @param known leaves out nobody where it is not given
 */
export function batchesOf<Input extends PriceInput>(
	gifts: Array<Gift<Input>>,
	facts: Facts,
	known?: KnownGifts<Input>,
): Array<Batch<Input>> {
	let count = 0;
	return gifts
		.filter(({ refusal }) => !refusal)
		.flatMap((gift) => {
			const { items, rows, options, name } = gift;
			const { skipGiftedWithinDays: days, recipientsPerBatch } = options;
			const valid = rows.filter(({ problems }) => problems.length === 0);
			const same = days === undefined ? [] : (known?.same(gift, valid) ?? []);
			const isSame = new Set(same.flat());
			for (const row of days === undefined ? [] : valid.filter((one) => !isSame.has(one))) {
				const recipient = row.recipient as Recipient;
				row.leftOut = known?.of(recipient, options) ?? facts.giftedBefore(recipient, days as number);
			}
			// Cut by the places of all rows: one that is left out does not move the others to another order batch.
			const size = areTogether(items) ? Math.min(recipientsPerBatch, rows.length) : Infinity;
			const kept = rows.flatMap((row, index) =>
				row.problems.length > 0 || row.leftOut || isSame.has(row) ? [] : [[Math.floor(index / size), row] as const],
			);
			return [...same, ...grouped(kept).values()].map((part) => batchOf(gift, part, name ?? `order batch ${++count}`));
		});
}

/** The order batch of a gift for some of its rows. */
export function batchOf<Input extends PriceInput>(gift: Gift<Input>, rows: Row[], name?: string): Batch<Input> {
	const { item, options, input } = gift;
	const recipients = rows.map(({ recipient }) => recipient);
	return { gift, rows, item, options, name, input: { ...input, recipients } as unknown as Input };
}

/** Reports the rows that are left out since they are wrong: as failed items where the node goes on, else as a hint. */
function reportSkipped(item: ItemContext, rows: Row[]): Array<{ row: Row; error: NodeError }> {
	const wrong = rows.filter(({ problems }) => problems.length > 0);
	if (item.continuesOnFail) return wrong.map((row) => ({ row, error: inputError(item.node, rowSentences(row)) }));
	if (wrong.length > 0) {
		const some = wrong.flatMap(rowSentences).slice(0, 5).join('; ');
		item.hint(`${wrong.length} of ${rows.length} recipients were left out: ${some}`);
	}
	return [];
}

/** What to show of gifts beside their output, as sentences. */
function hintsOf<Input extends PriceInput>(gifts: Array<Gift<Input>>, form: BatchForm<Input>): string[] {
	const rows = gifts.flatMap((gift) => gift.rows).filter(({ problems }) => problems.length === 0);
	const [first] = gifts;
	if (!first || rows.length === 0) return [];
	const isSending = first.item.parameter('operation') === 'create' && !isValidateOnly(first.item);
	const inputs = gifts.map(({ input }) => input as IDataObject);
	const labels = gifts.length > 1 && areTogether(first.items) ? differingLabels(form, first.item, inputs) : [];
	return [
		...(labels.length > 0
			? [`${gifts.length} different gifts: ${labels.join(', ')} ${labels.length === 1 ? 'differs' : 'differ'}`]
			: []),
		...gapHint(
			gifts.flatMap(({ item, input }) =>
				item.hasExpression('message') ? [(input as { message?: string }).message ?? ''] : [],
			),
		),
		...leftOutHints(rows),
		...(isSending ? [] : columnHint(rows)),
	];
}

/**
 * The steps of gifts, in the order of their items, and hints after them.
 * @param stepOf makes that of an order batch
 * @param change adds what is known of an earlier attempt to the error of somebody who is refused
 * @param last comes before the hints
 */
export function stepsOf<Input extends PriceInput>(
	items: ItemContext[],
	gifts: Array<Gift<Input>>,
	batches: Array<Batch<Input>>,
	form: BatchForm<Input>,
	stepOf: (batch: Batch<Input>) => Step,
	{
		change = (error) => error,
		last = [],
	}: { change?: (error: NodeError, gift: Gift<Input>, rows: Row[]) => NodeError; last?: Step[] } = {},
): Step[] {
	const byGift = grouped(batches.map((batch) => [batch.gift, batch] as const));
	const refused = gifts.flatMap((gift) => {
		const error = refusalOf(items, gift);
		const itemIndexes = gift.items.map(({ itemIndex }) => itemIndex);
		return error ? [{ gift, step: failedStep(itemIndexes, change(error, gift, gift.rows)) }] : [];
	});
	const stepOfRefused = new Map(refused.map(({ gift, step }) => [gift, step]));
	const steps = listsOf(items, gifts).flatMap((list) => {
		const accepted = list.filter((gift) => !stepOfRefused.has(gift));
		const [gift] = accepted;
		const rows = accepted.flatMap((one) => one.rows);
		const reports = gift
			? [
					...reportSkipped(gift.item, rows).map(({ row, error }) =>
						failedStep([row.itemIndex], change(error, gift, [row])),
					),
					...reportLeftOut(gift, rows, gift.name),
				]
			: [];
		return [...reports, ...list.flatMap((one) => stepOfRefused.get(one) ?? (byGift.get(one) ?? []).map(stepOf))];
	});
	const [first] = gifts;
	// What became of the order batches is more important.
	const hints = afterwards(() => {
		for (const hint of hintsOf(
			gifts.filter(({ refusal }) => !refusal),
			form,
		))
			first?.item.hint(hint);
	});
	return [...steps, ...last, hints];
}
