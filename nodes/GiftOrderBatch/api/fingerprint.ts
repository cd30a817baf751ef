import { hash } from 'crypto';

import { isObject } from './values';

/** A value with the fields of its objects in one order. */
const inOrder = (_name: string, value: unknown): unknown =>
	isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** Forty hexadecimal digits that stand for a value: the same value always has the same ones. The order of fields does not count. */
export const fingerprint = (value: unknown) => hash('sha256', JSON.stringify(value, inOrder) ?? '').slice(0, 40);
