import { HOSTILE_TEXTS, PLACES } from '../../dev/harness/hostileTexts';

/** The same without what is in it of a text that is as long as those of this file. */
function withoutText(value: unknown): unknown {
	if (typeof value === 'string') return value.length > 900 ? 'the text' : value;
	if (Array.isArray(value)) return value.map(withoutText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutText(key), withoutText(inner)]));
}

describe.each(Object.entries(PLACES))('%s', (_place, become) => {
	test.each(Object.entries(HOSTILE_TEXTS))('means the same with 1 MB of %s as with 1 kB', (_what, make) => {
		expect(withoutText(become(make(1e6)))).toEqual(withoutText(become(make(1e3))));
	});
});
