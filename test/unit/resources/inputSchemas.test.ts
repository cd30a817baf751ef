import {
	amountInCents,
	check,
	choices,
	countryCode,
	dateTime,
	flag,
	id,
	number,
	ownId,
	wholeNumber,
} from '../../../nodes/GiftOrderBatch/resources/inputSchemas';

const UUID = '123e4567-e89b-42d3-a456-426614174000';
const statuses = choices('Status', ['opened', 'shipped']);

describe('a value of a parameter', () => {
	test.each([
		['an ID', id('Order'), ` ${UUID.toUpperCase()} `, UUID.toUpperCase()],
		['a number that is text', wholeNumber('Limit', 1), ' 7 ', 7],
		['an amount that is text', number('Price', 0), '28.5', 28.5],
		['cents that are text', amountInCents('Price'), '2850', 2850],
		['a country in small letters', countryCode, ' gb ', 'GB'],
		['no country', countryCode, ' ', undefined],
		['a list of choices', statuses, ['opened', 'shipped'], ['opened', 'shipped']],
		['choices with commas', statuses, 'opened, shipped', ['opened', 'shipped']],
		['a switch', flag('Published'), false, false],
		['a number as an ID of another system', ownId('Reference'), 5, '5'],
		['a time with an offset', dateTime('After'), '2030-12-24T09:00:00-05:00', '2030-12-24T09:00:00-05:00'],
	])('can be %s', (_what, schema, value, expected) => {
		expect(check(schema as typeof countryCode, value)).toEqual({ value: expected });
	});

	const ofId = `"Order" must be a UUID such as ${UUID}`;
	const ofLimit = '"Limit" must be a whole number of at least 1';
	const ofCountry = '"Country Code" must be a two-letter country code such as US';
	test.each([
		['"Order" is missing', id('Order'), ''],
		['"Order" is missing', id('Order'), '  '],
		['"Order" is missing', id('Order'), null],
		[`${ofId}, but it is the text "deal-1"`, id('Order'), 'deal-1'],
		[`${ofId}, but it is the text "../me"`, id('Order'), '../me'],
		[`${ofId}, but it is the number 5`, id('Order'), 5],
		[`${ofId}, but it is a list`, id('Order'), ['a']],
		[`${ofId}, but it is an object`, id('Order'), { id: 'a' }],
		[`${ofLimit}, but it is the number 0`, wholeNumber('Limit', 1), 0],
		[`${ofLimit}, but it is the number -3`, wholeNumber('Limit', 1), -3],
		[`${ofLimit}, but it is the number 2.5`, wholeNumber('Limit', 1), 2.5],
		[`${ofLimit}, but it is the text "many"`, wholeNumber('Limit', 1), 'many'],
		['"Limit" is missing', wholeNumber('Limit', 1), null],
		[`${ofCountry}, but it is the text "USA"`, countryCode, 'USA'],
		[`${ofCountry}, but it is the number 49`, countryCode, 49],
		[
			'"Price" must be a whole number of cents of at least 1, but it is the text "28.50"',
			amountInCents('Price'),
			'28.50',
		],
		['"Published" must be true or false, but it is the text "soon"', flag('Published'), 'soon'],
		['"Status" is empty: add at least one entry', statuses, []],
		['"Status" must be one of opened, shipped, but it is the text "lost"', statuses, 'opened,lost'],
		[
			'"After" must be a date and time such as 2030-12-24T09:00:00, but it is the text "soon"',
			dateTime('After'),
			'soon',
		],
	])('is refused with its label and what it is: %s', (problem, schema, value) => {
		expect(check(schema as typeof countryCode, value)).toEqual({ problems: [problem] });
	});
});
