import { createHash } from 'crypto';

/** Forty hexadecimal digits that stand for a value: the same value always has the same ones. */
export const fingerprint = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
