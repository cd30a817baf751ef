import { z } from 'zod';

import { INTERNATIONAL_SHIPPING_TIERS, SEND_METHODS, SWAPS } from '../../../api/enumerations';
import { isBlank, isObject } from '../../../api/values';
import { addressSchemas } from '../../addressFields';
import {
	choice,
	dateTime,
	email,
	field,
	flag,
	id,
	list,
	object,
	optional,
	ownId,
	text,
	usPhone,
	webUrl,
	wholeNumber,
} from '../../inputSchemas';

const mailingAddress = object('Mailing Address', {
	first_name: optional(text('First Name')),
	last_name: optional(text('Last Name')),
	...addressSchemas,
	country: field(
		'Country',
		'US, the only country that is supported',
		z.string().trim().toUpperCase().pipe(z.literal('US')).nullable(),
	),
});

const recipient = object('Recipient', {
	first_name: text('First Name'),
	last_name: optional(text('Last Name')),
	email: optional(email('Email')),
	phone: optional(usPhone('Phone')),
	mailing_address: optional(mailingAddress),
});

const cartItem = object('Cart Item', {
	product_id: optional(id('Product')),
	product_url: optional(webUrl('Product')),
	quantity: wholeNumber('Quantity', 1),
	variable_price: optional(wholeNumber('Variable Price (Cents)', 1)),
	variants: optional(list('Variants', text('Variants'))),
});

/** openapi: OrderBatchInput. */
export const orderBatchInput = object('Order Batch', {
	from_name: text('From Name'),
	message: optional(text('Message')),
	recipients: list('Recipients', recipient),
	cart: object('Cart', { items: list('Cart Items', cartItem) }),
	send_method: choice('Send Method', SEND_METHODS),
	card_id: optional(id('Card')),
	payment_method_id: optional(text('Payment Method')),
	workspace_id: optional(id('Workspace')),
	scheduled_send_on: optional(dateTime('Scheduled Send On')),
	expires_at: optional(dateTime('Expires At')),
	swap: optional(choice('Swap', SWAPS)),
	international_shipping_tier: optional(choice('International Shipping Tier', INTERNATIONAL_SHIPPING_TIERS)),
	international_gift_cards_enabled: optional(flag('International Gift Cards Enabled')),
	notifications_enabled: optional(flag('Notifications Enabled')),
	commerce_end_user_id: optional(ownId('Commerce End User ID')),
	customer_reference_id: optional(ownId('Customer Reference ID')),
	reserved_options: optional(object('Reserved Options', { custom_price_tier: wholeNumber('Custom Price Tier', 0) })),
});

export type OrderBatchInput = z.infer<typeof orderBatchInput>;

/** openapi: PriceInput. */
export const priceInput = orderBatchInput.pick({ recipients: true, cart: true, send_method: true });

/** What decides about the price of an order batch; a whole one is a price input, too. */
export type PriceInput = z.infer<typeof priceInput>;

interface Problem {
	path: Array<string | number>;
	message: string;
}

type Loose = Record<string, unknown>;

/** The objects of a list with their places in it; what is not an object is left to the schema. */
const objectsIn = (value: unknown): Array<[number, Loose]> =>
	(Array.isArray(value) ? value : []).flatMap((entry: unknown, index): Array<[number, Loose]> =>
		isObject(entry) ? [[index, entry]] : [],
	);

/** The lists of the form in its order, and what one row of each is called. */
const LISTS = [
	{ key: 'recipients', rowName: 'Recipient' },
	{ key: 'items', rowName: 'Cart item' },
];

/** The list and the row that a problem is about; -1 for none. */
function placeOf({ path }: Problem): { list: number; row: number } {
	const at = path.findIndex((key) => typeof key === 'number');
	return { list: LISTS.findIndex(({ key }) => key === path[at - 1]), row: Number(path[at] ?? -1) };
}

/** Orders problems as the form is read: the batch, its recipients row by row, its cart items row by row. */
function byRow(a: Problem, b: Problem): number {
	const [first, second] = [placeOf(a), placeOf(b)];
	return first.list - second.list || (first.list < 0 ? 0 : first.row - second.row);
}

/** Names the list row of a problem the way the form numbers its rows, from 1. */
function sentence(problem: Problem): string {
	const { list, row } = placeOf(problem);
	const rowName = LISTS[list]?.rowName;
	return rowName ? `${rowName} ${row + 1}: ${problem.message}` : problem.message;
}

function recipientProblems(input: Loose): Problem[] {
	const recipients = objectsIn(input.recipients);
	const missing = (field: string, message: string) =>
		recipients.flatMap(([index, recipient]) =>
			isBlank(recipient[field]) ? [{ path: ['recipients', index], message }] : [],
		);

	switch (input.send_method) {
		case 'email_and_link':
			return missing('email', 'Email is missing: the send method "Email and Link" needs it');
		case 'direct_send':
			return missing(
				'mailing_address',
				'Mailing Address (Address Line 1, City, State, Postal Code) is missing: the send method "Direct Send" needs it',
			);
		default:
			return [];
	}
}

function cartProblems(input: Loose): Problem[] {
	const items = objectsIn(isObject(input.cart) ? input.cart.items : undefined);
	return items.flatMap(([index, item]) => {
		const given = [item.product_id, item.product_url].filter((value) => !isBlank(value)).length;
		if (given === 1) return [];
		const message =
			given === 0
				? 'Product is missing: choose one from the list, by ID or by URL'
				: 'Product must be given by ID or by URL, not by both';
		return [{ path: ['cart', 'items', index], message }];
	});
}

/** @param now the moment against which times count as past */
export function timeProblems(input: Loose, now: Date): Problem[] {
	const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : NaN);
	const scheduled = timeOf(input.scheduled_send_on);
	const expires = timeOf(input.expires_at);
	const problems: Problem[] = [];
	if (scheduled <= now.getTime()) {
		problems.push({
			path: ['scheduled_send_on'],
			message: `Scheduled Send On is in the past (${String(input.scheduled_send_on)}): choose a later time, or leave it empty to send at once`,
		});
	}
	if (expires <= now.getTime()) {
		problems.push({ path: ['expires_at'], message: `Expires At is in the past (${String(input.expires_at)})` });
	} else if (expires <= scheduled) {
		problems.push({ path: ['expires_at'], message: 'Expires At must be later than Scheduled Send On' });
	}
	return problems;
}

function messageProblems(input: Loose): Problem[] {
	return !isBlank(input.message) && isBlank(input.card_id)
		? [{ path: ['card_id'], message: 'Card is missing: a Message needs one' }]
		: [];
}

/** A problem of a batch creation: its sentence, and the recipient it is about (from 0), if it is about one. */
export interface OrderBatchProblem {
	sentence: string;
	/** The sentence without the row. */
	message: string;
	recipientIndex?: number;
}

const recipientIndexOf = ({ path: [list, index] }: Problem) =>
	list === 'recipients' && typeof index === 'number' ? index : undefined;

export type CheckedOrderBatch<Input> = { value: Input } | { problems: OrderBatchProblem[] };

/**
 * Checks the body of a request against all rules that can be known before sending (openapi: OrderBatchInput, PriceInput).
 * Reports all problems at once and never throws.
 * @param schema `orderBatchInput`, or `priceInput`
 * @param now the moment against which times count as past
 */
export function checkOrderBatch<Input>(
	schema: z.ZodType<Input, z.ZodTypeDef, unknown>,
	input: unknown,
	now: Date,
): CheckedOrderBatch<Input> {
	const parsed = schema.safeParse(input);
	const loose = isObject(input) ? input : {};
	const problems: Problem[] = [
		...(parsed.success ? [] : parsed.error.issues),
		...recipientProblems(loose),
		...cartProblems(loose),
		...messageProblems(loose),
		...timeProblems(loose, now),
	];
	if (parsed.success && problems.length === 0) return { value: parsed.data };
	return {
		problems: problems.sort(byRow).map((problem) => ({
			sentence: sentence(problem),
			message: problem.message,
			recipientIndex: recipientIndexOf(problem),
		})),
	};
}
