import { hash } from 'crypto';

/** Forty hexadecimal digits that stand for a value: the same value always has the same ones. */
export const fingerprint = (value: unknown): string => hash('sha256', JSON.stringify(value)).slice(0, 40);
