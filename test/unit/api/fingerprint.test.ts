import { fingerprint } from '../../../nodes/GiftOrderBatch/api/fingerprint';

test.each<[string, unknown, unknown, boolean]>([
	['fields in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
	['fields in another order within fields', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, true],
	['fields in another order within a list', [[{ a: 1, b: 2 }]], [[{ b: 2, a: 1 }]], true],
	['a field that is undefined', { a: 1, b: undefined }, { a: 1 }, true],
	['a list in another order', [1, 2], [2, 1], false],
	['another value', { a: 1 }, { a: 2 }, false],
	['another field', { a: 1 }, { b: 1 }, false],
	['a field that is null', { a: 1, b: null }, { a: 1 }, false],
	['text in place of a number', { a: '1' }, { a: 1 }, false],
	['an object in place of a list', { 0: 'a' }, ['a'], false],
])('a fingerprint of %s: %j and %j are the same, %s', (_what, one, other, isSame) => {
	expect(fingerprint(one) === fingerprint(other)).toBe(isSame);
});

test.each([undefined, null, '', 'text', { a: [1] }])('the fingerprint of %j has forty fixed digits', (value) => {
	expect(fingerprint(value)).toMatch(/^[0-9a-f]{40}$/);
	expect(fingerprint(value)).toBe(fingerprint(structuredClone(value)));
});
