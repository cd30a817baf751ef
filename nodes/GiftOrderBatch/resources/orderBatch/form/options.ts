import * as z from 'zod/mini';

import { choiceField, flagField, numberField, wholeNumberField, type Field } from '../../fieldTable';
import type { ItemContext } from '../../itemContext';
import { centsOf, dollars } from '../../money';
import { optionsField } from '../../commonFields';
import { waitFields, waitOptionsOf } from '../waitFields';
import { areItemsRecipients, FROM_ITEMS } from './recipients';

const SHOWN_FOR_ITEMS = { displayOptions: { show: { '/recipientsSource': FROM_ITEMS } } };

/** Who gets a gift, and in which order batch. */
const recipientOptions = {
	allowRepeatedRecipients: flagField(
		'Allow Repeated Recipients',
		'allowRepeatedRecipients',
		'Whether the node may send to the same person, or create the same order batch, more than once: in one execution or, in the editor, on one day. The person gets a gift each time.',
	),
	recipientsPerBatch: wholeNumberField('Recipients per Batch', 'recipientsPerBatch', 1, 500, {
		...SHOWN_FOR_ITEMS,
		description:
			'The maximum number of recipients in one order batch. The node splits a longer list of input items into several order batches.',
	}),
	skipGiftedWithinDays: wholeNumberField('Skip Gifted Within Days', 'skipGiftedWithinDays', 1, 30, {
		description:
			'Leave out everyone whose email address got a gift from this account within this many days. They go to the error output, if the node has one. Failed and canceled orders do not count.',
	}),
	skipInvalidRecipients: flagField(
		'Skip Invalid Recipients',
		'skipInvalidRecipients',
		'Whether to send to the valid recipients and leave the others out. The others go to the error output, if the node has one.',
		SHOWN_FOR_ITEMS,
	),
};

/** The options that decide which order batches there are. */
export const batchOptionsField = optionsField(recipientOptions);

/** The most that something may cost in US dollars, read in cents. */
function maximumField(displayName: string, name: string, first: number, what: string) {
	const typeOptions = { minValue: 0.01, numberPrecision: 2 };
	const description = `The most that ${what}, with shipping, fees and the highest tax. If the service expects a higher price, nothing is sent. The price does not include changes after a swap, by a Custom Price Tier, or shipping, tax and duties outside the US with the International Shipping Tier Full.`;
	const field = numberField(displayName, name, 0.01, first, { typeOptions, description });
	return { ...field, check: (label: string) => z.pipe(field.check(label), z.transform(centsOf)) };
}

const withHint = <Value>({ check, property }: Field<Value>) => ({
	check,
	property: { ...property, hint: 'Used only with the option Wait for Completion or the output Orders' },
});

const createOptions = {
	...recipientOptions,
	maximumPerRecipient: maximumField('Maximum per Recipient (USD)', 'maximumPerRecipient', 50, 'one gift may cost'),
	maximumTotal: maximumField(
		'Maximum Total (USD)',
		'maximumTotal',
		500,
		'this node may spend in one execution of the workflow, across all runs and order batches',
	),
	maxWaitSeconds: withHint(waitFields.maxWaitSeconds),
	output: choiceField(
		'Output',
		'output',
		'recipients',
		[
			{ name: 'Order Batch', value: 'orderBatch', description: 'One item for each order batch' },
			{
				name: 'Orders',
				value: 'orders',
				description: 'One item for each order, with its gift link. Waits until the orders exist.',
			},
			{
				name: 'Recipients',
				value: 'recipients',
				description: 'One item for each recipient, with their gift link as soon as it exists',
			},
			{
				name: 'Recipients Without Contact Data',
				value: 'recipientsWithoutContactData',
				description: 'The same, without names, emails, phone numbers and addresses',
			},
		],
		{
			description:
				'What the node returns. Without this option: one item for each recipient if the input items are the recipients, otherwise one for each order batch.',
		},
	),
	pollIntervalSeconds: withHint(waitFields.pollIntervalSeconds),
	recipientsLimit: wholeNumberField('Recipients Limit', 'recipientsLimit', 1, 10, {
		description:
			'How many recipients this node may send to in one execution of the workflow, across all runs and order batches. If there are more, nothing is sent.',
	}),
	waitForCompletion: flagField(
		'Wait for Completion',
		'waitForCompletion',
		'Whether to wait until all orders of the batch exist',
	),
};

/** How a batch is created, and what comes out of the node. */
export const createOptionsField = optionsField(createOptions);

/** The options that limit what is sent, by the names of Validate Only: with the value as people read it. */
const LIMITS = {
	maximum_per_recipient: ['maximumPerRecipient', dollars],
	maximum_total: ['maximumTotal', dollars],
	recipients_limit: ['recipientsLimit', String],
	skip_gifted_within_days: ['skipGiftedWithinDays', String],
} as const;

/** The limits that are set: amounts in cents, and a text such as "Maximum Total (USD) $500.00". */
export const limitsOf = (options: CreateOptions) =>
	Object.entries(LIMITS).flatMap(([name, [option, shown]]) => {
		const limit = options[option] ?? Infinity;
		return limit < Infinity
			? [{ name, limit, text: `${createOptions[option].property.displayName} ${shown(limit)}` }]
			: [];
	});

/** The values of options that were not added. Amounts are in cents. */
const DEFAULTS = {
	allowRepeatedRecipients: false,
	maximumPerRecipient: Infinity,
	maximumTotal: Infinity,
	recipientsLimit: Infinity,
	recipientsPerBatch: Infinity,
	skipInvalidRecipients: false,
};

/** What `createOptionsField` asks for; `Infinity` where it sets no limit, and no days where nobody is left out. */
export type CreateOptions = ReturnType<typeof createOptionsOf>;

/** Reads `createOptionsField`. @throws ServiceError when an option that was added has no value, or a wrong one */
export function createOptionsOf(item: ItemContext) {
	const added = item.added('options', createOptions);
	const { output: chosen = areItemsRecipients(item) ? 'recipients' : 'orderBatch', waitForCompletion } = added;
	const withContactData = chosen !== 'recipientsWithoutContactData';
	const output = withContactData ? chosen : 'recipients';
	// Orders exist once the order batch is complete.
	const waits = waitForCompletion === true || output === 'orders';
	return { ...DEFAULTS, ...added, output, withContactData, waits, wait: waitOptionsOf(added) };
}
