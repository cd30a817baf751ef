import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/mini';

import { isObject, readNumber, readWholeNumber } from './values';

// Responses are read leniently: only what is relied on is checked, and everything else passes through. An optional field that is
// not what the interface says counts as missing.

// What is wrong with a response, after the name of the field.
const AN_OBJECT = 'it must be an object';
const A_TEXT = 'it must be text';
const A_COUNT = 'it must be a whole number of at least 0';

const responseOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
	z.looseObject(shape, AN_OBJECT) as unknown as z.ZodMiniType<IDataObject & z.infer<z.ZodMiniObject<Shape>>>;

/** Fails a value that is not valid. */
const must = <Value>(isValid: (value: Value) => unknown, message: string) =>
	z.check<Value>(({ value, issues }) => {
		if (!isValid(value)) issues.push({ code: 'custom', message, input: value });
	});

const filledText = z.string(A_TEXT).check(must((value) => value !== '', A_TEXT));

/** A field that may be missing or null. */
const orNull = <Value>(read: (value: unknown) => Value) =>
	z.optional(z.transform((value: unknown) => (value === null ? null : read(value))));

const optional = <Value>(schema: z.ZodMiniType<Value>) => orNull((value) => schema.safeParse(value).data);

/** A time. Any other value is kept as text, so that it never equals a time. */
const timeOrNull = orNull(String);

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const countSchema = z.unknown().check(must(isCount, A_COUNT)) as z.ZodMiniType<number>;

/** The entries as they are: a schema for each would copy them all. */
const objectList = z.array(z.unknown(), 'it must be a list').check(({ value, issues }) => {
	for (const [index, input] of value.entries()) {
		if (!isObject(input)) issues.push({ code: 'custom', message: AN_OBJECT, path: [index], input });
	}
}) as unknown as z.ZodMiniType<IDataObject[]>;

/** openapi: Me. */
export const accountSchema = responseOf({
	email: optional(filledText),
	public_app_id: optional(filledText),
}).check(must(({ email, public_app_id }) => email || public_app_id, 'it does not say whose key it is'));

/** openapi: OrderBatch. */
export const orderBatchSchema = responseOf({
	id: filledText,
	send_status: filledText,
	customer_reference_id: optional(filledText),
	scheduled_send_on: timeOrNull,
	expires_at: timeOrNull,
	recipients_count: optional(countSchema),
	orders_count: optional(countSchema),
	cart: optional(responseOf({ items: optional(objectList) })),
	recipients_preview: optional(objectList),
	orders_preview: optional(objectList),
});

export type OrderBatch = z.infer<typeof orderBatchSchema>;

/** openapi: Collection. */
export const collectionSchema = responseOf({
	id: filledText,
	title: optional(filledText),
	product: optional(responseOf({ id: filledText })),
});

export type Collection = z.infer<typeof collectionSchema>;

/** A value of one type; a number also as text. */
const ofType = <Value>(type: 'number' | 'boolean') =>
	z.transform((value: unknown) => {
		const found = readNumber(value);
		return typeof found === type ? (found as Value) : undefined;
	});

/** openapi: Product. */
export const productSchema = responseOf({
	id: filledText,
	name: optional(filledText),
	status: optional(filledText),
	price_is_variable: ofType<boolean>('boolean'),
	price_min: ofType<number>('number'),
	price_max: ofType<number>('number'),
	variants: optional(objectList),
	variants_num_selectable: ofType<number>('number'),
	restricted_states: optional(z.array(z.unknown())),
});

export type Product = z.infer<typeof productSchema>;

/** openapi: Order, PaymentMethod, Webhook. */
export const withId = responseOf({ id: filledText });

/** Text must be whole digits: "500.00" may be meant in dollars. */
const centsSchema = z.pipe(z.transform(readWholeNumber), countSchema);
const centsOrNull = z.optional(
	z.pipe(z.transform(readWholeNumber), z.unknown().check(must((value) => value === null || isCount(value), A_COUNT))),
) as z.ZodMiniType<number | null | undefined>;

/** What is wrong with a total that has neither form. */
const NO_TOTAL = 'neither est_total_calculated nor est_group_total_high is present';

const estimateSchema = responseOf({
	cart_price: responseOf({ price_est_total_low: centsSchema, price_est_total_high: centsSchema }),
	total_price: responseOf({
		est_group_total_low: centsOrNull,
		est_group_total_high: centsOrNull,
		est_total_calculated: centsOrNull,
	}).check(must((total) => (total.est_total_calculated ?? total.est_group_total_high) != null, NO_TOTAL)),
});

/** openapi: PriceEstimate, in US cents. It always has the names `cart_price` and `total_price`, whichever the service uses. */
export const priceEstimateSchema = z.pipe(
	z.transform((body: unknown): unknown => {
		if (!isObject(body)) return body;
		const { cart_price_estimate: cartPrice, total_price_estimate: totalPrice, ...others } = body;
		return { ...others, cart_price: others.cart_price ?? cartPrice, total_price: others.total_price ?? totalPrice };
	}),
	estimateSchema,
);

export type PriceEstimate = z.infer<typeof priceEstimateSchema>;

/** openapi: ListMeta. */
export const entryListSchema = responseOf({
	data: objectList,
	list_meta: optional(responseOf({ total_count: z.pipe(z.transform(readNumber), countSchema) })),
});

export type EntryList = z.infer<typeof entryListSchema>;
