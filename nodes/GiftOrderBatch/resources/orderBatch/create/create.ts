import { asNodeError, inputError, withFacts } from '../../../api/errors';
import { fingerprint } from '../../../api/idempotency';
import { simplifyField } from '../../commonFields';
import type { ItemContext } from '../../itemContext';
import { failedStep, planEach, type Operation, type Step } from '../../operation';
import { additionalFields, additionalInput, emptyFields } from './fields/additionalFields';
import { cartFields, cartInput } from './fields/cart';
import { giftFields, giftInput, giftProblems, senderFields } from './fields/gift';
import { createOptionsField, createOptionsOf, type CreateOptions } from './fields/options';
import {
	areItemsRecipients,
	recipientFields,
	recipientOfItem,
	recipientsOfItem,
	type ReadRecipient,
} from './fields/recipients';
import { Ledger } from './ledger';
import { outputOf } from './output';
import { aboutRecipient, groupedHints, repeatedRecipients, summarized } from './problems';
import { RunPlan } from './runPlan';
import { createOrderBatch, type Creation } from './send';
import { differingParameters } from './sharedParameters';
import { checkOrderBatch, type OrderBatchInput, type OrderBatchProblem } from './validate';

/** No time is in the past of this one. */
const EPOCH = new Date(0);

/**
 * Checks the order batch that an item's parameters make for these recipients. Times in the past are not looked for where
 * everything else is right: the order batch may exist since before they were past.
 */
function checkInput(
	item: ItemContext,
	recipients: unknown,
	read: ReadRecipient[],
): { value: OrderBatchInput } | { problems: OrderBatchProblem[] } {
	const input = { ...giftInput(item), recipients, cart: cartInput(item), ...additionalInput(item) };
	const own = [...giftProblems(item), ...emptyFields(item)].map((message) => ({ sentence: message, message }));
	const unread = read.flatMap(({ problems }, index) => problems.map((message) => aboutRecipient(index, message)));
	const checked = checkOrderBatch(input, EPOCH);
	if ('value' in checked && own.length + unread.length === 0) return checked;

	const isUnread = new Set(unread.map(({ recipientIndex }) => recipientIndex));
	const others = checkOrderBatch(input, new Date());
	return {
		problems: [
			...own,
			...unread,
			...('problems' in others ? others.problems : []).filter(
				({ recipientIndex }) => recipientIndex === undefined || !isUnread.has(recipientIndex),
			),
		],
	};
}

const sentencesOf = (problems: OrderBatchProblem[]) => problems.map(({ sentence }) => sentence);

/** What is the same for all order batches of one run of the node. */
interface Run {
	ledger: Ledger;
	plan: RunPlan;
}

/** One step for an order batch: shows its request, or creates it and puts out what the options ask for. */
function batchStep(
	{ ledger }: Run,
	item: ItemContext,
	creation: Creation,
	options: CreateOptions,
	recipientIndexes: number[],
): Step {
	const { input, entry } = creation;
	const itemIndexes = [...new Set(recipientIndexes)];
	const [firstIndex = item.itemIndex] = itemIndexes;
	return {
		itemIndexes,
		async run(connect) {
			if (item.parameter<boolean>('validateOnly')) {
				return [{ json: { valid: true, request: { ...input, customer_reference_id: entry.reference } } }];
			}
			try {
				const client = (await connect()).forItem(firstIndex);
				const created = await createOrderBatch(client, ledger, creation);
				return await outputOf({ client, item, input, itemIndexes: recipientIndexes, options }, created);
			} catch (thrown) {
				const error = asNodeError(item.node, firstIndex, thrown);
				const isForAllItems = itemIndexes.length === item.functions.getInputData().length;
				throw item.continuesOnFail ? withFacts(error, { isForAllItems }) : ledger.complete(error);
			}
		},
	};
}

/** Plans the order batch of one item whose recipients are in its parameters. */
function planAlone(run: Run, item: ItemContext, isOnly: boolean): Step[] {
	const options = createOptionsOf(item);
	const list = recipientsOfItem(item);
	const read = Array.isArray(list) ? list : [];
	const recipients = Array.isArray(list) ? list.map(({ recipient }) => recipient) : list.recipients;
	const checked = checkInput(item, recipients, read);
	if ('problems' in checked) {
		return item.refuse(sentencesOf(checked.problems), summarized(checked.problems, read));
	}
	const label = isOnly ? undefined : `item ${item.itemIndex + 1}`;
	const creation = item.accept(run.plan.add(checked.value, { item, batchNumber: 0, label }, options));
	for (const hint of groupedHints(read)) item.hint(hint);
	return [
		batchStep(
			run,
			item,
			creation,
			options,
			checked.value.recipients.map(() => item.itemIndex),
		),
	];
}

/** Reports the recipients that are left out: as failed items where the node continues on fail, else as a hint. */
function reportSkipped(items: ItemContext[], problems: OrderBatchProblem[]): Step[] {
	const [first] = items as [ItemContext];
	const byItem = new Map<number, string[]>();
	for (const { recipientIndex = 0, sentence } of problems) {
		byItem.set(recipientIndex, [...(byItem.get(recipientIndex) ?? []), sentence]);
	}
	if (first.continuesOnFail) {
		return [...byItem].map(([itemIndex, sentences]) => failedStep([itemIndex], inputError(first.node, sentences)));
	}
	if (byItem.size > 0) {
		const some = sentencesOf(problems).slice(0, 5).join('; ');
		first.hint(`${byItem.size} of ${items.length} recipients were left out: ${some}`);
	}
	return [];
}

/** The reference of one of several order batches: no record's own reference ends like this by chance. */
function referenceOfPart(reference: string | undefined, batchNumber: number): string | undefined {
	if (reference === undefined || batchNumber === 0) return reference;
	return `${reference}-${batchNumber + 1}-${fingerprint([reference, batchNumber]).slice(0, 8)}`;
}

/** Plans the order batches of the items that are left: they are cut by the places of all items. */
function planParts(
	run: Run,
	items: ItemContext[],
	kept: number[],
	input: OrderBatchInput,
	options: CreateOptions,
): Step[] {
	const [first] = items as [ItemContext];
	const size = Math.min(options.recipientsPerBatch, items.length);
	const places = new Map<number, number[]>();
	kept.forEach((itemIndex, place) => {
		const batchNumber = Math.floor(itemIndex / size);
		const part = places.get(batchNumber) ?? [];
		part.push(place);
		places.set(batchNumber, part);
	});
	const problems: string[] = [];
	const steps = [...places].flatMap(([batchNumber, part]) => {
		const partInput = {
			...input,
			recipients: part.map((place) => input.recipients[place] as OrderBatchInput['recipients'][number]),
			customer_reference_id: referenceOfPart(input.customer_reference_id, batchNumber),
		};
		const label = `order batch ${batchNumber + 1}`;
		const planned = run.plan.add(partInput, { item: first, batchNumber, label }, options);
		if ('problems' in planned) {
			problems.push(...planned.problems);
			return [];
		}
		return [
			batchStep(
				run,
				first,
				planned.value,
				options,
				part.map((place) => kept[place] as number),
			),
		];
	});
	if (problems.length > 0) throw inputError(first.node, problems);
	return steps;
}

/** Plans the order batches whose recipients are the input items, and reports on the items that are left out. */
function planTogether(run: Run, items: ItemContext[]): Step[] {
	const [first] = items as [ItemContext];
	const options = createOptionsOf(first);
	const refuse = (sentences: string[], summary?: string[]): never => {
		throw inputError(first.node, sentences, { summary });
	};
	const differing = differingParameters(items);
	if (differing.length > 0) refuse(differing);

	const read = items.map(recipientOfItem);
	const recipients = read.map(({ recipient }) => recipient);
	const checked = checkInput(first, recipients, read);
	const wrong = 'problems' in checked ? checked.problems : [];
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
	const reports = reportSkipped(items, problems);
	if (isNobodyLeft) return reports;
	for (const hint of groupedHints(read)) first.hint(hint);
	const kept = items.map(({ itemIndex }) => itemIndex).filter((itemIndex) => !skipped.has(itemIndex));
	const rest = checkInput(
		first,
		kept.map((itemIndex) => recipients[itemIndex]),
		[],
	);
	if ('problems' in rest) return refuse(sentencesOf(rest.problems));
	return [...reports, ...planParts(run, items, kept, rest.value, options)];
}

/** openapi: createOrderBatch. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create an order batch',
	description: 'Spend real money to send gifts to a list of recipients: one order for each, all with the same cart',
	fields: [
		...senderFields,
		...recipientFields,
		...cartFields,
		...giftFields,
		simplifyField,
		additionalFields,
		createOptionsField,
	],
	async plan(items) {
		const [first] = items as [ItemContext];
		const ledger = await Ledger.open(first.functions);
		const run = { ledger, plan: new RunPlan(ledger) };
		try {
			const steps = areItemsRecipients(first)
				? planTogether(run, items)
				: planEach(items, (item) => planAlone(run, item, items.length === 1));
			run.plan.checkAll(first);
			return steps;
		} catch (thrown) {
			const error = asNodeError(first.node, first.itemIndex, thrown);
			// Its problems name recipients by their rows, and n8n would show the index of an item beside them.
			delete error.context.itemIndex;
			throw first.continuesOnFail ? withFacts(error, { isForAllItems: true }) : ledger.complete(error);
		}
	},
};
