import { createHash } from 'crypto';

/**
 * The customer reference of a creation whose user gave none (interface: "OrderBatchInput", `customer_reference_id`). The
 * same parts always make the same reference, so that every repetition of one creation carries the same one.
 */
export function deriveReference(parts: ReadonlyArray<string | number>): string {
	return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}
