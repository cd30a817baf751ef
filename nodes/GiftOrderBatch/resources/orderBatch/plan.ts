import type { IDataObject } from 'n8n-workflow';

import { asNodeError, type NodeError } from '../../api/errors';
import { grouped, isBlank } from '../../api/values';
import { sentenceOf } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import { afterwards, failedStep, stopIfRefused, type Connect, type Step } from '../operation';
import { inputError } from '../outcome';
import { differingParameters, readForm, type BatchForm } from './form/form';
import { createOptionsOf, type CreateOptions } from './form/options';
import { isValidateOnly } from './form/gift';
import { areItemsRecipients } from './form/recipients';
import { isNameOnly, personKey } from './recipients/personKey';
import type { Recipient } from './recipients/recipientInput';
import { rowsOfItem, rowsOfItems, type Row } from './recipients/rows';
import { cartProblems, productNames, restrictionProblems } from './rules/catalogue';
import { collectionProblems, withCollections } from './rules/collections';
import { readFacts, type Facts } from './rules/facts';
import { reportGifted, type SentBefore } from './rules/gifted';
import { checkGift, checkRecipient, lateProblems, type GiftProblem, type PriceInput } from './rules/input';
import { allSentences, columnHint, leftOutHints, rowSentences, summary } from './sentences';

/** An order batch that the parameters of one or more items make. */
export interface Batch<Input extends PriceInput> {
	input: Input;
	rows: Row[];
	/** Whose parameters count. */
	item: ItemContext;
	/** What messages call it, such as "item 2"; none where it is the only one. */
	name?: string;
	options: CreateOptions;
	/** What people call the products of its cart. */
	products: string[];
	/** What the catalogue forbids of its cart. */
	cartProblems: GiftProblem[];
}

/** What one item, or all of them together, asks for. */
export interface Draft<Input extends PriceInput> {
	items: ItemContext[];
	/** Whose parameters count. */
	item: ItemContext;
	name?: string;
	rows: Row[];
	batches: Array<Batch<Input>>;
	/** Reports the recipients who got a gift before. */
	reports: Step[];
	/** The recipients who are left out since something is wrong with them, where the node goes on after failures. */
	skipped: Array<{ row: Row; error: NodeError }>;
	/** What to show beside the output, as sentences. */
	hints: string[];
	/** Why it is refused, where the node goes on with others. */
	error?: NodeError;
}

/** A draft whose input is right. */
interface CheckedDraft<Input extends PriceInput> extends Draft<Input> {
	options: CreateOptions;
	gift: Omit<Input, 'recipients'>;
}

const areTogether = ({ item }: { item: ItemContext }) => areItemsRecipients(item);

/**
 * Does something for each draft that is not refused. One that it refuses keeps the error if the node goes on after failures.
 * @throws NodeOperationError with the problems of all drafts otherwise
 */
export function eachDraft<One extends Draft<PriceInput>>(drafts: One[], work: (draft: One) => void): void {
	for (const draft of drafts.filter(({ error }) => !error)) {
		try {
			work(draft);
		} catch (thrown) {
			draft.error = asNodeError(draft.item.node, draft.item.itemIndex, thrown);
		}
	}
	const refusals = drafts.flatMap(({ item: { itemIndex }, error }) => (error ? [{ itemIndex, error }] : []));
	stopIfRefused(
		drafts.map(({ item }) => item),
		refusals,
	);
}

/** @throws NodeOperationError that names all problems; always */
export function refuse(draft: Draft<PriceInput>, gift: GiftProblem[], rows = draft.rows): never {
	const { item } = draft;
	const isSearched = item.parameter('recipientsSource') === 'inputItems';
	const sentences = allSentences({ gift, rows });
	const inShort = summary({ gift, rows }, isSearched ? Object.keys(item.json) : undefined);
	if (!areTogether(draft)) return item.refuse(sentences, inShort);
	throw inputError(item.node, sentences, { summary: inShort });
}

/** Refuses a draft with problems, unless it may go on without the recipients that have them. */
function refuseProblems(draft: Draft<PriceInput>, gift: GiftProblem[], { skipInvalidRecipients }: CreateOptions): void {
	const wrong = draft.rows.filter(({ problems }) => problems.length > 0);
	if (gift.length + wrong.length === 0) return;
	const isNobodyLeft = wrong.length === draft.rows.length;
	const maySkip = skipInvalidRecipients && areTogether(draft) && gift.length === 0;
	if (!maySkip || (isNobodyLeft && !draft.item.continuesOnFail)) refuse(draft, gift);
}

export const ALLOW_ADVICE = 'If this is intended, add the option "Allow Repeated Recipients"';

/** What to do about a gift that several items ask for. */
export const REPEATED_ADVICE = `If the parameters take all input items at once, turn on Execute Once in the node's settings, or choose "Input Items" under "Recipients From". ${ALLOW_ADVICE}`;

/**
 * Marks the recipients of a list who are in it twice. Those of whom only a name is known may be several people, and those with
 * whom something is wrong get no gift.
 * @param isTogether whether the items are the list
 */
function markRepeated(rows: Row[], isTogether: boolean): void {
	const advice = isTogether ? '' : `. ${REPEATED_ADVICE}`;
	const numbers = new Map<string, number>();
	for (const { recipient, number, problems } of rows) {
		if (!recipient || problems.length > 0 || isNameOnly(recipient)) continue;
		const person = personKey(recipient);
		const first = numbers.get(person);
		if (first === undefined) numbers.set(person, number);
		else problems.push({ message: repeatedMessage(recipient, `recipient ${first}`) + advice });
	}
}

/** Says that somebody is a recipient twice. @param first what messages call their first place */
export function repeatedMessage({ email }: Recipient, first: string): string {
	const what = email ? `Email "${email}" is also that` : 'Name, phone and address are also those';
	return `${what} of ${first}, who would get the gift twice`;
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

/** Reads a draft, and checks it against everything that can be known without the service. */
function readDraft<Input extends PriceInput>(
	draft: Draft<Input>,
	form: BatchForm<Input>,
	isRepeated: boolean,
): CheckedDraft<Input> {
	const { item, items } = draft;
	const isTogether = areTogether(draft);
	const { rows, list } = isTogether ? { rows: rowsOfItems(items), list: items } : rowsOfItem(item);
	draft.rows = rows;
	const options = createOptionsOf(item);
	const differing = isTogether ? differingParameters(form, items) : [];
	const early = [...differing, ...mappingProblems(item)];
	if (early.length > 0) throw inputError(item.node, early.map(sentenceOf));

	const input: IDataObject = { ...readForm(form, item), recipients: list as IDataObject[] };
	const { gift, problems } = checkGift(form.schema, input);
	const isEmailNeeded = options.skipGiftedWithinDays !== undefined;
	for (const row of rows.filter((one) => one.problems.length === 0)) {
		Object.assign(row, checkRecipient(row.read, input.send_method, isEmailNeeded));
	}
	if (!options.allowRepeatedRecipients) markRepeated(rows, isTogether);
	const all = [
		...form.problems(item),
		...(isTogether ? referenceProblems(input.customer_reference_id, rows, options) : []),
		...problems,
	];
	// An order batch that exists may have been in time.
	const late = isRepeated && all.length === 0 ? [] : lateProblems(input, options, new Date());
	refuseProblems(draft, [...all, ...late], options);
	return Object.assign(draft, { options, gift: gift as Omit<Input, 'recipients'> });
}

/** The order batches of the recipients who are left. @param cart what all of them have in common */
function batchesOf<Input extends PriceInput>(
	draft: CheckedDraft<Input>,
	cart: Pick<Batch<Input>, 'products' | 'cartProblems'>,
): Array<Batch<Input>> {
	const { gift, item, options, rows } = draft;
	const isTogether = areTogether(draft);
	// Cut by the places of all rows, so that one that is left out moves nobody to another order batch.
	const size = isTogether ? Math.min(options.recipientsPerBatch, rows.length) : Infinity;
	const kept = rows.filter((row) => row.problems.length === 0 && row.leftOut === undefined);
	const parts = grouped(kept.map((row) => [Math.floor((row.number - 1) / size), row] as const));
	return [...parts].map(([place, part]) => ({
		input: { ...gift, recipients: part.map(({ recipient }) => recipient) } as unknown as Input,
		rows: part,
		item,
		name: isTogether ? `order batch ${place + 1}` : draft.name,
		options,
		...cart,
	}));
}

/** Reports the rows that are left out since they are wrong: as failed items where the node goes on, else as a hint. */
function reportSkipped(draft: Draft<PriceInput>): void {
	const { item, rows, hints } = draft;
	const wrong = rows.filter(({ problems }) => problems.length > 0);
	if (item.continuesOnFail) {
		draft.skipped = wrong.map((row) => ({ row, error: inputError(item.node, rowSentences(row)) }));
	} else if (wrong.length > 0) {
		const some = wrong.flatMap(rowSentences).slice(0, 5).join('; ');
		hints.push(`${wrong.length} of ${rows.length} recipients were left out: ${some}`);
	}
}

/** Checks a draft against what the service knows, and cuts it into order batches. */
function applyFacts<Input extends PriceInput>(draft: CheckedDraft<Input>, facts: Facts, isRepeated: boolean): void {
	const { item, name, options, rows } = draft;
	const { skipGiftedWithinDays: days } = options;
	const collections = collectionProblems(draft.gift.cart, facts.collections);
	draft.gift = { ...draft.gift, cart: withCollections(draft.gift.cart, facts.collections) };
	const { gift } = draft;
	for (const { recipient, problems } of rows) {
		if (recipient) problems.push(...restrictionProblems(recipient, gift, facts.products));
	}
	// The product of an order batch that exists may have been sold.
	const forbidden = cartProblems(gift, facts.products);
	refuseProblems(draft, [...collections, ...(isRepeated ? [] : forbidden)], options);
	reportSkipped(draft);
	const valid = rows.filter((row) => row.problems.length === 0);
	if (days !== undefined) {
		for (const row of valid) row.leftOut = facts.giftedBefore(row.recipient as Recipient, days);
		draft.reports.push(...reportGifted(item, rows, days, name));
	}
	draft.batches = batchesOf(draft, {
		products: productNames(gift.cart, facts.products),
		cartProblems: forbidden,
	});
	if (valid.length === 0) return;
	const isSending = item.parameter('operation') === 'create' && !isValidateOnly(item);
	draft.hints.push(...leftOutHints(rows), ...(isSending ? [] : columnHint(valid)));
}

/**
 * What the items ask for: one draft for all of them if they are the recipients, else one for each. `readDrafts` fills them, so
 * that what is known of their recipients outlives an error.
 */
export function draftsOf<Input extends PriceInput>(items: ItemContext[]): Array<Draft<Input>> {
	const [first] = items as [ItemContext];
	const groups = areItemsRecipients(first) ? [items] : items.map((item) => [item]);
	return groups.map((group) => {
		const item = group[0] as ItemContext;
		const name = groups.length === 1 ? undefined : `item ${item.itemIndex + 1}`;
		return { items: group, item, name, rows: [], batches: [], reports: [], skipped: [], hints: [] };
	});
}

/**
 * Reads and checks drafts, and cuts them into order batches. The service is asked only once nothing is wrong with the input.
 * @param sent what this execution has sent before
 * @throws NodeOperationError with the problems of all drafts, where the node does not continue on fail
 * @throws NodeApiError when the service is down, or cannot tell who got a gift
 */
export async function readDrafts<Input extends PriceInput>(
	drafts: Array<Draft<Input>>,
	form: BatchForm<Input>,
	connect: Connect,
	sent: SentBefore,
): Promise<void> {
	eachDraft(drafts, (draft) => readDraft(draft, form, sent.isRepeated));
	const checked = drafts.filter((draft): draft is CheckedDraft<Input> => !draft.error);
	// Nobody is left of a list of which everybody is wrong.
	const asking = checked.filter(({ rows }) => rows.some(({ problems }) => problems.length === 0));
	const facts = await readFacts(
		connect,
		asking.map(({ gift: { cart } }) => cart),
		[...new Set(asking.flatMap(({ options }) => options.skipGiftedWithinDays ?? []))],
		sent,
	);
	eachDraft(checked, (draft) => applyFacts(draft, facts, sent.isRepeated));
}

/**
 * The steps of drafts, in the order of their items, and hints after them.
 * @param stepOf makes that of an order batch
 * @param last comes before the hints
 */
export function stepsOf<Input extends PriceInput>(
	drafts: Array<Draft<Input>>,
	stepOf: (batch: Batch<Input>) => Step,
	last: Step[] = [],
): Step[] {
	// What became of the order batches is more important.
	const hints = afterwards(() => {
		for (const draft of drafts) if (!draft.error) for (const hint of draft.hints) draft.item.hint(hint);
	});
	const steps = drafts.flatMap((draft) =>
		draft.error
			? [
					failedStep(
						draft.items.map(({ itemIndex }) => itemIndex),
						draft.error,
					),
				]
			: [
					...draft.skipped.map(({ row, error }) => failedStep([row.itemIndex], error)),
					...draft.reports,
					...draft.batches.map(stepOf),
				],
	);
	return [...steps, ...last, hints];
}
