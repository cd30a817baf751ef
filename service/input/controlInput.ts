import { z } from 'zod';
import type { FaultRule } from '../faults';
import { ORDER_STATUSES, SEND_STATUSES, SHIPMENT_STATUSES } from '../wire';

const afterCommit = z.boolean().optional();

const faultEffect = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('latency'), ms: z.number().nonnegative() }),
	z.object({
		kind: z.literal('answer'),
		status: z.number().int().min(200).max(599),
		body: z.unknown(),
		headers: z.record(z.string()).optional(),
		afterCommit,
	}),
	z.object({ kind: z.literal('drop'), afterCommit }),
	z.object({ kind: z.literal('hang'), afterCommit }),
	z.object({ kind: z.literal('garbage'), afterCommit }),
	z.object({ kind: z.literal('malformed'), form: z.enum(['wrongShape', 'truncated']) }),
]);

const regExp = z.string().transform((source, context) => {
	try {
		return new RegExp(source);
	} catch {
		context.addIssue({ code: 'custom', message: 'must be a regular expression' });
		return z.NEVER;
	}
});

/** A fault rule as JSON: `path` is the beginning of the path, `pathPattern` an expression for it. */
export const faultInput = z
	.object({
		match: z
			.object({ method: z.string().optional(), path: z.string().optional(), pathPattern: regExp.optional() })
			.optional(),
		times: z
			.union([z.number().int().positive(), z.object({ probability: z.number().min(0).max(1), seed: z.number().int() })])
			.optional(),
		effect: faultEffect,
	})
	.transform(({ match, ...rule }): FaultRule => ({
		...rule,
		match: match && { method: match.method, path: match.pathPattern ?? match.path },
	}));

/** A webhook registration as JSON. */
export const webhookInput = z.object({
	url: z.string().url(),
	secret: z.string(),
	naming: z.enum(['svix', 'standard']).optional(),
	payload: z.enum(['current', 'legacy']).optional(),
});

export const batchStateInput = z.object({ state: z.enum(SEND_STATUSES) });

export const orderChangeInput = z.object({
	status: z.enum(ORDER_STATUSES).optional(),
	shipmentStatus: z.enum(SHIPMENT_STATUSES).optional(),
	swapToProductIds: z.array(z.string()).min(1).optional(),
	thankYouNote: z.string().optional(),
});

export const optionsInput = z.object({ listOrderBatches: z.boolean() });
