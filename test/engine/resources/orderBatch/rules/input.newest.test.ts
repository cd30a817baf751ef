import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../../support/actionNode';
import { FROM_ITEMS, smallBatch } from '../../../../support/orderBatchParameters';

const node = actionNode();

const address = {
	address1: '548 Market St',
	address2: 'Apt 4',
	city: 'San Francisco',
	state: 'CA',
	postalCode: '94104',
	country: 'US',
};

/** Everything comes from the input item, since n8n refuses some of what is wrong before the node sees it. */
const parameters: IDataObject = {
	resource: 'orderBatch',
	operation: 'create',
	authentication: 'commerceApi',
	fromName: '={{ $json.fromName }}',
	sendMethod: '={{ $json.sendMethod }}',
	recipientsSource: 'define',
	recipients: {
		recipient: [
			{
				firstName: '={{ $json.firstName }}',
				lastName: '={{ $json.lastName }}',
				email: '={{ $json.email }}',
				phone: '={{ $json.phone }}',
				...Object.fromEntries(Object.keys(address).map((name) => [name, `={{ $json.${name} }}`])),
			},
		],
	},
	cartItems: {
		item: [
			{
				product: byId('={{ $json.product }}'),
				quantity: '={{ $json.quantity }}',
				variablePrice: '={{ $json.variablePrice }}',
				variants: '={{ $json.variants }}',
			},
		],
	},
	message: '={{ $json.message }}',
	cardId: '={{ $json.cardId }}',
};

const expressionsFor = (names: string[], values: IDataObject): IDataObject =>
	Object.fromEntries(names.filter((name) => name in values).map((name) => [name, `={{ $json.${name} }}`]));

/** The parameters that are there only if the item has a value for them: once added, some of them must not be empty. */
const addedParameters = (values: IDataObject): IDataObject => ({
	...expressionsFor(['scheduledSendOn'], values),
	additionalFields: expressionsFor(
		[
			'commerceEndUserId',
			'customPriceTier',
			'customerReferenceId',
			'expiresAt',
			'internationalGiftCardsEnabled',
			'internationalShippingTier',
			'notificationsEnabled',
			'paymentMethodId',
			'swap',
			'workspaceId',
		],
		values,
	),
});

const right = (): IDataObject => ({
	fromName: 'Ann from Acme',
	sendMethod: 'email_and_link',
	firstName: 'Nathan',
	email: 'nathan@example.com',
	product: node.service.samples.productId,
	quantity: 1,
});

async function refusedProblems(values: IDataObject, more: IDataObject = {}): Promise<unknown> {
	const { status, error } = await node.run(
		{ ...parameters, ...addedParameters(values), ...more },
		{ items: [{ ...right(), ...values }], timezone: 'America/New_York' },
	);
	expect(status).toBe('error');
	expect(error).toMatchObject({ name: 'NodeOperationError' });
	expect(error?.context).not.toHaveProperty('itemIndex');
	expect(error?.description).toMatch(/^Nothing was sent\. Correct (it|them) and run the node again\.$/);
	expect(node.service.requests).toEqual([]);
	const problems = error?.context.problems as string[];
	if (problems.length === 1) expect(error?.message).toBe(problems[0]);
	return problems;
}

const uuidExpected = 'a UUID such as 123e4567-e89b-42d3-a456-426614174000';
const dateExpected = 'a date and time such as 2030-12-24T09:00:00';
const productUrl = (url: unknown) => ({
	cartItems: { item: [{ product: { __rl: true, mode: 'url', value: url as string }, quantity: 1 }] },
});

describe('orderBatch: create, with input that cannot be sent', () => {
	test('accepts the input that the refusals are made from', async () => {
		const { status } = await node.run(parameters, { items: [right()] });

		expect(status).toBe('success');
		expect(node.service.orderBatches()).toHaveLength(1);
	});

	test.each<[string, IDataObject, string]>([
		['no sender', { fromName: '' }, '"From Name" is missing'],
		['a blank sender', { fromName: '   ' }, '"From Name" is missing'],
		['a number as the sender', { fromName: 5 }, '"From Name" must be text, but it is the number 5'],
		['an object as the sender', { fromName: { a: 1 } }, '"From Name" must be text, but it is an object'],
		['no send method', { sendMethod: null }, '"Send Method" is missing'],
		[
			'an unknown send method',
			{ sendMethod: 'pigeon' },
			'"Send Method" must be one of email_and_link, link_multiple_custom_list, direct_send, but it is the text "pigeon"',
		],
		[
			'a send method by its name in the form',
			{ sendMethod: 'Email and Link' },
			'"Send Method" must be one of email_and_link, link_multiple_custom_list, direct_send, but it is the text "Email and Link"',
		],

		['no first name', { firstName: '' }, 'Recipient 1: "First Name" is missing'],
		['a number as the first name', { firstName: 7 }, 'Recipient 1: "First Name" must be text, but it is the number 7'],
		['a list as the last name', { lastName: ['Lee'] }, 'Recipient 1: "Last Name" must be text, but it is a list'],
		[
			'no email for an email gift',
			{ email: '' },
			'Recipient 1: "Email" is missing: the send method "Email and Link" needs it',
		],
		[
			'an email without a domain',
			{ email: 'nathan' },
			'Recipient 1: "Email" must be an email address such as ann@example.com, but it is the text "nathan"',
		],
		[
			'two emails',
			{ email: 'a@example.com, b@example.com' },
			'Recipient 1: "Email" must be an email address such as ann@example.com, but it is the text "a@example.com, b@example.com"',
		],
		[
			'a phone as people write it',
			{ phone: '(415) 555-2671' },
			'Recipient 1: "Phone" must be a US phone number in E.164 format such as +14155552671, but it is the text "(415) 555-2671"',
		],
		[
			'a phone of another country',
			{ phone: '+442071838750' },
			'Recipient 1: "Phone" must be a US phone number in E.164 format such as +14155552671, but it is the text "+442071838750"',
		],
		[
			'a phone that is a number',
			{ phone: 14155552671 },
			'Recipient 1: "Phone" must be a US phone number in E.164 format such as +14155552671, but it is the number 14155552671',
		],
		[
			'no address for a direct send',
			{ sendMethod: 'direct_send' },
			'Recipient 1: "Mailing Address (Address Line 1, City, State, Postal Code)" is missing: the send method "Direct Send" needs it',
		],
		['an address without its first line', { ...address, address1: '' }, 'Recipient 1: "Address Line 1" is missing'],
		['an address without a city', { ...address, city: '' }, 'Recipient 1: "City" is missing'],
		['an address without a state', { ...address, state: '' }, 'Recipient 1: "State" is missing'],
		['an address without a postal code', { ...address, postalCode: null }, 'Recipient 1: "Postal Code" is missing'],
		[
			'an address in another country',
			{ ...address, country: 'CA' },
			'Recipient 1: "Country" must be US, the only country that is supported, but it is the text "CA"',
		],

		['no product', { product: '' }, 'Cart item 1: "Product" is missing: choose one from the list, by ID or by URL'],
		[
			'a product ID that is no UUID',
			{ product: 'tin' },
			`Cart item 1: "Product" must be ${uuidExpected}, but it is the text "tin"`,
		],
		['no quantity', { quantity: null }, 'Cart item 1: "Quantity" is missing'],
		[
			'a quantity of zero',
			{ quantity: 0 },
			'Cart item 1: "Quantity" must be a whole number of at least 1, but it is the number 0',
		],
		[
			'a negative quantity',
			{ quantity: -1 },
			'Cart item 1: "Quantity" must be a whole number of at least 1, but it is the number -1',
		],
		[
			'a half quantity',
			{ quantity: 1.5 },
			'Cart item 1: "Quantity" must be a whole number of at least 1, but it is the number 1.5',
		],
		[
			'a quantity in words',
			{ quantity: 'two' },
			'Cart item 1: "Quantity" must be a whole number of at least 1, but it is the text "two"',
		],
		[
			'a half quantity as text',
			{ quantity: '1.5' },
			'Cart item 1: "Quantity" must be a whole number of at least 1, but it is the text "1.5"',
		],
		[
			'a negative variable price',
			{ variablePrice: -5 },
			'Cart item 1: "Variable Price (Cents)" must be a whole number of cents of at least 1, but it is the number -5',
		],
		[
			'a variable price with a fraction',
			{ variablePrice: 1.5 },
			'Cart item 1: "Variable Price (Cents)" must be a whole number of cents of at least 1, but it is the number 1.5',
		],
		[
			'a variable price in dollars, as text',
			{ variablePrice: '25.00' },
			'Cart item 1: "Variable Price (Cents)" must be a whole number of cents of at least 1, but it is the text "25.00"',
		],
		[
			'a variable price in words',
			{ variablePrice: '$25' },
			'Cart item 1: "Variable Price (Cents)" must be a whole number of cents of at least 1, but it is the text "$25"',
		],
		['variants that are a number', { variants: 5 }, 'Cart item 1: "Variants" must be a list, but it is the number 5'],
		[
			'a variant that is a number',
			{ variants: ['Large', 5] },
			'Cart item 1: "Variants" must be text, but it is the number 5',
		],
		['a blank variant', { variants: ['Large', ' '] }, 'Cart item 1: "Variants" is missing'],

		['a message without a card', { message: 'Thanks!' }, '"Card" is missing: a "Message" needs one'],
		[
			'a message that is a number',
			{ message: 5, cardId: '123e4567-e89b-42d3-a456-426614174000' },
			'"Message" must be text, but it is the number 5',
		],
		[
			'a card ID that is no UUID',
			{ cardId: 'birthday' },
			`"Card" must be ${uuidExpected}, but it is the text "birthday"`,
		],
		[
			'a workspace ID that is no UUID',
			{ workspaceId: 'people' },
			`"Workspace" must be ${uuidExpected}, but it is the text "people"`,
		],
		[
			'a payment method ID that is a number',
			{ paymentMethodId: 5 },
			'"Payment Method" must be text, but it is the number 5',
		],
		[
			'an end user ID that is a list',
			{ commerceEndUserId: ['a'] },
			'"Commerce End User ID" must be text, but it is a list',
		],
		[
			'a reference that is a fraction',
			{ customerReferenceId: 47.11 },
			'"Customer Reference ID" must be text, but it is the number 47.11',
		],
		[
			'an unknown swap',
			{ swap: 'double' },
			'"Swap" must be one of single, multiple, disabled, but it is the text "double"',
		],
		[
			'an unknown shipping tier',
			{ internationalShippingTier: 'world' },
			'"International Shipping Tier" must be one of disabled, standard, full, but it is the text "world"',
		],
		[
			'a flag in words',
			{ internationalGiftCardsEnabled: 'maybe' },
			'"International Gift Cards Enabled" must be true or false, but it is the text "maybe"',
		],
		[
			'a flag that is a number',
			{ notificationsEnabled: 1 },
			'"Notifications Enabled" must be true or false, but it is the number 1',
		],
		[
			'a negative price tier',
			{ customPriceTier: -1 },
			'"Custom Price Tier" must be a whole number of at least 0, but it is the number -1',
		],
		[
			'a price tier in words',
			{ customPriceTier: 'gold' },
			'"Custom Price Tier" must be a whole number of at least 0, but it is the text "gold"',
		],

		[
			'a scheduled time in the past',
			{ scheduledSendOn: '2020-01-01T09:00:00Z' },
			'"Scheduled Send On" is in the past (2020-01-01T09:00:00.000Z): choose a later time, or leave it empty to send at once',
		],
		[
			'an expiry in the past',
			{ expiresAt: '2020-01-01T09:00:00Z' },
			'"Expires At" is in the past (2020-01-01T09:00:00.000Z)',
		],
		[
			'an expiry before the scheduled time',
			{ scheduledSendOn: '2035-06-02T00:00:00Z', expiresAt: '2035-06-01T00:00:00Z' },
			'"Expires At" must be later than "Scheduled Send On"',
		],
		[
			'an expiry at the scheduled time, in another zone',
			{ scheduledSendOn: '2035-06-01T12:00:00Z', expiresAt: '2035-06-01T14:00:00+02:00' },
			'"Expires At" must be later than "Scheduled Send On"',
		],
		[
			'a scheduled time in words',
			{ scheduledSendOn: 'tomorrow' },
			`"Scheduled Send On" must be ${dateExpected}, but it is the text "tomorrow"`,
		],
		[
			'a scheduled time that does not exist',
			{ scheduledSendOn: '2035-02-30T09:00:00' },
			`"Scheduled Send On" must be ${dateExpected}, but it is the text "2035-02-30T09:00:00"`,
		],
		[
			'a scheduled time that the clocks skip in the time zone of the workflow',
			{ scheduledSendOn: '2035-03-11T02:30:00' },
			'"Scheduled Send On" is 2035-03-11T02:30:00, which the time zone of the workflow skips because its clocks go forward: choose another time of that day',
		],
		[
			'a scheduled time with a short hour',
			{ scheduledSendOn: '2035-12-24 9:00' },
			`"Scheduled Send On" must be ${dateExpected}, but it is the text "2035-12-24 9:00"`,
		],
		[
			'a scheduled time with something after it',
			{ scheduledSendOn: '2035-12-24 at nine' },
			`"Scheduled Send On" must be ${dateExpected}, but it is the text "2035-12-24 at nine"`,
		],
		...['+24:00', '+99:00'].map((offset): [string, IDataObject, string] => [
			`a scheduled time with the offset ${offset}, which does not exist`,
			{ scheduledSendOn: `2035-12-24T09:00:00${offset}` },
			`"Scheduled Send On" must be ${dateExpected}, but it is the text "2035-12-24T09:00:00.000${offset}"`,
		]),
		[
			'an expiry in another notation',
			{ expiresAt: '24.12.2035' },
			`"Expires At" must be ${dateExpected}, but it is the text "24.12.2035"`,
		],
		[
			'an expiry that is a number',
			{ expiresAt: 2082790800000 },
			`"Expires At" must be ${dateExpected}, but it is the number 2082790800000`,
		],
	])('refuses %s before anything is sent', async (_what, wrong, problem) => {
		expect(await refusedProblems(wrong)).toEqual([problem]);
	});

	test.each([
		['a word', 'tin', '"tin"'],
		['an address without its scheme', 'www.example.com/tin', '"www.example.com/tin"'],
		['another scheme', 'ftp://example.com/tin', '"ftp://example.com/tin"'],
	])('refuses a product URL that is %s before anything is sent', async (_what, url, shown) => {
		expect(await refusedProblems({ url }, productUrl('={{ $json.url }}'))).toEqual([
			`Cart item 1: "Product" must be a web address such as https://www.example.com/gift, but it is the text ${shown}`,
		]);
	});

	test('refuses a product URL that is blank before anything is sent', async () => {
		expect(await refusedProblems({}, productUrl(' '))).toEqual([
			'Cart item 1: "Product" is missing: choose one from the list, by ID or by URL',
		]);
	});

	test.each([null, undefined, ''])('refuses a product for which an expression gives %p', async (product) => {
		const cartItems = { item: [{ product: '={{ $json.product }}', quantity: 1 }] };
		expect(await refusedProblems({ product }, { cartItems })).toEqual([
			'Cart item 1: "Product" is missing: choose one from the list, by ID or by URL',
		]);
	});

	test('refuses an empty cart before anything is sent', async () => {
		expect(await refusedProblems({}, { cartItems: { item: [] } })).toEqual([
			'"Cart Items" is empty: add at least one entry',
		]);
	});

	test('refuses an empty list of recipients before anything is sent', async () => {
		expect(await refusedProblems({}, { recipients: {} })).toEqual(['"Recipients" is empty: add at least one entry']);
	});

	test.each<[string, unknown, unknown]>([
		['blank', ' ', ['"Recipients" is empty: add at least one entry']],
		['an empty list', '[]', ['"Recipients" is empty: add at least one entry']],
		['an empty list from an expression', [], ['"Recipients" is empty: add at least one entry']],
		['null', 'null', ['"Recipients" is empty: add at least one entry']],
		['an object', '{ "first_name": "Ann" }', ['"Recipients" must be a list, but it is an object']],
		['a number', '5', ['"Recipients" must be a list, but it is the number 5']],
		['a text', '"Ann"', ['"Recipients" must be a list, but it is the text "Ann"']],
		['cut off', '[{ "first_name": "Ann"', [expect.stringMatching(/^"Recipients \(JSON\)" is not valid JSON: ./)]],
		['not JSON', 'Ann, Bo', [expect.stringMatching(/^"Recipients \(JSON\)" is not valid JSON: ./)]],
		[
			'a list of texts',
			'["Ann", "Bo"]',
			[
				'Recipient 1: "Recipient" must be an object, but it is the text "Ann"',
				'Recipient 2: "Recipient" must be an object, but it is the text "Bo"',
			],
		],
		['a list with null', '[null]', ['Recipient 1: "Recipient" is missing']],
		[
			'a list with an address that is text',
			'[{ "first_name": "Ann", "email": "ann@example.com", "mailing_address": "548 Market St" }]',
			['Recipient 1: "Mailing Address" must be an object, but it is the text "548 Market St"'],
		],
		[
			'a list whose second entry is wrong',
			'[{ "first_name": "Ann", "email": "ann@example.com" }, { "first_name": "Bo" }]',
			['Recipient 2: "Email" is missing: the send method "Email and Link" needs it'],
		],
	])('refuses recipients in JSON that are %s before anything is sent', async (_what, recipients, problems) => {
		const json = { recipientsSource: 'json', recipientsJson: '={{ $json.recipients }}' };

		expect(await refusedProblems({ recipients: recipients as IDataObject }, json)).toEqual(problems);
	});

	test('says everything that is wrong at once, each with its row', async () => {
		const problems = await refusedProblems(
			{ fromName: '', swap: 'double', message: 'Hi', scheduledSendOn: '2020-01-01T00:00:00Z' },
			{
				recipients: {
					recipient: [
						{ firstName: 'Ann', email: 'ann@example.com' },
						{ firstName: '', email: 'bo', phone: '5' },
					],
				},
				cartItems: {
					item: [
						{ product: byId('tin'), quantity: 1 },
						{ product: byId('={{ "" }}'), quantity: 0 },
					],
				},
			},
		);

		expect(problems).toEqual([
			'"From Name" is missing',
			'"Swap" must be one of single, multiple, disabled, but it is the text "double"',
			'"Card" is missing: a "Message" needs one',
			'"Scheduled Send On" is in the past (2020-01-01T00:00:00.000Z): choose a later time, or leave it empty to send at once',
			'Recipient 2: "First Name" is missing',
			'Recipient 2: "Email" must be an email address such as ann@example.com, but it is the text "bo"',
			'Recipient 2: "Phone" must be a US phone number in E.164 format such as +14155552671, but it is the text "5"',
			`Cart item 1: "Product" must be ${uuidExpected}, but it is the text "tin"`,
			'Cart item 2: "Quantity" must be a whole number of at least 1, but it is the number 0',
			'Cart item 2: "Product" is missing: choose one from the list, by ID or by URL',
		]);
	});

	test('names the first 5 recipients with a problem, counts the rest, and has all problems in its context', async () => {
		const recipient = Array.from({ length: 30 }, (_, index) => ({ email: `person${index}@example.com` }));

		const { error } = await node.run({ ...parameters, recipients: { recipient } }, { items: [right()] });

		const problems = Array.from({ length: 30 }, (_, index) => `Recipient ${index + 1}: "First Name" is missing`);
		expect(error?.message).toBe(
			'30 recipients have no "First Name": person0@example.com (row 1), person1@example.com (row 2), person2@example.com (row 3), person3@example.com (row 4), person4@example.com (row 5), and 25 more',
		);
		expect(error?.context.problems).toEqual(problems);
		expect(node.service.requests).toEqual([]);
	});

	test.each<[string, () => IDataObject]>([
		['the sender', () => ({ ...smallBatch(node.service.samples.productId), fromName: '' })],
		['a product', () => smallBatch('')],
	])('is not even started by n8n when %s was left empty', async (_, empty) => {
		await expect(node.run(empty())).rejects.toThrow(/has issues/);
		expect(node.service.requests).toEqual([]);
	});
});

describe('an option that an expression gives', () => {
	test.each<[string, string, unknown]>([
		['Output', 'output', 'everything'],
		['Output', 'output', ''],
		['Output', 'output', undefined],
		['Wait for Completion', 'waitForCompletion', 'true'],
		['Allow Repeated Recipients', 'allowRepeatedRecipients', 'false'],
		['Skip Invalid Recipients', 'skipInvalidRecipients', undefined],
		['Recipients per Batch', 'recipientsPerBatch', 0],
		['Recipients Limit', 'recipientsLimit', undefined],
	])('%s (%s) is refused before anything is sent when its value is %p', async (label, name, value) => {
		const options = { [name]: '={{ $json.value }}' };
		const more = name === 'skipInvalidRecipients' || name === 'recipientsPerBatch' ? FROM_ITEMS : {};
		const { error } = await node.run(
			{ ...smallBatch(node.service.samples.productId), ...more, options },
			{ items: [{ first_name: 'Ann', value } as IDataObject] },
		);

		expect(error?.message).toMatch(new RegExp(`^"${label}" (must be|is missing)`));
		expect(node.service.requests).toEqual([]);
	});
});
