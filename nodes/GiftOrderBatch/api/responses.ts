import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isObject, readNumber } from './values';

type Schema<Value> = z.ZodType<Value, z.ZodTypeDef, unknown>;

// Responses are read leniently: only what is relied on is checked, and everything else passes through.

const response = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.object(shape).passthrough() as unknown as Schema<IDataObject & z.infer<z.ZodObject<Shape>>>;

/** openapi: Me. */
export const account = response({ email: z.string().nullish(), public_app_id: z.string().nullish() });

/** openapi: OrderBatch. */
export const orderBatch = response({ id: z.string().min(1), send_status: z.string().min(1) });

export type OrderBatch = z.infer<typeof orderBatch>;

/** openapi: Order. */
export const order = response({ id: z.string().min(1) });

/** openapi: Webhook. */
export const webhook = response({ id: z.string().min(1) });

/** openapi: PaymentMethod. */
export const paymentMethod = response({ id: z.string().min(1) });

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
