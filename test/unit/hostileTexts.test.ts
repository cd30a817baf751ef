import type { IDataObject } from 'n8n-workflow';

import { HOSTILE_TEXTS, PLACES } from '../support/hostileTexts';
import { recordReader } from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/readRecord';

/** The same without what is in it of a text that is as long as those of this file. */
function withoutText(value: unknown): unknown {
	if (typeof value === 'string') return value.length > 900 ? 'the text' : value;
	if (Array.isArray(value)) return value.map(withoutText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutText(key), withoutText(inner)]));
}

describe.each(Object.entries(PLACES))('%s', (_place, become) => {
	test.each(Object.entries(HOSTILE_TEXTS))(
		'means the same with 100 kB of %s as with 1 kB',
		(_what, make) => {
			expect(withoutText(become(make(1e5)))).toEqual(withoutText(become(make(1e3))));
		},
		// A reader whose steps grow with the square of the length would need minutes.
		10_000,
	);
});

/** Objects in objects that only hold fields, each at a path of its own. */
function nested(levels: number, content: IDataObject): IDataObject {
	const names = 'properties fields data attributes body json record payload'.split(' ');
	const inner = levels === 1 ? content : nested(levels - 1, content);
	return Object.fromEntries(names.map((name) => [name, inner]));
}

test('a record with 20,000 names and companies is read as one with two', () => {
	const [large, small] = [10_000, 2].map((size) =>
		recordReader('email_and_link')({
			contacts: Array.from({ length: size }, () => ({ name: 'Ann Lee', email: 'ann@example.com' })),
			'org data': Object.fromEntries(Array.from({ length: size }, (_, index) => [`x${index}`, `Company ${index}`])),
		}),
	);
	expect(large).toEqual(small);
	expect(small).toMatchObject({ columns: { email: 'ann@example.com' }, problems: [] });
});

test('a record with thousands of people under paths of their own is refused as one of several people', () => {
	const record = nested(4, { recipient_email: 'annlee@example.com', name: 'Ann Lee' });
	expect(recordReader('email_and_link')(record)).toMatchObject({
		columns: {},
		problems: [expect.stringContaining('more than 100 people')],
	});
});

test('a list in thousands of lists does not keep its record from being read', () => {
	const list = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as IDataObject[];
	const record = { name: 'Ann Lee', email: 'ann@example.com', Friend: list };
	expect(recordReader('email_and_link')(record)).toMatchObject({ columns: { first_name: 'Ann' }, problems: [] });
});
