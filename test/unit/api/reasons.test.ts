import { hideSecret, joined, reasonsOf } from '../../../nodes/GiftOrderBatch/api/reasons';

const same = (text: string) => text;

const REASON = 'Recipients is too long';

describe('reasonsOf', () => {
	test.each<[string, unknown, string[]]>([
		['the error of the interface', { error: REASON }, [REASON]],
		['an error with a message', { error: { message: REASON, code: 7 } }, [REASON]],
		['an error with a code alone', { error: { code: 'too_long' } }, ['code too_long']],
		['a message', { message: REASON, statusCode: 400 }, [REASON]],
		['a message in capitals, as some proxies have it', { Message: REASON }, [REASON]],
		['an error and a message', { error: 'Bad Request', message: REASON }, ['Bad Request', REASON]],
		['a list of errors', { errors: ['One is wrong.', 'Two is wrong'] }, ['One is wrong.', 'Two is wrong']],
		['a list of messages', { errors: [{ message: 'One' }, { message: 'Two' }] }, ['One', 'Two']],
		['a list of errors alone', [{ error: 'One' }, { error: 'Two' }], ['One', 'Two']],
		[
			'reasons for each field',
			{ errors: { recipients: ['is too long', 'Has no email'], base: ['Sold out'] } },
			['recipients is too long', 'recipients: Has no email', 'Sold out'],
		],
		['a reason for one field', { errors: { recipients: 'is too long' } }, ['recipients is too long']],
		['fields alone', { recipients: ['This field is required.'] }, ['recipients: This field is required.']],
		['errors that name their field', { errors: [{ field: 'cart', message: 'is empty' }] }, ['cart is empty']],
		['problem details', { type: 'about:blank', title: 'Wrong', status: 400, detail: REASON }, ['Wrong', REASON]],
		['errors in data', { data: [{ error: 'One' }, { error: 'Two' }] }, ['One', 'Two']],
		['an error beside the message of a gift', { error: 'No', data: { message: 'Enjoy' } }, ['No']],
		['the same reason twice', { error: REASON, errors: [REASON] }, [REASON]],
		['plain text that begins with a bracket', '[E7] Sold out', ['[E7] Sold out']],
		['plain text of several lines', 'Sold\n  out\n', ['Sold\n  out']],
	])('finds why a request failed in %s', (_what, body, reasons) => {
		expect(reasonsOf(body, same)).toEqual(reasons);
	});

	test('has at most twenty reasons of 2,000 characters in all', () => {
		const many = reasonsOf({ errors: Array.from({ length: 100 }, (_, index) => `Reason ${index}`) }, same);
		const long = reasonsOf({ errors: ['a'.repeat(1_500), 'b'.repeat(1_500), 'c'] }, same);

		expect(many).toHaveLength(20);
		expect(long).toEqual(['a'.repeat(1_500), `${'b'.repeat(499)}…`]);
	});

	test('hides a secret before it cuts, so that no part of it is left', () => {
		const hide = (text: string) => hideSecret(text, 'a-very-long-secret');
		const [reason] = reasonsOf({ error: `${'x'.repeat(1_990)} a-very-long-secret and more` }, hide);

		expect(reason?.slice(1_990)).toBe(' ***** an…');
	});

	test('ends for a body of any depth', () => {
		let body: unknown = 'deep';
		for (let level = 0; level < 100_000; level++) body = { error: [body] };

		expect(reasonsOf(body, same)).toEqual([]);
	});

	const nothing = [
		...[undefined, null, 5, true, '', '  ', [], {}, { error: null }, { error: ' ' }, { error: { code: 5 } }, { id: 5 }],
		{ path: '/v1/orders', at: 'noon' },
		...['<h1>Bad Gateway</h1>', '\u0000\u0001', '{"error":"Sold ou', '[{"error":"Sold ou'],
	];
	test.each(nothing.map((body) => [body]))('has none for %p', (body) => {
		expect(reasonsOf(body, same)).toEqual([]);
	});
});

test('joined separates sentences as their ends ask for', () => {
	expect(joined(['One', 'Two.', 'Three!', 'Four'])).toBe('One; Two. Three! Four');
});

test.each<[string, string, hidden: string, secret?: string]>([
	['as it is', 'key s/e"c is', 'key ***** is'],
	['escaped for JSON', 'key s/e\\"c is', 'key ***** is'],
	['escaped for an address', '?key=s%2Fe%22c', '?key=*****'],
	['nowhere, since there is none', 'text', 'text', ''],
])('hideSecret hides a secret that is in a text %s', (_how, text, hidden, ...[secret = 's/e"c']) => {
	expect(hideSecret(text, secret)).toBe(hidden);
});
