import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/mini';

import { isObject, readNumber, readWholeNumber } from './values';

// Responses are read leniently: only what is relied on is checked, and everything else passes through. An optional field that is
// not what the interface says counts as missing.

// What is wrong with a response, after the name of the field.
const AN_OBJECT = 'it must be an object';
const A_TEXT = 'it must be text';
const A_COUNT = 'it must be a whole number of at least 0';

const response = <Shape extends z.core.$ZodShape>(shape: Shape) =>
	z.looseObject(shape, AN_OBJECT) as unknown as z.ZodMiniType<IDataObject & z.infer<z.ZodMiniObject<Shape>>>;

/** Fails a value that is not valid. */
const must = <Value>(isValid: (value: Value) => unknown, message: string) =>
	z.check<Value>(({ value, issues }) => {
		if (!isValid(value)) issues.push({ code: 'custom', message, input: value });
	});

const text = z.string(A_TEXT).check(must((value) => value !== '', A_TEXT));

/** A field that may be missing or null. */
const orNull = <Value>(read: (value: unknown) => Value) =>
	z.optional(z.transform((value: unknown) => (value === null ? null : read(value))));

const optional = <Value>(schema: z.ZodMiniType<Value>) => orNull((value) => schema.safeParse(value).data);

/** A time. Any other value is kept as text, so that it never equals a time. */
const time = orNull(String);

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const count = z.unknown().check(must(isCount, A_COUNT)) as z.ZodMiniType<number>;

/** The entries as they are: a schema for each would copy them all. */
const entries = z.array(z.unknown(), 'it must be a list').check(({ value, issues }) => {
	for (const [index, input] of value.entries()) {
		if (!isObject(input)) issues.push({ code: 'custom', message: AN_OBJECT, path: [index], input });
	}
}) as unknown as z.ZodMiniType<IDataObject[]>;

/** openapi: Me. */
export const account = response({
	email: optional(text),
	public_app_id: optional(text),
}).check(must(({ email, public_app_id }) => email || public_app_id, 'it does not say whose key it is'));

/** openapi: OrderBatch. */
export const orderBatch = response({
	id: text,
	send_status: text,
	customer_reference_id: optional(text),
	scheduled_send_on: time,
	expires_at: time,
	recipients_count: optional(count),
	orders_count: optional(count),
	cart: optional(response({ items: optional(entries) })),
	recipients_preview: optional(entries),
	orders_preview: optional(entries),
});

export type OrderBatch = z.infer<typeof orderBatch>;

/** openapi: Collection. */
export const collection = response({ id: text, title: optional(text), product: optional(response({ id: text })) });

export type Collection = z.infer<typeof collection>;

/** A number, also as text. */
const number = z.transform((value: unknown) => {
	const found = readNumber(value);
	return typeof found === 'number' ? found : undefined;
});

const flag = z.transform((value: unknown) => (typeof value === 'boolean' ? value : undefined));

/** openapi: Product. */
export const product = response({
	id: text,
	name: optional(text),
	status: optional(text),
	price_is_variable: flag,
	price_min: number,
	price_max: number,
	variants: optional(entries),
	variants_num_selectable: number,
	restricted_states: optional(z.array(z.unknown())),
});

export type Product = z.infer<typeof product>;

/** openapi: Order, PaymentMethod, Webhook. */
export const withId = response({ id: text });

/** Text must be whole digits: "500.00" may be meant in dollars. */
const cents = z.pipe(z.transform(readWholeNumber), count);
const centsOrNull = z.optional(
	z.pipe(z.transform(readWholeNumber), z.unknown().check(must((value) => value === null || isCount(value), A_COUNT))),
) as z.ZodMiniType<number | null | undefined>;

/** What is wrong with a total that has neither form. */
const NO_TOTAL = 'neither est_total_calculated nor est_group_total_high is present';

const estimate = response({
	cart_price: response({ price_est_total_low: cents, price_est_total_high: cents }),
	total_price: response({
		est_group_total_low: centsOrNull,
		est_group_total_high: centsOrNull,
		est_total_calculated: centsOrNull,
	}).check(must((total) => (total.est_total_calculated ?? total.est_group_total_high) != null, NO_TOTAL)),
});

/** openapi: PriceEstimate, in US cents. It always has the names `cart_price` and `total_price`, whichever the service uses. */
export const priceEstimate = z.pipe(
	z.transform((body: unknown): unknown => {
		if (!isObject(body)) return body;
		const { cart_price_estimate: cartPrice, total_price_estimate: totalPrice, ...others } = body;
		return { ...others, cart_price: others.cart_price ?? cartPrice, total_price: others.total_price ?? totalPrice };
	}),
	estimate,
);

export type PriceEstimate = z.infer<typeof priceEstimate>;

/** openapi: ListMeta. */
export const entryList = response({
	data: entries,
	list_meta: optional(response({ total_count: z.pipe(z.transform(readNumber), count) })),
});

export type EntryList = z.infer<typeof entryList>;
