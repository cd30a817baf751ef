import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/mini';

import { INTERNATIONAL_SHIPPING_TIERS, SEND_METHODS, SWAPS } from '../../../api/enumerations';
import { cut, isBlank, isObject, objectsIn } from '../../../api/values';
import {
	amountInCents,
	choice,
	dateTime,
	flag,
	id,
	list,
	missing,
	name,
	object,
	optional,
	ownId,
	problemsIn,
	text,
	webUrl,
	wholeNumber,
	type Problem,
} from '../../inputSchemas';
import { recipientInput, type Recipient } from '../recipients/recipientInput';

const cartItem = object('Cart Item', {
	product_id: optional(id('Product')),
	product_url: optional(webUrl('Product')),
	/** A gift collection, in whose place its product is sent: see `withCollections`. */
	collection_id: optional(id('Product')),
	quantity: wholeNumber('Quantity', 1),
	variable_price: optional(amountInCents('Variable Price (Cents)')),
	variants: optional(list('Variants', text('Variants'))),
});

/** openapi: OrderBatchInput, whose recipients are checked one by one. */
export const orderBatchGift = object('Order Batch', {
	from_name: name('From Name'),
	message: optional(text('Message')),
	recipients: list('Recipients', z.unknown()),
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

/** openapi: PriceInput, likewise. */
export const priceGift = z.pick(orderBatchGift, { recipients: true, cart: true, send_method: true });

/** openapi: OrderBatchInput. */
export type OrderBatchInput = Omit<z.infer<typeof orderBatchGift>, 'recipients'> & { recipients: Recipient[] };

/** What decides about the price of an order batch (openapi: PriceInput); a whole one is a price input, too. */
export type PriceInput = Pick<OrderBatchInput, 'recipients' | 'cart' | 'send_method'>;

/** A problem of an order batch, or of one item of its cart, counted from 0. */
export interface GiftProblem extends Problem {
	cartItem?: number;
}

function productProblems({ items }: IDataObject): GiftProblem[] {
	return (Array.isArray(items) ? items : []).flatMap((item: unknown, index): GiftProblem[] => {
		if (!isObject(item)) return [];
		const given = [item.product_id, item.product_url, item.collection_id].filter((value) => !isBlank(value)).length;
		if (given === 1) return [];
		const problem =
			given === 0
				? missing('Product', 'choose one from the list, by ID or by URL')
				: { message: '"Product" must be given by ID or by URL, not by both' };
		return [{ ...problem, cartItem: index }];
	});
}

/** What an expression looks like whose field was left on Fixed. */
const EXPRESSION = '{{';

const TEXTS: Array<[name: string, label: string]> = [
	['from_name', 'From Name'],
	['message', 'Message'],
];

const expressionProblems = (input: Record<string, unknown>): GiftProblem[] =>
	TEXTS.filter(([name]) => typeof input[name] === 'string' && input[name].includes(EXPRESSION)).map(([, label]) => ({
		message: `"${label}" would be sent with ${EXPRESSION} in it: switch the field from Fixed to Expression`,
	}));

/** A collection is there to be chosen from. */
const swapProblems = ({ items }: IDataObject, swap: unknown): GiftProblem[] =>
	swap === 'disabled' && objectsIn(items).some((item) => !isBlank(item.collection_id))
		? [{ message: '"Swap" must not be Disabled: recipients choose their gift from the collection' }]
		: [];

/**
 * What is wrong with the times of an order batch that does not exist yet: they are over, in the wrong order, or later than the
 * node waits.
 * @param now the moment against which times count as past
 */
export function lateProblems(
	input: { scheduled_send_on?: unknown; expires_at?: unknown },
	{ waits, wait }: { waits: boolean; wait: { maxWaitMs: number } },
	now: Date,
): Problem[] {
	const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : NaN);
	const scheduled = timeOf(input.scheduled_send_on);
	const expires = timeOf(input.expires_at);
	const problems: Problem[] = [];
	if (scheduled <= now.getTime()) {
		problems.push({
			message: `"Scheduled Send On" is in the past (${cut(String(input.scheduled_send_on))}): choose a later time, or leave it empty to send at once`,
		});
	}
	if (expires <= now.getTime()) {
		problems.push({ message: `"Expires At" is in the past (${cut(String(input.expires_at))})` });
	} else if (expires <= scheduled) {
		problems.push({ message: '"Expires At" must be later than "Scheduled Send On"' });
	}
	if (waits && scheduled > now.getTime() + wait.maxWaitMs && problems.length === 0) {
		problems.push({
			message: `"Scheduled Send On" (${cut(String(input.scheduled_send_on))}) is after the end of "Max Wait (Seconds)" (${wait.maxWaitMs / 1000} seconds): remove the option that waits, and let a Gift Order Batch Trigger start a workflow when the order batch is complete`,
		});
	}
	return problems;
}

/**
 * Checks everything of an order batch but its recipients (openapi: OrderBatchInput, PriceInput). Past times are not looked
 * for: the order batch may exist since before they were past. Never throws.
 * @param schema `orderBatchGift`, or `priceGift`
 * @param input with all recipients, as they were read
 */
export function checkGift<Gift>(schema: z.ZodMiniType<Gift>, input: unknown): { gift?: Gift; problems: GiftProblem[] } {
	const parsed = schema.safeParse(input);
	const { cart, message, card_id: cardId, swap } = isObject(input) ? input : {};
	const cartInput = isObject(cart) ? (cart as IDataObject) : {};
	const found = parsed.success ? [] : problemsIn(parsed.error);
	const places = parsed.success ? [] : parsed.error.issues.map(({ path }) => path);
	const problems: GiftProblem[] = [
		// The cart is the only list whose entries the schema checks.
		...found.map((problem, index) => ({
			...problem,
			cartItem: places[index]?.find((key): key is number => typeof key === 'number'),
		})),
		...expressionProblems(isObject(input) ? input : {}),
		...productProblems(cartInput),
		...swapProblems(cartInput, swap),
		...(!isBlank(message) && isBlank(cardId) ? [missing('Card', 'a "Message" needs one')] : []),
	];
	return { gift: parsed.success ? parsed.data : undefined, problems };
}

/** What a send method needs of each recipient, by the field. */
const NEEDED: Record<string, [field: string, problem: Problem] | undefined> = {
	email_and_link: ['email', missing('Email', 'the send method "Email and Link" needs it')],
	direct_send: [
		'mailing_address',
		missing('Mailing Address (Address Line 1, City, State, Postal Code)', 'the send method "Direct Send" needs it'),
	],
};

/**
 * Checks one recipient (openapi: RecipientInput). Never throws.
 * @param isEmailNeeded whether something else than the send method needs the email
 */
export function checkRecipient(
	read: unknown,
	sendMethod: unknown,
	isEmailNeeded: boolean,
): { recipient?: Recipient; problems: Problem[] } {
	const parsed = recipientInput.safeParse(read);
	const problems = parsed.success ? [] : problemsIn(parsed.error);
	const [needed, problem] = (typeof sendMethod === 'string' && NEEDED[sendMethod]) || [];
	const isBlankIn = (name: string) => isObject(read) && isBlank(read[name]);
	if (needed && isBlankIn(needed)) problems.push(problem as Problem);
	if (isEmailNeeded && needed !== 'email' && isBlankIn('email')) {
		problems.push(missing('Email', 'the option "Skip Gifted Within Days" finds people by their email'));
	}
	return { recipient: parsed.success ? parsed.data : undefined, problems };
}
