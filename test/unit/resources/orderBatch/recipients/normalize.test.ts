import {
	emailOf,
	isUs,
	recipientOf,
	usPhone,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/normalize';
import type { Columns } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/recipientFields';
import { recipientInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/recipientInput';
import { check } from '../../../../../nodes/GiftOrderBatch/resources/inputSchemas';

const BY_HAND = { isAutomatic: false, sendMethod: 'link_multiple_custom_list' };
const AUTOMATIC = { isAutomatic: true, sendMethod: 'link_multiple_custom_list' };

/** A recipient as the user mapped them, and as the validation leaves them. */
const mapped = (columns: Columns) => recipientOf(columns, BY_HAND).recipient;
const checked = (columns: Columns) => check(recipientInput, mapped(columns));

test.each<[unknown, unknown, string]>([
	['+1 415 555 2671', 'France', '+14155552671'],
	['+15551234567', undefined, '+15551234567'],
	['+1-787-555-2671', undefined, '+17875552671'],
	['tel:+1-415-555-2671', undefined, '+14155552671'],
	['＋１ ４１５ ５５５ ２６７１', undefined, '+14155552671'],
	['(415) 555-2671', 'United States', '+14155552671'],
	['415.555.2671', 'United States of America', '+14155552671'],
	['1 (415) 555-2671', 'U.S.', '+14155552671'],
	[4155552671, ' us ', '+14155552671'],
	["'4155552671", 'USA', '+14155552671'],
	[14155552671, 'us', '+14155552671'],
	[' +1 415 555 2671 ', undefined, '+14155552671'],
])('a US phone number is %p in the country %p', (phone, country, number) => {
	expect(usPhone(phone, [country, ''])).toBe(number);
});

test.each<[unknown, unknown[]]>([
	['(415) 555-2671', []],
	['(415) 555-2671', ['']],
	['(415) 555-2671', ['US', 'Canada']],
	['98765 43210', ['India']],
	['+1 416 555 2671', ['US']],
	['+1 876 555 2671', ['US']],
	['+44 20 7946 0958', ['US']],
	['+4155552671', ['US']],
	['0049 151 12345678', ['US']],
	['011 44 20 7946 0958', ['US']],
	['+1 415 555 2671 x5', ['US']],
	['+1 415 555 2671, +1 415 555 2672', ['US']],
	['+1 800 FLOWERS', ['US']],
	['555-2671', ['US']],
	['115 555 2671', ['US']],
	['call 415-555-2671', ['US']],
	[{ number: 1 }, ['US']],
	[['4155552671'], ['US']],
])('a US phone number is not %p in the countries %p', (phone, countries) => {
	expect(usPhone(phone, countries)).toBeUndefined();
});

const OTHERS = ['', 'Canada', 'CA', 'UM', 'Mexico', 'Estados Unidos Mexicanos', 'South America', '1', 'USSR', null];
test.each([
	...['us', 'U.S.A.', 'The United States', 'United States (USA)'].map((country) => [country, true]),
	...['Vereinigte Staaten von Amerika', 'États-Unis', 'EE.UU.', 'Stati Uniti'].map((country) => [country, true]),
	...['США', 'アメリカ', '米国'].map((country) => [country, true]),
	...OTHERS.map((country) => [country, false]),
])('whether %p is the US: %p', (country, expected) => expect(isUs(country)).toBe(expected));

test.each([
	['ann@example.com', 'ann@example.com'],
	[' ann@example.com, ', 'ann@example.com'],
	['<ann@example.com>', 'ann@example.com'],
	['"Lee, Ann" <ann@example.com>', 'ann@example.com'],
	['mailto:ann@example.com?subject=Hi', 'ann@example.com'],
	['\u200bann@example.com\u00a0', 'ann@example.com'],
	['ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ann@example.com'],
	// These have none, so that the text is kept.
	...['ann@example.com; bob@example.com', 'ann at example.com'].map((text) => [text, text]),
	...['a@b@example.com', 'Ann <ann@example.com>, <bob@example.com>'].map((text) => [text, text]),
])('the email address of a text %p is %p', (text, email) => expect(emailOf(text)).toBe(email));

describe('a recipient', () => {
	test('keeps what cannot be used where the user mapped it, and an email where the gift goes by email', () => {
		const recipient = { first_name: 'Ann', email: 'ann at example.com' };
		const more = { ...recipient, phone: '555-2671' };
		expect(recipientOf(more, BY_HAND)).toEqual({ recipient: more, unusable: [] });
		const byEmail = { isAutomatic: true, sendMethod: 'email_and_link' };
		expect(recipientOf(recipient, byEmail)).toEqual({ recipient, unusable: [] });
	});

	test.each<['email' | 'phone', string, string | undefined, string]>([
		['email', 'ben at example.com', undefined, 'notAnEmail'],
		['phone', '415-555-2671', undefined, 'noCountry'],
		['phone', '415-555-2671', 'India', 'notUs'],
		['phone', '+44 20 7946 0958', undefined, 'notUs'],
		['phone', 'call me', undefined, 'notUs'],
	])(
		'that was found automatically loses the %s %j in the country %s, and says why',
		(field, value, country, reason) => {
			const names = { first_name: 'Ben', last_name: 'Okafor' };
			const unusable = [{ field, value, reason }];
			expect(recipientOf({ ...names, [field]: value, country }, AUTOMATIC)).toEqual({ recipient: names, unusable });
		},
	);

	test('that the user mapped has an address for any send method', () => {
		const lines = { address_1: '548 Market St', address_2: 4, city: 'Boston', state: 'MA', postal_code: 2108 };
		const columns = { first_name: 'Ann', ...lines, mailing_first_name: 'Bo', mailing_last_name: 'Lee' };
		const texts = { address_2: '4', postal_code: '02108', country: 'US', first_name: 'Bo', last_name: 'Lee' };
		expect(mapped(columns)).toEqual({ first_name: 'Ann', mailing_address: { ...lines, ...texts } });
		expect(recipientOf(columns, AUTOMATIC).recipient).toEqual({ first_name: 'Ann' });
	});

	test.each([
		...['#N/A', 'n/a', '-', 'null', 'NULL', 'None', 'undefined', '#REF!', 'unknown', '[object Object]'],
		...[' n/a ', 'nil', ' '],
	])('has no name %p', (text) => expect(mapped({ first_name: text, email: text, phone: text })).toEqual({}));

	test.each([
		['Nan', 'Null'],
		['Nil', 'None'],
	])('may be called %s %s, and nobody lives in Nan or is called Unknown', (first_name, last_name) => {
		expect(mapped({ first_name, last_name, city: 'Nan' })).toEqual({ first_name, last_name });
		expect(mapped({ first_name, last_name: 'Unknown' })).toEqual({ first_name });
	});

	test('is the same in two forms of Unicode, with and without invisible characters', () => {
		const [name, composed] = ['Zo\u00eb', { email: 'zo\u00eb@example.com', address_1: '1 Caf\u00e9 St' }];
		const decomposed = { email: '\u2060zoe\u0308@example.com', address_1: '\ufeff1 Cafe\u0301 S\u00adt' };
		const expected = mapped({ first_name: name, ...composed });
		expect(mapped({ first_name: 'Zoe\u0308\u200b', ...decomposed })).toEqual(expected);
		expect(expected).toMatchObject({ first_name: name });
	});

	const INVISIBLE = ['\0', '\x85', '\u034f', '\u3164', '\ufe0f', '\u{e0061}'];
	test.each(INVISIBLE)('has no %j in the name, and is refused with it in the email', (character) => {
		const [first_name, email] = ['Ann', 'ann@example.com'].map((text) => `${text}${character}`);
		const named = { first_name, last_name: `${character}Lee` };
		expect(checked(named)).toEqual({ value: { first_name: 'Ann', last_name: 'Lee' } });
		const value: unknown = expect.stringMatching(/^the text ".*@example\.com\\u(?:\{\w+\}|0000)"$/);
		expect(checked({ ...named, email })).toMatchObject({ problems: [{ field: 'Email', kind: 'invalid', value }] });
	});

	test('has a name of one line, with the joiners that its script needs', () => {
		const value = { first_name: 'Mary علی\u200cرضا', last_name: 'van der Berg' };
		expect(checked({ first_name: 'Mary\r\nعلی\u200cرضا', last_name: 'van\u2028der\tBerg\n' })).toEqual({ value });
	});

	test.each(['Ann ', 'A'.repeat(201)])('with a name that is longer than 200 characters is refused', (part) => {
		const problem = { kind: 'invalid', field: 'First Name', value: expect.stringMatching(/^the text ".{99}…"$/) };
		expect(checked({ first_name: part.repeat(51) })).toMatchObject({ problems: [problem] });
	});

	test.each<[string, unknown, string, string]>([
		['a number without its leading zero', 2108, 'MA', 'MA 02108'],
		['a number without its two leading zeros', 501, 'MA', 'MA 00501'],
		['a whole number', 94104, 'MA', 'MA 94104'],
		['text without its leading zero', ' 2108 ', 'ma', 'MA 02108'],
		['text with an apostrophe', "'02108", 'Massachusetts', 'MA 02108'],
		['a number and a state with its country', 2108, 'US-MA', 'MA 02108'],
		['a long postal code', '02108-1234', 'MA', 'MA 02108-1234'],
		['a number in a state where none begins with a zero', 6160, 'IL', 'IL 6160'],
	])('has the state and the postal code of %s: %p in %s, %s', (_what, postal_code, state, expected) => {
		const [short, code] = expected.split(' ');
		expect(mapped({ state, postal_code }).mailing_address).toMatchObject({ state: short, postal_code: code });
	});

	test.each([
		...['United States', ' US ', '', null, undefined].map((country) => [country, 'US']),
		['Canada', 'Canada'],
	])('with the country %p has the country %p, which the validation checks', (given, country) => {
		const recipient = mapped({ first_name: 'Ann', address_1: '1 King St', country: given });
		expect(recipient).toMatchObject({ mailing_address: { country } });
	});
});

test.each([
	'"ann"@example.com',
	"'ann'@example.com",
	'(ann)@example.com',
	'ann(home)@example.com',
	'ann@(home)example.com',
	'ann@example.com:25',
	'ann@example.com#home',
	'ann@example.com/home',
	"ann@example.com's",
	'to:ann@example.com',
	'ann@example.com\u3002',
	'ann@example..com',
])('another text of an email address is refused, so that nobody becomes two people: %s', (email) => {
	expect(checked({ first_name: 'Ann', email })).toMatchObject({ problems: [{ kind: 'invalid', field: 'Email' }] });
});

test.each([
	"o'brien@example.com",
	"'ann@example.com'",
	'ann+gifts/2030=a!#$%&*?^_`{|}~@example.com',
	'ann.@example.com',
	'ann@my_mail.example.com',
	'ann@münchen.de',
	'ann@paral·lel.cat',
	'ann@ニュース・サイト.jp',
	'ann@उदाहरण.भारत',
	'ann@💌.ws',
	'用户@例子.广告',
])('another text of an email address is none, so that it is taken: %s', (email) => {
	const value = { first_name: 'Ann', email: email.replace(/^'|'$/g, '') };
	expect(checked({ first_name: 'Ann', email })).toEqual({ value });
});
