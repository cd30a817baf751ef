import { hideSecret, joined, reasonsOf } from '../../../nodes/GiftOrderBatch/api/reasons';

const same = (text: string) => text;

describe('reasonsOf', () => {
	test('has at most twenty reasons of 2,000 characters in all', () => {
		const many = reasonsOf({ errors: Array.from({ length: 100 }, (_, index) => `Reason ${index}`) }, same);
		const long = reasonsOf({ errors: ['a'.repeat(1_500), 'b'.repeat(1_500), 'c'] }, same);

		expect(many).toHaveLength(20);
		expect(long).toEqual(['a'.repeat(1_500), `${'b'.repeat(500)}…`]);
	});

	test('hides a secret before it cuts, so that no part of it is left', () => {
		const hide = (text: string) => hideSecret(text, 'a-very-long-secret');
		const [reason] = reasonsOf({ error: `${'x'.repeat(1_990)} a-very-long-secret and more` }, hide);

		expect(reason?.slice(1_990)).toBe(' ***** and…');
	});

	test('ends for a body of any depth', () => {
		let body: unknown = 'deep';
		for (let level = 0; level < 100_000; level++) body = { error: [body] };

		expect(reasonsOf(body, same)).toEqual([]);
	});

	test.each([[undefined], [null], [5], [true], [''], ['  '], [[]], [{}], [{ error: null }], [{ error: '' }]])(
		'has none for %p',
		(body) => {
			expect(reasonsOf(body, same)).toEqual([]);
		},
	);

	test('takes the message of a gift in a body with data for no reason when there is another', () => {
		expect(reasonsOf({ error: 'No', data: { message: 'Enjoy' } }, same)).toEqual(['No']);
	});
});

describe('joined', () => {
	test('separates sentences as their ends ask for', () => {
		expect(joined(['One'])).toBe('One');
		expect(joined(['One', 'Two.', 'Three!', 'Four'])).toBe('One; Two. Three! Four');
	});
});

describe('hideSecret', () => {
	test.each([
		['as it is', 'key s/e"c is', 'key ***** is'],
		['escaped for JSON', 'key s/e\\"c is', 'key ***** is'],
		['escaped for an address', '?key=s%2Fe%22c', '?key=*****'],
	])('hides a secret that is in a text %s', (_how, text, hidden) => {
		expect(hideSecret(text, 's/e"c')).toBe(hidden);
	});

	test('leaves a text as it is when there is no secret', () => {
		expect(hideSecret('text', '')).toBe('text');
	});
});
