import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import type { ServiceError } from '../../api/errors';
import { grouped, isBlank } from '../../api/values';
import type { ItemContext } from '../itemContext';
import { failedStep, stopIfRefused, type Step } from '../operation';
import { atItem, inputError, throwIfAny, withOutcome } from '../outcome';
import { sentencesOf, type Problem } from '../sentences';
import { differingSettings, readGifts, type AskedGift, type BatchForm } from './form/form';
import { createOptionsOf, type CreateOptions } from './form/options';
import { acceptedOf, batchOf, isOneList, type Batch, type GiftRequest } from './giftRequest';
import { refuseRepeated } from './once/claims';
import type { Ledger } from './once/ledger';
import { areItemsRecipients } from './form/recipients';
import { reportLeftOut } from './output/leftOut';
import { problemsOfRows, rowsOfItem, rowsOfItems, type Row } from './recipients/rows';
import { cartProblems, productNames, readProducts, restrictionProblems } from './rules/catalogue';
import { collectionProblems, readCollections, withCollections } from './rules/collections';
import { readGiftedBefore } from './rules/gifted';
import { checkGift, checkRecipient, timeProblems } from './rules/input';

const isWrong = ({ problems }: Row) => problems.length > 0;

/**
 * The error of gifts that are refused.
 * @param count of all gifts, where a problem that all of them have needs no label
 */
function refusalError(refused: GiftRequest[], count = 1): ServiceError {
	const [{ item }] = refused as [GiftRequest];
	const unreadable = refused.find(({ error }) => error);
	if (unreadable?.error) return unreadable.error;
	const isList = isOneList(refused);
	const isSearched = item.parameter('recipientsSource') === 'inputItems';
	const problems = refused.flatMap((gift) =>
		[...gift.problems, ...gift.problemsIfNew].map((problem) =>
			count > 1 ? { ...problem, item: gift.item.itemIndex } : problem,
		),
	);
	const rows = refused.flatMap((gift) => gift.rows);
	const maySkip = isList && problems.length === 0 && !rows.every(isWrong);
	return inputError([...problems, ...problemsOfRows(rows, isSearched ? Object.keys(item.json) : undefined)], {
		itemIndex: isList ? undefined : item.itemIndex,
		itemsCount: count,
		advice: maySkip ? 'To send to the others, add the option "Skip Invalid Recipients".' : undefined,
	});
}

/**
 * Refuses gifts with problems.
 * @throws ServiceError with all problems of all gifts, unless the node goes on after failures
 */
export function stopIfAnyWrong(gifts: GiftRequest[], known: PlanStart): void {
	refuseWrong(gifts, known);
	const refused = gifts.filter(({ isRefused }) => isRefused);
	const [first] = refused;
	if (!first || first.item.continuesOnFail) return;
	if (isOneList(gifts)) throw refusalError(refused, gifts.length);
	stopIfRefused(
		gifts.map(({ item }) => item),
		refused.map((gift) => ({ itemIndex: gift.item.itemIndex, error: refusalError([gift]) })),
	);
}

/** The gifts of each list: all items are one list, also where they ask for different gifts; otherwise each item has its own. */
const listsOf = (gifts: GiftRequest[]): GiftRequest[][] => (isOneList(gifts) ? [gifts] : gifts.map((gift) => [gift]));

/** Refuses gifts with problems, unless they may go on without the recipients that have them. */
function refuseWrong(gifts: GiftRequest[], { isFirstAttempt }: PlanStart): void {
	for (const list of listsOf(gifts)) {
		const areAllWrong = list.every(({ rows }) => rows.every(isWrong));
		for (const gift of list) {
			const { rows, options, item, problems, problemsIfNew } = gift;
			if (isFirstAttempt) problems.push(...problemsIfNew.splice(0));
			const maySkip = options.skipInvalidRecipients && isOneList(gifts) && (!areAllWrong || item.continuesOnFail);
			gift.isRefused ||= problems.length > 0 || (rows.some(isWrong) && !maySkip);
		}
	}
}

/** No column is mapped yet. */
function mappingProblems(item: ItemContext): Problem[] {
	if (item.parameter('recipientsSource') !== 'inputItemsColumns' || item.hasExpression('recipientFields')) return [];
	const { value } = item.collection('recipientFields') as { value?: IDataObject | null };
	return Object.values(value ?? {}).every(isBlank) ? [{ kind: 'nothingMapped' }] : [];
}

/** When days are counted back from, and whether no order batch of the gifts can exist already. */
export type PlanStart = Pick<Ledger, 'startedAt' | 'isFirstAttempt'>;

/**
 * Reads a gift, and checks it against everything that can be known without the service, but its recipients against each other.
 * One that cannot be read is refused.
 * @param isOnly whether there are no other items
 */
function readGift({ items, given, error }: AskedGift, form: BatchForm, isOnly: boolean): GiftRequest {
	const [item] = items as [ItemContext];
	const isList = areItemsRecipients(item);
	const gift: GiftRequest = {
		items,
		item,
		name: isList || isOnly ? undefined : `item ${item.itemIndex + 1}`,
		rows: [],
		options: {} as CreateOptions,
		products: [],
		problems: [],
		problemsIfNew: [],
		isRefused: false,
	};
	try {
		const { rows, list } = isList ? { rows: rowsOfItems(items), list: items } : rowsOfItem(item);
		// So that an error says only what is known of these people.
		gift.rows = rows;
		if (error) throw error;
		const options = createOptionsOf(item);
		const checked = checkGift(form.schema, { ...given, recipients: list });
		const needs = { sendMethod: given.send_method, skipsGifted: options.skipGiftedWithinDays !== undefined };
		for (const row of rows)
			if (!isWrong(row)) Object.assign(row, checkRecipient(row.read, { ...needs, unused: row.unused }));
		gift.problems.push(...(form.problems?.(item) ?? []));
		// A reference of the user names one order batch.
		if (isList && !isBlank(given.customer_reference_id) && rows.length > options.recipientsPerBatch)
			gift.problems.push({ kind: 'referenceOfSeveral', recipients: rows.length });
		gift.problems.push(...checked.problems);
		gift.problemsIfNew.push(...timeProblems(given, options, new Date()));
		return { ...gift, options, input: checked.gift };
	} catch (thrown) {
		return { ...gift, error: atItem(thrown, item.itemIndex), isRefused: true };
	}
}

/**
 * Reads what the items ask for, and checks it against everything that can be known without the service: one gift for each
 * item; or, where the items are the recipients, one for all items that ask for the same.
 * @throws ServiceError when no gift can be read
 */
export function readAll(items: ItemContext[], form: BatchForm, known: PlanStart): GiftRequest[] {
	const [first] = items as [ItemContext];
	const isList = areItemsRecipients(first);
	const settings = form.settings.filter(({ name }) => isList || name === 'validateOnly');
	throwIfAny([...differingSettings(settings, items), ...mappingProblems(first)]);
	const gifts = (isList ? [items] : items.map((item) => [item]))
		.flatMap((list) => readGifts(form.table, list))
		.map((asked) => readGift(asked, form, items.length === 1));
	refuseWrong(gifts, known);
	for (const list of form.creates ? [gifts] : listsOf(gifts)) refuseRepeated(list);
	return gifts;
}

/**
 * Reads what the service knows of the gifts that are not refused, and checks them against it. Call `stopIfAnyWrong` first:
 * the service is asked only once nothing is wrong with the input. Notes the gifts that recipients got before, where an option asks
 * for it.
 * @throws ServiceError with the problems of all gifts, where the node does not go on after failures
 * @throws ServiceError when the service is down, cannot read a collection, or cannot tell who got a gift
 */
export async function checkAll(gifts: GiftRequest[], client: ServiceClient, known: PlanStart): Promise<void> {
	// A gift whose recipients all have problems needs nothing from the service.
	const asking = acceptedOf(gifts).filter(({ rows }) => !rows.every(isWrong));
	const cartsOf = () => asking.map(({ input }) => input.cart);
	const collections = await readCollections(client, cartsOf());
	for (const { input, problems } of asking) {
		problems.push(...collectionProblems(input.cart, collections));
		input.cart = withCollections(input.cart, collections);
	}
	const products = await readProducts(client, cartsOf());
	const days = [...new Set(asking.flatMap(({ options }) => options.skipGiftedWithinDays ?? []))];
	const giftedBefore = await readGiftedBefore(client, days, known.startedAt);
	for (const gift of asking) {
		const { skipGiftedWithinDays } = gift.options;
		for (const row of gift.rows) {
			const { recipient, problems } = row;
			if (!recipient || isWrong(row)) continue;
			problems.push(...restrictionProblems(recipient, gift.input, products));
			if (skipGiftedWithinDays !== undefined && !isWrong(row))
				row.earlierGift ??= giftedBefore(recipient, skipGiftedWithinDays);
		}
		gift.products = productNames(gift.input.cart, products);
		gift.problemsIfNew.push(...cartProblems(gift.input, products));
	}
	stopIfAnyWrong(gifts, known);
}

/**
 * Cuts gifts into order batches, without the recipients who are left out: those with whom something is wrong, and those who
 * got a gift before.
 */
export function batchesOf(gifts: GiftRequest[]): Batch[] {
	return acceptedOf(gifts).flatMap((gift) => {
		const { rows, options } = gift;
		// Split by position among all rows, so that leaving one out does not move the others to another order batch.
		const size = isOneList(gifts) ? Math.min(options.recipientsPerBatch, rows.length) : Infinity;
		const parts = rows.map((row, index) => [row.repeats ?? Math.floor(index / size), row] as const);
		const kept = parts.filter(([, row]) => !isWrong(row) && !row.earlierGift);
		return [...grouped(kept).values()].map((part) => batchOf(gift, part));
	});
}

/** Adds what is known of an earlier attempt to the error of somebody who is refused. */
type Change = (error: ServiceError, gift: GiftRequest, rows: Row[]) => ServiceError;

/** Reports the invalid rows that are left out: as failed items where the node goes on, else as a hint. */
function reportSkipped(gift: GiftRequest, rows: Row[], change: Change): Step[] {
	const { item } = gift;
	const wrong = rows.filter(isWrong);
	if (item.continuesOnFail)
		return wrong.map((row) => failedStep([row.itemIndex], change(inputError(problemsOfRows([row])), gift, [row])));
	if (wrong.length > 0) {
		const some = sentencesOf(problemsOfRows(wrong)).slice(0, 5).join('; ');
		item.hint(`${wrong.length} of ${rows.length} recipients ${wrong.length === 1 ? 'was' : 'were'} left out: ${some}`);
	}
	return [];
}

/** The steps of gifts, in the order of their items. @param ofBatches those of their order batches */
export function stepsOf(
	gifts: GiftRequest[],
	ofBatches: Array<readonly [Batch, Step]>,
	change: Change = (error) => error,
): Step[] {
	const byGift = grouped(ofBatches.map(([{ gift }, step]) => [gift, step] as const));
	const refusedSteps = (gift: GiftRequest) => {
		const error = refusalError([gift]);
		const all = gift.items.map(({ itemIndex }) => itemIndex);
		if (gifts.length === 1 || gift.error) return [failedStep(all, change(error, gift, gift.rows))];
		const byItem = grouped(gift.rows.map((row) => [row.itemIndex, row] as const));
		// Where others are sent, each item says what is known of its own recipients.
		return all.map((itemIndex) => {
			const rows = byItem.get(itemIndex) ?? [];
			const problems = [...gift.problems, ...gift.problemsIfNew, ...problemsOfRows(rows)];
			return failedStep([itemIndex], change(withOutcome(error, { problems }), gift, rows));
		});
	};
	return listsOf(gifts).flatMap((list) => {
		const accepted = acceptedOf(list);
		const [gift] = accepted;
		const rows = accepted.flatMap((one) => one.rows);
		const reports = gift ? [...reportSkipped(gift, rows, change), ...reportLeftOut(gift, rows)] : [];
		return [...reports, ...list.flatMap((one) => (one.isRefused ? refusedSteps(one) : (byGift.get(one) ?? [])))];
	});
}
