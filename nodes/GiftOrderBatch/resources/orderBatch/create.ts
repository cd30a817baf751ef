import type { OrderBatchInput } from '../../api/contract';
import { inputError } from '../../api/errors';
import { checkOrderBatch, checkOrderBatchInput, type OrderBatchProblem } from '../../api/validation';
import { simplifyField } from '../commonFields';
import type { Operation, Step } from '../defineResource';
import type { ItemContext } from '../itemContext';
import { refusalStep } from '../planSteps';
import { additionalFields, additionalInput } from './additionalFields';
import { cartFields, cartInput } from './cartFields';
import { createOptionsField, createOptionsOf, type CreateOptions } from './createOptions';
import { pairOrders } from './pairOrders';
import { recipientFields, recipientOfItem, recipientsInput } from './recipientFields';
import { sendBatch } from './sendBatch';

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

/** One step for each batch: `items` are its recipients, in the same order as in `input`. */
function batchSteps(items: ItemContext[], input: OrderBatchInput, options: CreateOptions): Step[] {
	const size = Math.min(options.recipientsPerBatch, items.length);
	const isSplit = options.recipientsPerBatch !== Infinity;
	const { customer_reference_id: ownReference } = input;
	return Array.from({ length: Math.ceil(items.length / size) }, (_, batchNumber) => {
		const [start, end] = [batchNumber * size, (batchNumber + 1) * size];
		const recipients = input.recipients.slice(start, end);
		const itemIndexes = items.slice(start, end).map(({ itemIndex }) => itemIndex);
		const [first] = items as [ItemContext];
		const reference = ownReference && isSplit ? `${ownReference}-${batchNumber + 1}` : ownReference;
		const creation = first.creation({ ...input, recipients }, reference, batchNumber);
		return {
			itemIndexes,
			run: async () => pairOrders(await sendBatch(first, creation, options), recipients, itemIndexes),
		};
	});
}

/** The batches whose recipients are the input items, and reports on the items that are left out. */
function planRecipientItems(items: ItemContext[]): Step[] {
	const [first] = items as [ItemContext];
	const options = createOptionsOf(first);
	const recipients = items.map(recipientOfItem);
	const checked = checkOrderBatch(inputWith(first, recipients), new Date());
	if ('value' in checked) return batchSteps(items, checked.value, options);

	const skipped = byRecipient(checked.problems);
	const onlyRecipients = checked.problems.every(({ recipientIndex }) => recipientIndex !== undefined);
	if (!options.skipInvalidRecipients || !onlyRecipients || skipped.size === items.length) {
		first.refuse(checked.problems.map(({ sentence }) => sentence));
	}
	const isKept = (_: unknown, index: number) => !skipped.has(index);
	const kept = inputWith(first, recipients.filter(isKept));
	return [
		...reportSkipped(items, skipped),
		...batchSteps(items.filter(isKept), first.accept(checkOrderBatchInput(kept, new Date())), options),
	];
}

/** Interface: "OrderBatchInput", `POST /v1/order_batches`. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create an order batch',
	description: 'Send gifts to a list of recipients: one order for each, all with the same cart',
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
		const input = item.accept(checkOrderBatchInput(inputWith(item, recipientsInput(item)), new Date()));
		const creation = item.creation(input, input.customer_reference_id, 0);
		return async () => await sendBatch(item, creation, options);
	},
	together: {
		applies: (first) => first.parameter('recipientsSource') === 'inputItems',
		plan: planRecipientItems,
	},
};
