import type { IDataObject } from 'n8n-workflow';

import { flattened } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/flatten';

/** The values of a record by their paths, with '|' around what an entry says that it is. */
function valuesOf(json: unknown): Record<string, unknown> {
	const { paths, values } = flattened(json as IDataObject);
	const shown = paths.map((path) => path.replaceAll('\u2062', '').replaceAll('\u2063', '|'));
	return Object.fromEntries(shown.map((path, index) => [path, values[index]]));
}

/** An object in an object, and so on, with a value in the last one. */
const nested = (levels: number): object => (levels === 0 ? { x: 1 } : { x: nested(levels - 1) });

test.each<[string, unknown, Record<string, unknown>]>([
	['the text of an XML element', { a: { _: 'x', $: { id: '1' } }, b: { '#text': 'y' } }, { a: 'x', b: 'y' }],
	[
		'a property of a page of Notion',
		{ a: { type: 'email', email: 'x' }, b: { type: 'title', title: [{ type: 'text', plain_text: 'y' }] } },
		{ a: 'x', 'b[0]': 'y' },
	],
	['a canonical form', { a: { value: '1', canonicalForm: '+1' } }, { a: '+1' }],
	['a record with a value', { value: 1, a: 2 }, { value: 1, a: 2 }],
	['a list of texts and objects', { a: ['x', { b: 1 }] }, { 'a[0]': 'x', 'a[1].b': 1 }],
	['one entry, without what it says that it is', { a: [{ b: 1, type: 'work' }] }, { 'a[0].b': 1 }],
	[
		'entries that answer a question',
		{
			a: [
				{ title: 'T', text: 'z' },
				{ column: { title: 'C' }, text: 'w' },
				{ name: 'N', value: 7 },
			],
		},
		{ 'a[0].text|T|': 'z', 'a[1].text|C|': 'w', 'a[2].name': 'N', 'a[2].value': 7 },
	],
	...['isPrimary', 'is_primary', 'default'].map((mark): [string, unknown, Record<string, unknown>] => [
		`the entry that is marked with ${mark}`,
		{ a: [{ [mark]: false }, { value: 2, [mark]: true, type: 'work' }] },
		{ 'a[1]': 2 },
	]),
	[
		'the entry with primary metadata',
		{ a: [{ value: 1 }, { value: 2, metadata: { primary: true } }] },
		{ 'a[1].metadata.primary': true, 'a[1].value': 2 },
	],
	['seven objects, one in another', nested(7), { 'x.x.x.x.x.x.x.x': 1 }],
	['eight objects, one in another', nested(8), {}],
	['lists in objects as deep', { x: { x: { x: { x: [nested(2), nested(3)] } } } }, { 'x.x.x.x[0].x.x.x': 1 }],
])('the values of a record are found in %s', (_where, json, values) => {
	expect(valuesOf(json)).toEqual(values);
});
