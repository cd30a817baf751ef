import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isObject, readNumber, readWholeNumber } from './values';

type Schema<Value> = z.ZodType<Value, z.ZodTypeDef, unknown>;

// Responses are read leniently: only what is relied on is checked, and everything else passes through.

const response = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.object(shape).passthrough() as unknown as Schema<IDataObject & z.infer<z.ZodObject<Shape>>>;

/** openapi: Me. */
export const account = response({ email: z.string().nullish(), public_app_id: z.string().nullish() });

/** openapi: OrderBatch. */
export const orderBatch = response({ id: z.string().min(1), send_status: z.string().min(1) });

export type OrderBatch = z.infer<typeof orderBatch>;

/** openapi: Collection, Order, PaymentMethod, Product, Webhook. */
export const withId = response({ id: z.string().min(1) });

/** Text must be whole digits: "500.00" may be meant in dollars. */
const cents = z.preprocess(readWholeNumber, z.number().int().nonnegative());

/** Text of what is wrong with a total that has neither form. */
const NO_TOTAL = 'Neither est_total_calculated nor est_group_total_high is present';

const estimate = response({
	cart_price: response({ price_est_total_low: cents, price_est_total_high: cents }),
	total_price: response({
		est_group_total_low: cents.nullish(),
		est_group_total_high: cents.nullish(),
		est_total_calculated: cents.nullish(),
	}).refine((total) => (total.est_total_calculated ?? total.est_group_total_high) != null, NO_TOTAL),
});

/** openapi: PriceEstimate, in US cents. It always has the names `cart_price` and `total_price`, whichever the service uses. */
export const priceEstimate = z.preprocess((body) => {
	if (!isObject(body)) return body;
	const { cart_price_estimate: cartPrice, total_price_estimate: totalPrice, ...others } = body;
	return { ...others, cart_price: others.cart_price ?? cartPrice, total_price: others.total_price ?? totalPrice };
}, estimate) as unknown as Schema<z.infer<typeof estimate>>;

export type PriceEstimate = z.infer<typeof priceEstimate>;

/** The entries as they are: a schema for each would copy them all. */
const entries = z.array(z.unknown()).superRefine((list, context) => {
	for (const [index, entry] of list.entries()) {
		if (!isObject(entry)) context.addIssue({ code: 'custom', path: [index], message: 'Expected object' });
	}
}) as unknown as Schema<IDataObject[]>;

/** openapi: ListMeta. A total that is no number counts as missing. */
export const entryList = response({
	data: entries,
	list_meta: response({ total_count: z.preprocess(readNumber, z.number().int().nonnegative()) })
		.optional()
		.catch(undefined),
});

export type EntryList = z.infer<typeof entryList>;
