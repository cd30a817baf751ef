import * as schemas from '../../../nodes/GiftOrderBatch/resources/inputSchemas';

const UUID = '123e4567-e89b-42d3-a456-426614174000';
const orderId = schemas.uuid('Order');
const limit = schemas.wholeNumber('Limit', 1);
const price = schemas.anyNumber('Price', 0);
const published = schemas.flag('Published');
const after = schemas.dateTime('After');
const email = schemas.emailAddress('Email');
const countryCode = schemas.optional(schemas.twoLetters('Country Code'));
const longEmail = (length: number) => `${'a'.repeat(length - 5)}@b.co`;
const statuses = schemas.choices('Status', ['opened', 'shipped']);

test.each([
	['an ID', orderId, ` ${UUID.toUpperCase()} `, UUID.toUpperCase()],
	['a number that is text', limit, ' 7 ', 7],
	['an amount that is text', price, '28.5', 28.5],
	['cents that are text', schemas.amountInCents('Price'), '2850', 2850],
	['a country in small letters', countryCode, ' gb ', 'GB'],
	['no country', countryCode, ' ', undefined],
	['a list of choices', statuses, ['opened', 'shipped'], ['opened', 'shipped']],
	['choices with commas', statuses, 'opened, shipped', ['opened', 'shipped']],
	['a choice as a message spells it', schemas.choices('Status', ['canceled']), 'cancelled', ['canceled']],
	['a switch', published, false, false],
	['a number as an ID of another system', schemas.anyId('Reference'), 5, '5'],
	['a name of 200 characters', schemas.shortText('From Name'), ` ${'a'.repeat(200)} `, 'a'.repeat(200)],
	['an email address of 320 characters', email, longEmail(320), longEmail(320)],
	['a time with an offset', after, '2030-12-24T09:00:00-05:00', '2030-12-24T09:00:00-05:00'],
])('a value of a parameter can be %s', (_what, schema, value, expected) => {
	expect(schemas.check(schema as typeof countryCode, value)).toEqual({ value: expected });
});

const CENTS = 'a whole number of cents of at least 1';
const TIME = 'a date and time such as 2030-12-24T09:00:00';
const SKIPPED = '2030-03-31 02:30';
const missing = (field: string) => ({ kind: 'missing', field });
const invalid = (field: string, mustBe: string, value: string) => ({ kind: 'invalid', field, mustBe, value });
const ofId = (value: string) => invalid('Order', `a UUID such as ${UUID}`, value);
const ofLimit = (value: string) => invalid('Limit', 'a whole number of at least 1', value);
const ofPrice = (value: string) => invalid('Price', 'a number of at least 0', value);
const ofEmail = (value: string) => invalid('Email', 'an email address such as ann@example.com', `the text "${value}"`);
const ofCountry = (value: string) => invalid('Country Code', 'a two-letter country code such as US', value);
test.each<[string, unknown, unknown, object]>([
	['nothing for an ID', orderId, '', missing('Order')],
	['null for an ID', orderId, null, missing('Order')],
	['another text for an ID', orderId, 'deal-1', ofId('the text "deal-1"')],
	['a longer ID', orderId, `${UUID}0`, ofId(`the text "${UUID}0"`)],
	['a number for an ID', orderId, 5, ofId('the number 5')],
	['a list for an ID', orderId, ['a'], ofId('a list')],
	['an object for an ID', orderId, { id: 'a' }, ofId('an object')],
	['0 for a limit', limit, 0, ofLimit('the number 0')],
	['a part for a limit', limit, 2.5, ofLimit('the number 2.5')],
	['more than a number can count', limit, 1e300, ofLimit('the number 1e+300')],
	['a word for a limit', limit, 'many', ofLimit('the text "many"')],
	['no end for a price', price, Infinity, ofPrice('the number Infinity')],
	['no number for a price', price, NaN, ofPrice('the number NaN')],
	['a currency in a price', price, '$500', ofPrice('the text "$500"')],
	['a switch for a price', price, true, ofPrice('the boolean true')],
	['less for a price', price, '-0.1', ofPrice('the text "-0.1"')],
	['a longer country', countryCode, 'USA', ofCountry('the text "USA"')],
	['a number for a country', countryCode, 49, ofCountry('the number 49')],
	['dollars for cents', schemas.amountInCents('Price'), '28.50', invalid('Price', CENTS, 'the text "28.50"')],
	['a word for a switch', published, 'soon', invalid('Published', 'true or false', 'the text "soon"')],
	['no choices', statuses, [], { kind: 'emptyList', field: 'Status' }],
	['an unknown choice', statuses, 'opened,lost', invalid('Status', 'one of opened, shipped', 'the text "lost"')],
	['a longer email address', email, longEmail(321), ofEmail(`${'a'.repeat(99)}…`)],
	['an email address that begins invisibly', email, '\u00ada@b.co', ofEmail('\\u{ad}a@b.co')],
	['a word for a time', after, 'soon', invalid('After', TIME, 'the text "soon"')],
	['a time that clocks skip', after, SKIPPED, { kind: 'skippedTime', field: 'After', value: SKIPPED }],
])('a value of a parameter cannot be %s', (_what, schema, value, problem) => {
	expect(schemas.check(schema as typeof countryCode, value)).toEqual({ problems: [problem] });
});
