import type { IDataObject } from 'n8n-workflow';

import type { OrderBatchInput } from '../../../api/contract';
import { wasTried } from './ledger';
import { inputError } from '../../../api/errors';
import { checkOrderBatch, checkOrderBatchInput, checkTimes, type OrderBatchProblem } from '../../../api/validation';
import { simplifyField } from '../../commonFields';
import type { Operation, Step } from '../../defineResource';
import type { ItemContext } from '../../itemContext';
import { refusalStep } from '../../planSteps';
import { additionalFields, additionalInput } from './fields/additionalFields';
import { cartFields, cartInput } from './fields/cartFields';
import { createOptionsField, createOptionsOf, type CreateOptions } from './fields/options';
import { differingParameters } from './differingParameters';
import { pairOrders } from './pairOrders';
import { recipientFields, recipientOfItem, recipientsInput } from './fields/recipientFields';
import { allowRecipients } from './recipientsLimit';
import { sendBatch } from './send';

const inputWith = (item: ItemContext, recipients: unknown) => ({
	from_name: item.parameter('fromName'),
	send_method: item.parameter('sendMethod'),
	recipients,
	cart: cartInput(item),
	...additionalInput(item),
});

/** The sentences of the problems by the recipient that they are about. */
function byRecipient(problems: OrderBatchProblem[]): Map<number, string[]> {
	const sentences = new Map<number, string[]>();
	for (const { recipientIndex, sentence } of problems) {
		if (recipientIndex === undefined) continue;
		sentences.set(recipientIndex, [...(sentences.get(recipientIndex) ?? []), sentence]);
	}
	return sentences;
}

/** Reports the recipients that are left out: as failed items where the node goes on after failures, else as a hint. */
function reportSkipped(items: ItemContext[], skipped: Map<number, string[]>): Step[] {
	const [first] = items as [ItemContext];
	if (skipped.size === 0) return [];
	if (!first.continuesOnFail) {
		first.hint(
			`${skipped.size} of ${items.length} recipients were left out: ${[...skipped.values()].flat().slice(0, 5).join('; ')}`,
		);
		return [];
	}
	return [...skipped].map(([itemIndex, problems]) =>
		refusalStep([itemIndex], inputError(first.client.node, itemIndex, problems)),
	);
}

/** Plans one batch, and answers what sends it. */
function planBatch(
	item: ItemContext,
	input: OrderBatchInput,
	options: CreateOptions,
	reference = input.customer_reference_id,
	batchNumber = 0,
): () => Promise<IDataObject[]> {
	const creation = item.creation(input, reference, batchNumber);
	if (item.planned.has(creation)) {
		item.refuse([
			`Customer Reference ID "${reference}" is that of another order batch of this execution, too: each one needs its own`,
		]);
	}
	// Since an earlier batch was created, the time of this one may have come.
	if (!wasTried(creation.memory)) item.accept(checkTimes(input, new Date()));
	item.planned.add(creation, options.recipientsLimit);
	return async () => await sendBatch(item, creation, options);
}

/** One step for each batch: `items` are cut into batches by their places, and those in `skipped` left out of them. */
function batchSteps(
	items: ItemContext[],
	skipped: Map<number, string[]>,
	input: OrderBatchInput,
	options: CreateOptions,
): Step[] {
	const [first] = items as [ItemContext];
	const size = Math.min(options.recipientsPerBatch, items.length);
	const { customer_reference_id: ownReference } = input;
	const kept = items.map(({ itemIndex }) => itemIndex).filter((itemIndex) => !skipped.has(itemIndex));
	const recipientOf = new Map(kept.map((itemIndex, index) => [itemIndex, input.recipients[index]]));
	return Array.from({ length: Math.ceil(items.length / size) }, (_, batchNumber) => {
		const itemIndexes = kept.filter((itemIndex) => Math.floor(itemIndex / size) === batchNumber);
		const recipients = itemIndexes.flatMap((itemIndex) => recipientOf.get(itemIndex) ?? []);
		return { batchNumber, itemIndexes, recipients };
	})
		.filter(({ recipients }) => recipients.length > 0)
		.map(({ batchNumber, itemIndexes, recipients }) => {
			const reference = ownReference && batchNumber > 0 ? `${ownReference}-${batchNumber + 1}` : ownReference;
			const send = planBatch(first, { ...input, recipients }, options, reference, batchNumber);
			return { itemIndexes, run: async () => pairOrders(await send(), recipients, itemIndexes) };
		});
}

/** The batches whose recipients are the input items, and reports on the items that are left out. */
function planRecipientItems(items: ItemContext[]): Step[] {
	const [first] = items as [ItemContext];
	const options = createOptionsOf(first);
	const differing = differingParameters(items);
	if (differing.length > 0) first.refuse(differing);
	const recipients = items.map(recipientOfItem);
	const checked = checkOrderBatch(inputWith(first, recipients), first.now);
	if ('value' in checked) return batchSteps(items, new Map(), checked.value, options);

	const skipped = byRecipient(checked.problems);
	const onlyRecipients = checked.problems.every(({ recipientIndex }) => recipientIndex !== undefined);
	const nobodyIsLeft = skipped.size === items.length;
	if (!options.skipInvalidRecipients || !onlyRecipients || (nobodyIsLeft && !first.continuesOnFail)) {
		first.refuse(checked.problems.map(({ sentence }) => sentence));
	}
	const reports = reportSkipped(items, skipped);
	if (nobodyIsLeft) return reports;
	const kept = inputWith(
		first,
		recipients.filter((_, index) => !skipped.has(index)),
	);
	return [...reports, ...batchSteps(items, skipped, first.accept(checkOrderBatchInput(kept, first.now)), options)];
}

/** Interface: "OrderBatchInput", `POST /v1/order_batches`. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create an order batch',
	description: 'Spend real money to send gifts to a list of recipients: one order for each, all with the same cart',
	fields: [
		{
			displayName: 'From Name',
			name: 'fromName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Ann from Acme',
			description: 'The sender that recipients see on the gift and in notifications',
		},
		{
			displayName: 'Send Method',
			name: 'sendMethod',
			type: 'options',
			default: 'email_and_link',
			options: [
				{
					name: 'Direct Send',
					value: 'direct_send',
					description: 'Ship to the mailing address of each recipient, without asking them',
				},
				{
					name: 'Email and Link',
					value: 'email_and_link',
					description: 'Send each recipient an email with their gift link',
				},
				{
					name: 'Link Only',
					value: 'link_multiple_custom_list',
					description: 'Make a gift link for each recipient and send no email',
				},
			],
			description: 'How the gifts reach the recipients',
		},
		...recipientFields,
		...cartFields,
		simplifyField,
		additionalFields,
		createOptionsField,
	],
	plan(item) {
		const options = createOptionsOf(item);
		const input = item.accept(checkOrderBatchInput(inputWith(item, recipientsInput(item)), item.now));
		return planBatch(item, input, options);
	},
	confirm: ([first]) => {
		if (first) allowRecipients(first);
	},
	together: {
		applies: (first) => first.parameter('recipientsSource') === 'inputItems',
		plan: planRecipientItems,
	},
};
