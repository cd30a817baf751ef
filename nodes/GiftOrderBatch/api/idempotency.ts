import { createHash } from 'crypto';

/**
 * The customer reference of a creation whose user gave none (openapi: OrderBatchInput, `customer_reference_id`). The
 * same parts always make the same reference, so that every repetition of one creation carries the same one.
 */
export const deriveReference = (parts: ReadonlyArray<string | number>): string => `n8n-${fingerprint(parts)}`;

/** Forty hexadecimal digits that stand for a value: the same value always has the same ones. */
export const fingerprint = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
