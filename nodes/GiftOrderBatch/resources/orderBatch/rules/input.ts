import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/mini';

import { isBlank, isObject, objectsIn } from '../../../api/values';
import { shapeOf } from '../../fieldTable';
import { nonEmptyList, optional, problemOf, strictObject, unevaluated, uuid, webUrl } from '../../inputSchemas';
import type { Problem } from '../../sentences';
import { BATCH_FIELDS, CART_ITEM_FIELDS } from '../batchFields';
import type { RecordReading } from '../recipients/readRecord';
import { recipientInput, type Recipient } from '../recipients/recipientInput';

const cartItem = strictObject('Cart Item', {
	product_id: optional(uuid('Product')),
	product_url: optional(webUrl('Product')),
	/** A gift collection, in whose place its product is sent: see `withCollections`. */
	collection_id: optional(uuid('Product')),
	...shapeOf(CART_ITEM_FIELDS),
});

/** openapi: OrderBatchInput, whose recipients are checked one by one. */
export const giftSchema = strictObject('Order Batch', {
	...shapeOf(BATCH_FIELDS),
	recipients: nonEmptyList('Recipients', z.unknown()),
	cart: strictObject('Cart', { items: nonEmptyList('Cart Items', cartItem) }),
});

const { shape } = giftSchema;

/** openapi: PriceInput, likewise. */
export const priceSchema = strictObject('Order Batch', {
	recipients: shape.recipients,
	cart: shape.cart,
	send_method: shape.send_method,
});

/** What decides about the price of an order batch (openapi: PriceInput). */
export type PriceInput = Omit<z.infer<typeof priceSchema>, 'recipients'> & { recipients: Recipient[] };

/** An order batch (openapi: OrderBatchInput). Get Price reads no more than a price input of it. */
export type OrderBatchInput = PriceInput & Partial<z.infer<typeof giftSchema>>;

/** An item of a cart has its product in one of three ways. */
function productProblems(item: IDataObject, cartItem: number): Problem[] {
	const given = [item.product_id, item.product_url, item.collection_id].filter((value) => !isBlank(value)).length;
	return given === 1 ? [] : [{ kind: given === 0 ? 'noProduct' : 'severalProducts', cartItem }];
}

/**
 * What is wrong with the times of an order batch that does not exist yet: they are over, in the wrong order, or later than the
 * node waits.
 * @param now the moment against which times count as past
 */
export function timeProblems(
	input: { scheduled_send_on?: unknown; expires_at?: unknown },
	{ waits, wait }: { waits: boolean; wait: { maxWaitMs: number } },
	now: Date,
): Problem[] {
	const textOf = (time: unknown) => (typeof time === 'string' ? time : '');
	const [value, expiry] = [textOf(input.scheduled_send_on), textOf(input.expires_at)];
	const [scheduled, expires] = [Date.parse(value), Date.parse(expiry)];
	const problems: Problem[] = [];
	if (scheduled <= now.getTime()) problems.push({ kind: 'past', field: 'Send On', value });
	if (expires <= now.getTime()) {
		problems.push({ kind: 'past', field: 'Expires At', value: expiry });
	} else if (expires <= scheduled) problems.push({ kind: 'expiresTooEarly' });
	if (waits && scheduled > now.getTime() + wait.maxWaitMs && problems.length === 0)
		problems.push({ kind: 'waitTooShort', value, seconds: wait.maxWaitMs / 1000 });
	return problems;
}

/**
 * Checks everything of an order batch but its recipients (openapi: OrderBatchInput, PriceInput). Past times are not looked
 * for: the order batch may exist since before they were past. Never throws.
 * @param schema `giftSchema`, or `priceSchema`
 * @param input with all recipients, as they were read
 */
export function checkGift<Input>(schema: z.ZodMiniType<Input>, input: unknown): { gift?: Input; problems: Problem[] } {
	const { data: gift, error } = schema.safeParse(input);
	const given = isObject(input) ? input : {};
	const items: unknown = isObject(given.cart) ? given.cart.items : undefined;
	const problems: Problem[] = [
		...(error?.issues ?? []).map((issue) => ({
			...problemOf(issue),
			// The cart is the only list whose entries the schema checks.
			cartItem: issue.path.find((key): key is number => typeof key === 'number'),
		})),
		...unevaluated('From Name', given.from_name),
		...unevaluated('Message', given.message),
		...objectsIn(items).flatMap(productProblems),
	];
	// Recipients choose from a collection.
	if (given.swap === 'disabled' && objectsIn(items).some((item) => !isBlank(item.collection_id)))
		problems.push({ kind: 'collectionWithoutSwap' });
	if (!isBlank(given.message) && isBlank(given.card_id))
		problems.push({ kind: 'missing', field: 'Card', neededBy: 'message' });
	return { gift, problems };
}

const ADDRESS = 'Mailing Address (Address Line 1, City, State, Postal Code)';

/**
 * Checks one recipient (openapi: RecipientInput). Never throws.
 * @param options.unused columns that are not used for what may be missing, by its label
 * @param options.skipsGifted whether people are compared with those who got a gift before, by email
 */
export function checkRecipient(
	read: unknown,
	{
		sendMethod,
		skipsGifted,
		unused = {},
	}: { sendMethod: unknown; skipsGifted?: boolean; unused?: RecordReading['unused'] },
): { recipient?: Recipient; problems: Problem[] } {
	const { data: recipient, error } = recipientInput.safeParse(read);
	const problems = (error?.issues ?? []).map(problemOf);
	const lacks = (name: string) => isObject(read) && isBlank(read[name]);
	if (sendMethod === 'direct_send' && lacks('mailing_address'))
		problems.push({ kind: 'missing', field: ADDRESS, neededBy: 'directSend' });
	const neededBy = sendMethod === 'email_and_link' ? 'emailAndLink' : skipsGifted ? 'skipGifted' : undefined;
	if (neededBy && lacks('email')) problems.push({ kind: 'missing', field: 'Email', neededBy });
	const withUnused = (one: Problem) =>
		one.kind === 'missing' ? { ...one, unused: unused[one.field === ADDRESS ? 'Address Line 1' : one.field] } : one;
	return { recipient, problems: problems.map(withUnused) };
}
