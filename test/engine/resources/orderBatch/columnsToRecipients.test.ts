import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../support/actionNode';
import { mapperFields } from '../../../../dev/harness/engine';
import { FROM_ITEMS, smallBatch } from '../../../support/orderBatchParameters';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();

const fromItems = (more: IDataObject = {}): IDataObject => ({
	...smallBatch(node.service.samples.productId),
	...FROM_ITEMS,
	options: { output: 'orderBatch' },
	...more,
});

const CHOSEN_COLUMNS = { recipientsSource: 'inputItemsColumns' };

/** The recipients of the one batch that was sent. */
function sentRecipients(): unknown[] {
	expect(node.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
		['POST', '/v1/order_batches', 201],
	]);
	const body = node.requests[0]?.body as IDataObject;
	expect(problemsOf('OrderBatchInput', body)).toEqual([]);
	return body.recipients as unknown[];
}

/** What one item leads to, mapped automatically unless `more` says otherwise. */
async function recipientOf(item: IDataObject, more: IDataObject = {}): Promise<unknown> {
	node.service.reset();
	await node.run(fromItems(more), { items: [item] });
	const [recipient, ...others] = sentRecipients();
	expect(others).toEqual([]);
	return recipient;
}

/** Why one item is refused. Nothing is sent. */
async function problemsWith(item: IDataObject, more: IDataObject = {}): Promise<unknown> {
	const { status, error } = await node.run(fromItems(more), { items: [item] });
	expect(status).toBe('error');
	expect(node.service.requests).toEqual([]);
	return error?.context.problems;
}

const ADDRESS = { address_1: '548 Market St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' };

/** The same address as a CRM holds it. */
const lines = { street: '548 Market St', city: 'Boston', state: 'MA', zip: '02108' };

const DIRECT = { sendMethod: 'direct_send' };

describe('automatic mapping', () => {
	test.each(['email_and_link', 'link_multiple_custom_list'])(
		'leaves out addresses, whole or not, for the send method %s',
		async (sendMethod) => {
			const person = { first_name: 'Ann', email: 'ann@example.com' };
			for (const address of [lines, { city: 'Boston' }, { Country: 'Canada' }]) {
				expect(await recipientOf({ ...person, ...address }, { sendMethod })).toEqual(person);
			}
		},
	);

	test.each([
		'first_name',
		'First Name',
		'firstname',
		'FirstName',
		'firstName',
		'FIRST NAME',
		'first-name',
		' First  Name ',
		'given_name',
		'Given Name',
		'First',
	])('takes "%s" for the first name', async (name) => {
		expect(await recipientOf({ [name]: 'Ann' })).toEqual({ first_name: 'Ann' });
	});

	test.each(['last_name', 'Last Name', 'lastname', 'LastName', 'Surname', 'family_name', 'Last'])(
		'takes "%s" for the last name',
		async (name) => {
			expect(await recipientOf({ first_name: 'Ann', [name]: 'Lee' })).toEqual({ first_name: 'Ann', last_name: 'Lee' });
		},
	);

	test.each([
		'email',
		'E-mail',
		'e_mail',
		'EMAIL',
		'email_address',
		'Email Address',
		'E-Mail Address',
		'work_email',
		'Mail',
	])('takes "%s" for the email address', async (name) => {
		expect(
			await recipientOf({ first_name: 'Ann', [name]: 'ann@example.com' }, { sendMethod: 'email_and_link' }),
		).toEqual({
			first_name: 'Ann',
			email: 'ann@example.com',
		});
	});

	test.each([
		'phone',
		'Phone',
		'Phone Number',
		'phone_number',
		'mobilephone',
		'MobilePhone',
		'Mobile',
		'Mobile Phone Number',
		'cell',
	])('takes "%s" for the phone', async (name) => {
		expect(await recipientOf({ first_name: 'Ann', [name]: '+14155552671' })).toEqual({
			first_name: 'Ann',
			phone: '+14155552671',
		});
	});

	test.each([
		['address_1', ['street', 'Street', 'Address', 'Address Line 1', 'address1', 'Street Address']],
		['city', ['city', 'City', 'Town']],
		['state', ['state', 'State', 'State/Region', 'State/Province', 'province']],
		['postal_code', ['zip', 'Zip', 'ZIP Code', 'postal code', 'Postal Code', 'PostalCode', 'postal_code', 'Postcode']],
		['country', ['country', 'Country', 'Country/Region', 'country_code']],
	])('takes the usual names for the field %s of the address', async (field, names) => {
		const own: IDataObject = {
			address_1: '548 Market St',
			city: 'Boston',
			state: 'MA',
			postal_code: '02108',
			country: 'US',
		};
		for (const name of names) {
			const item = { ...own, first_name: 'Ann', [field]: undefined, [name]: own[field] };
			expect([name, await recipientOf(item, { sendMethod: 'direct_send' })]).toEqual([
				name,
				{ first_name: 'Ann', mailing_address: ADDRESS },
			]);
		}
	});

	test.each(['Address Line 2', 'address2', 'Apt', 'Suite'])(
		'takes "%s" for the second line of the address',
		async (name) => {
			expect(await recipientOf({ first_name: 'Ann', ...lines, [name]: 'Apt 4' }, DIRECT)).toEqual({
				first_name: 'Ann',
				mailing_address: { ...ADDRESS, address_2: 'Apt 4' },
			});
		},
	);

	test('never mixes two addresses of a contact', async () => {
		const contact = {
			first_name: 'Ann',
			MailingStreet: '548 Market St',
			MailingCity: 'Boston',
			MailingState: 'MA',
			ShippingStreet: '1 High St',
			ShippingCity: 'Denver',
			ShippingState: 'CO',
			ShippingPostalCode: '80201',
		};
		expect(await problemsWith(contact, DIRECT)).toEqual(['Recipient 1: Postal Code is missing']);
		expect(await recipientOf({ ...contact, MailingStreet: null, state: 'active', Unit: 'Sales' }, DIRECT)).toEqual({
			first_name: 'Ann',
			mailing_address: { address_1: '1 High St', city: 'Denver', state: 'CO', postal_code: '80201', country: 'US' },
		});
	});

	test('takes a contact of Salesforce', async () => {
		const contact = {
			attributes: { type: 'Contact', url: '/services/data/v59.0/sobjects/Contact/0035g00000XyZ' },
			Id: '0035g00000XyZ',
			FirstName: 'Ann',
			LastName: 'Lee',
			Name: 'Ann Lee',
			Email: 'ann@example.com',
			Phone: '(415) 555-2671',
			MobilePhone: null,
			MailingStreet: '548 Market St',
			MailingCity: 'Boston',
			MailingState: 'MA',
			MailingPostalCode: '02108',
			MailingCountry: 'United States',
			MailingAddress: {
				street: '548 Market St',
				city: 'Boston',
				state: 'MA',
				postalCode: '02108',
				country: 'United States',
			},
		};
		expect(await recipientOf(contact, { sendMethod: 'direct_send' })).toEqual({
			first_name: 'Ann',
			last_name: 'Lee',
			email: 'ann@example.com',
			phone: '+14155552671',
			mailing_address: ADDRESS,
		});
	});

	const hubSpot = {
		firstname: 'Ann',
		lastname: 'Lee',
		email: 'ann@example.com',
		mobilephone: '415-555-2671',
		address: '548 Market St',
		city: 'Boston',
		state: 'MA',
		zip: '02108',
		country: 'United States',
		hs_object_id: '51',
	};

	test.each<[string, IDataObject]>([
		['flat', hubSpot],
		[
			'with its fields in `properties`',
			{ id: '51', properties: hubSpot, createdAt: '2030-01-01T00:00:00Z', archived: false },
		],
		[
			"as n8n's own node reads it, with each value in an object",
			{
				vid: 51,
				properties: Object.fromEntries(
					Object.entries(hubSpot).map(([name, value]) => [name, { value, versions: [{ value, timestamp: 1 }] }]),
				),
			},
		],
	])('takes a contact of HubSpot, %s', async (_form, contact) => {
		expect(await recipientOf(contact, { sendMethod: 'direct_send' })).toEqual({
			first_name: 'Ann',
			last_name: 'Lee',
			email: 'ann@example.com',
			phone: '+14155552671',
			mailing_address: ADDRESS,
		});
	});

	test('takes a row of a spreadsheet, whose digits are numbers', async () => {
		const row = {
			row_number: 2,
			'First Name': 'Ann',
			'Last Name': 'Lee',
			'E-mail': 'ann@example.com',
			'Phone Number': 4155552671,
			'Street Address': '548 Market St',
			Apt: 4,
			City: 'Boston',
			State: 'MA',
			'Zip Code': 2108,
			Country: 'USA',
		};
		expect(await recipientOf(row, { sendMethod: 'direct_send' })).toEqual({
			first_name: 'Ann',
			last_name: 'Lee',
			email: 'ann@example.com',
			phone: '+14155552671',
			mailing_address: { ...ADDRESS, address_2: '4' },
		});
	});

	test('takes the first of several names that holds something', async () => {
		expect(
			await recipientOf({
				'First Name': ' ',
				firstname: null,
				given_name: 'Ann',
				Phone: '',
				MobilePhone: '+14155552671',
			}),
		).toEqual({
			first_name: 'Ann',
			phone: '+14155552671',
		});
	});

	test('refuses an item with one person at its top and another in `properties`', async () => {
		expect(await problemsWith({ firstname: 'Ann', properties: { firstname: 'Bo', lastname: 'Lee' } })).toEqual([
			expect.stringContaining('"properties.firstname" and "firstname" could both be the recipient\'s first name'),
		]);
	});

	test('sends nothing of fields that it does not know', async () => {
		const item = {
			first_name: 'Ann',
			company: 'Acme',
			notes: 'VIP',
			id: 5,
			properties: 'none',
			tags: ['a'],
			owner: { email: 'owner@example.com' },
		};
		expect(await recipientOf(item)).toEqual({ first_name: 'Ann' });
	});

	test('is what a node does when nothing was mapped', async () => {
		expect(await recipientOf({ 'First Name': 'Ann' }, { recipientFields: undefined })).toEqual({ first_name: 'Ann' });
	});

	test('says what is missing in an item without any name that it knows', async () => {
		expect(await problemsWith({ company: 'Acme' }, { sendMethod: 'email_and_link' })).toEqual([
			'Recipient 1: First Name is missing',
			'Recipient 1: Email is missing: the send method "Email and Link" needs it',
		]);
		expect(await problemsWith({ first_name: 'Ann' }, { sendMethod: 'direct_send' })).toEqual([
			expect.stringContaining('Recipient 1: Mailing Address (Address Line 1, City, State, Postal Code) is missing'),
		]);
	});
});

describe('the values of a recipient', () => {
	test.each<[string, unknown]>([
		['(415) 555-2671', '(415) 555-2671'],
		['415-555-2671', '415-555-2671'],
		['415.555.2671', '415.555.2671'],
		['415 555 2671', ' 415 555 2671 '],
		['4155552671', '4155552671'],
		['1 (415) 555-2671', '1 (415) 555-2671'],
		['+1 415-555-2671', '+1 415-555-2671'],
		['+14155552671', '+14155552671'],
		['a number of 10 digits', 4155552671],
		['a number of 11 digits', 14155552671],
	])('have a phone that was written as %s in E.164 format', async (_form, phone) => {
		expect(await recipientOf({ first_name: 'Ann', phone, country: 'USA' } as IDataObject)).toEqual({
			first_name: 'Ann',
			phone: '+14155552671',
		});
	});

	test.each<[string, unknown]>([
		['a number of another country', '+44 20 7946 0958'],
		['too few digits', '555-2671'],
		['a foreign number of ten digits', '+4915112345'],
		['an extension', '415-555-2671 x5'],
		['ten digits that may be those of any country', '415-555-2671'],
	])('lack a phone that is %s when it was mapped automatically, with a hint', async (_form, phone) => {
		node.service.reset();
		const { hints } = await node.run(fromItems(), { items: [{ first_name: 'Ann', phone } as IDataObject] });
		expect(sentRecipients()).toEqual([{ first_name: 'Ann' }]);
		expect(JSON.stringify(hints)).toContain(`Ann's phone`);
	});

	test.each<[string, unknown]>([
		['a number of another country', '+44 20 7946 0958'],
		['too few digits', '555-2671'],
		['an extension', '415-555-2671 x5'],
	])('are refused with a phone that is %s when the user mapped it', async (_form, phone) => {
		const recipientFields = { mappingMode: 'defineBelow', value: { first_name: 'Ann', phone }, schema: [] };
		expect(await problemsWith({}, { ...CHOSEN_COLUMNS, recipientFields } as unknown as IDataObject)).toEqual([
			`Recipient 1: Phone must be a US phone number in E.164 format such as +14155552671, but it is the text ${JSON.stringify(phone)}`,
		]);
	});

	test.each([
		['India', '98765 43210'],
		['China', '15012345678'],
	])('lack a phone of %s that would be that of a stranger in the US', async (country, phone) => {
		expect(await recipientOf({ first_name: 'Ann', phone, country } as IDataObject)).toEqual({ first_name: 'Ann' });
	});

	test('may have a US phone that says so in any country', async () => {
		expect(
			await recipientOf({ first_name: 'Ann', phone: '+1 415 555 2671', country: 'France' } as IDataObject),
		).toEqual({
			first_name: 'Ann',
			phone: '+14155552671',
		});
	});

	test.each<[string, unknown, string]>([
		['a number without its leading zero', 2108, '02108'],
		['a number without its two leading zeros', 501, '00501'],
		['a whole number', 94104, '94104'],
		['text without its leading zero', '2108', '02108'],
		['text with spaces around it', ' 2108 ', '02108'],
		['text with its leading zero', '02108', '02108'],
		['a long postal code', '02108-1234', '02108-1234'],
	])('have the postal code of an address that was %s', async (_form, zip, postal_code) => {
		expect(await recipientOf({ first_name: 'Ann', ...lines, zip } as IDataObject, DIRECT)).toEqual({
			first_name: 'Ann',
			mailing_address: { ...ADDRESS, postal_code },
		});
	});

	test.each([
		'United States',
		'united states',
		'United States of America',
		'USA',
		'U.S.A.',
		'U.S.',
		'us',
		' US ',
		'',
		null,
		undefined,
	])('have the country US where it was %p', async (country) => {
		expect(await recipientOf({ first_name: 'Ann', ...lines, country } as IDataObject, DIRECT)).toEqual({
			first_name: 'Ann',
			mailing_address: ADDRESS,
		});
	});

	test.each(['Canada', 'CA', 'GB', 'Deutschland'])('are refused with the country %s', async (country) => {
		for (const name of ['country', 'Country/Region', 'MailingCountry', 'Shipping Country Code']) {
			expect(await problemsWith({ first_name: 'Ann', ...lines, [name]: country }, DIRECT)).toEqual([
				`Recipient 1: Country must be US, the only country that is supported, but it is the text "${country}"`,
			]);
		}
	});

	test('have no address where there is only a country', async () => {
		expect(await recipientOf({ first_name: 'Ann', country: 'Canada' })).toEqual({ first_name: 'Ann' });
	});

	test('are refused with half an address, which names what is missing', async () => {
		expect(
			await problemsWith({ first_name: 'Ann', street: '548 Market St', city: 'Boston' }, { sendMethod: 'direct_send' }),
		).toEqual(['Recipient 1: State is missing', 'Recipient 1: Postal Code is missing']);
	});
});

describe('exports of tables and CRMs', () => {
	const EMAIL = { sendMethod: 'email_and_link' };
	const requester = { 'First Name': 'Rex', 'Last Name': 'Requester', 'Email Address': 'requester@acme.example' };
	const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };

	test('send to the recipient of a form, and not to the one who filled it in', async () => {
		const recipient = {
			'Recipient First Name': 'Ann',
			'Recipient Last Name': 'Lee',
			'Recipient Email': 'ann@example.com',
		};
		expect(await recipientOf({ ...requester, ...recipient }, EMAIL)).toEqual(ann);
	});

	test('do not fill an empty field of the recipient with that of the one who filled in the form', async () => {
		const recipient = { 'Recipient First Name': 'Ann', 'Recipient Email': '' };
		expect(await problemsWith({ ...requester, ...recipient }, EMAIL)).toEqual([
			'Recipient 1: Email is missing: the send method "Email and Link" needs it',
		]);
	});

	test('ship to the address of the recipient of a form', async () => {
		const office = { Address: '1 Head Office Plaza', City: 'New York', State: 'NY', Zip: '10001' };
		const home = {
			'Recipient First Name': 'Ann',
			'Recipient Address': '548 Market St',
			'Recipient City': 'Boston',
			'Recipient State': 'MA',
			'Recipient Zip': '02108',
		};
		expect(await recipientOf({ ...requester, ...office, ...home }, DIRECT)).toEqual({
			first_name: 'Ann',
			mailing_address: ADDRESS,
		});
	});

	test('ship to the mailing or shipping address of a contact rather than to another one', async () => {
		const company = { Address: '1 Head Office Plaza', City: 'New York', State: 'NY', Zip: '10001' };
		for (const kind of ['Mailing', 'Shipping']) {
			const own = {
				[`${kind} Address`]: '548 Market St',
				[`${kind} City`]: 'Boston',
				[`${kind} State`]: 'MA',
				[`${kind} Zip`]: '02108',
			};
			expect(await recipientOf({ first_name: 'Ann', ...company, ...own }, DIRECT)).toEqual({
				first_name: 'Ann',
				mailing_address: ADDRESS,
			});
		}
	});

	test('of a list of orders are recipients as the node puts them out', async () => {
		const order = {
			id: 'x',
			recipient_first_name: 'Ann',
			recipient_last_name: 'Lee',
			recipient_email: 'ann@example.com',
		};
		expect(await recipientOf(order, EMAIL)).toEqual(ann);
	});

	test('do not take the state of a customer account for that of the address', async () => {
		const { state: _, ...rest } = lines;
		const customer = { first_name: 'Ann', state: 'enabled', ...rest, province: 'Massachusetts' };
		expect(await recipientOf(customer, DIRECT)).toMatchObject({ mailing_address: { state: 'Massachusetts' } });
	});

	test('lose the apostrophe that keeps digits from being taken for a number', async () => {
		const customer = { first_name: 'Ann', phone: "'+14155552671", ...lines, zip: "'02108" };
		expect(await recipientOf(customer, DIRECT)).toEqual({
			first_name: 'Ann',
			phone: '+14155552671',
			mailing_address: ADDRESS,
		});
	});

	test.each<[string, IDataObject]>([
		[
			'lists of values of which one is primary',
			{
				first_name: 'Ann',
				last_name: 'Lee',
				email: [
					{ value: 'old@example.com', primary: false },
					{ value: 'ann@example.com', primary: true },
				],
				phone: [{ value: '', primary: true }],
			},
		],
		['lists of one', { 'First Name': ['Ann'], 'Last Name': ['Lee'], Email: ['ann@example.com'] }],
		['an object fields', { id: 'rec1', fields: { 'First Name': 'Ann', 'Last Name': 'Lee', Email: 'ann@example.com' } }],
		['an object merge_fields', { email_address: 'ann@example.com', merge_fields: { FNAME: 'Ann', LNAME: 'Lee' } }],
	])('may hold a person in %s', async (_what, item) => {
		expect(await recipientOf(item, EMAIL)).toEqual(ann);
	});

	test('are refused with a list of values of which none is primary', async () => {
		const item = { first_name: 'Ann', email: ['one@example.com', 'two@example.com'] };
		expect(await problemsWith(item, EMAIL)).toEqual([expect.stringContaining('Recipient 1: Email must be')]);
	});
});

describe('mapping column by column', () => {
	const mapped = (value: IDataObject): IDataObject => ({
		...CHOSEN_COLUMNS,
		recipientFields: { mappingMode: 'defineBelow', value, schema: [] },
	});

	const everyColumn = {
		first_name: '={{ $json.who.split(" ")[0] }}',
		last_name: '={{ $json.who.split(" ")[1] }}',
		email: '={{ $json.contact.mail }}',
		phone: '={{ $json.contact.tel }}',
		address_1: '={{ $json.place[0] }}',
		address_2: '={{ $json.place[1] }}',
		city: '={{ $json.place[2] }}',
		state: 'MA',
		postal_code: '={{ $json.code }}',
		country: '={{ $json.land }}',
	};

	test("reads expressions and values for each item's own recipient", async () => {
		const items = [
			{
				who: 'Ann Lee',
				contact: { mail: 'ann@example.com', tel: '(415) 555-2671' },
				place: ['548 Market St', 'Apt 4', 'Boston'],
				code: 2108,
				land: 'USA',
			},
			{ who: 'Bo', contact: { mail: 'bo@example.com' }, place: ['1 Main St', null, 'Salem'], code: '01970' },
		];

		await node.run(fromItems({ sendMethod: 'direct_send', ...mapped(everyColumn) }), { items });

		expect(sentRecipients()).toEqual([
			{
				first_name: 'Ann',
				last_name: 'Lee',
				email: 'ann@example.com',
				phone: '+14155552671',
				mailing_address: {
					address_1: '548 Market St',
					address_2: 'Apt 4',
					city: 'Boston',
					state: 'MA',
					postal_code: '02108',
					country: 'US',
				},
			},
			{
				first_name: 'Bo',
				email: 'bo@example.com',
				mailing_address: { address_1: '1 Main St', city: 'Salem', state: 'MA', postal_code: '01970', country: 'US' },
			},
		]);
	});

	test('takes nothing from fields that were not mapped, whatever their names', async () => {
		const item = { first_name: 'Wrong', email: 'wrong@example.com', phone: 'none', nick: 'Ann' };
		expect(await recipientOf(item, mapped({ first_name: '={{ $json.nick }}', email: '', last_name: null }))).toEqual({
			first_name: 'Ann',
		});
	});

	test("works with the columns that the editor keeps, with n8n's own reading of their types", async () => {
		const schema = (await mapperFields(fromItems(), { credentials: node.credentials() })) as unknown as IDataObject[];
		const value = {
			first_name: '={{ $json.nick }}',
			postal_code: '={{ $json.code }}',
			address_1: '={{ $json.street }}',
			city: 'Boston',
			state: 'MA',
		};
		const recipientFields = {
			mappingMode: 'defineBelow',
			value,
			schema,
			matchingColumns: [],
			attemptToConvertTypes: false,
			convertFieldsToString: true,
		};

		expect(
			await recipientOf({ nick: 'Ann', code: 2108, street: '548 Market St' }, { ...CHOSEN_COLUMNS, recipientFields }),
		).toEqual({
			first_name: 'Ann',
			mailing_address: ADDRESS,
		});
	});

	test.each([
		['an empty mapping', {}],
		['no mapping at all', null],
	])('says what is missing with %s', async (_what, value) => {
		expect(
			await problemsWith(
				{ first_name: 'Ann' },
				{ ...CHOSEN_COLUMNS, recipientFields: { mappingMode: 'defineBelow', value, schema: [] } },
			),
		).toEqual(['Recipient Fields is empty: drag a column into First Name and Email']);
	});
});

describe("the columns of n8n's mapping", () => {
	const fieldsFor = async (sendMethod: string) =>
		await mapperFields(
			{ resource: 'orderBatch', operation: 'create', recipientsSource: 'inputItemsColumns', sendMethod },
			{ credentials: node.credentials() },
		);

	test('are those of a recipient, in the order of a form', async () => {
		expect((await fieldsFor('email_and_link')).map(({ id, displayName }) => [id, displayName])).toEqual([
			['first_name', 'First Name'],
			['last_name', 'Last Name'],
			['email', 'Email'],
			['phone', 'Phone'],
			['address_1', 'Address Line 1'],
			['address_2', 'Address Line 2'],
			['city', 'City'],
			['state', 'State'],
			['postal_code', 'Postal Code'],
			['country', 'Country'],
			['mailing_first_name', 'Mailing First Name'],
			['mailing_last_name', 'Mailing Last Name'],
		]);
	});

	test.each([
		['email_and_link', ['first_name', 'email']],
		['link_multiple_custom_list', ['first_name']],
		['direct_send', ['first_name', 'address_1', 'city', 'state', 'postal_code']],
		['={{ $json.method }}', ['first_name']],
	])('are required as the send method %s needs them', async (sendMethod, required) => {
		const fields = await fieldsFor(sendMethod);
		expect(fields.filter((field) => field.required).map(({ id }) => id)).toEqual(required);
		expect(
			fields.every(({ display, type, canBeUsedToMatch }) => display && type === 'string' && !canBeUsedToMatch),
		).toBe(true);
	});
});

interface Person {
	first_name: string;
	last_name?: string;
	email: string;
	phone?: string;
	mailing_address: {
		address_1: string;
		address_2?: string;
		city: string;
		state: string;
		postal_code: string;
		country: string;
	};
}

const text = fc
	.string({ unit: fc.constantFrom(...'ABkzçéŻЖж山田김가 .'), minLength: 1, maxLength: 12 })
	.filter((value) => value === value.trim() && /\p{L}/u.test(value));
const letters = fc.string({ unit: fc.constantFrom(...'abcxyz019-_'), minLength: 1, maxLength: 12 });
const digits = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const from2To9 = fc.constantFrom(...'23456789');

const person: fc.Arbitrary<Person> = fc.record(
	{
		first_name: text,
		last_name: text,
		email: fc.tuple(letters, letters).map(([user, host]) => `${user}@${host}.example.com`),
		phone: fc.tuple(fc.constantFrom('212', '415', '787'), from2To9, digits(6)).map((parts) => `+1${parts.join('')}`),
		mailing_address: fc.record(
			{
				address_1: text,
				address_2: text,
				city: text,
				state: text,
				postal_code: fc.oneof(
					digits(5).filter((code) => !code.startsWith('000')),
					fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
				),
				country: fc.constant('US'),
			},
			{ requiredKeys: ['address_1', 'city', 'state', 'postal_code', 'country'] },
		),
	},
	{ requiredKeys: ['first_name', 'email', 'mailing_address'] },
);

const NAMES: Record<string, string[]> = {
	first_name: ['first_name', 'First Name', 'firstname', 'FirstName', 'given_name'],
	last_name: ['last_name', 'Last Name', 'lastname', 'LastName', 'Surname'],
	email: ['email', 'E-mail', 'EMAIL', 'email_address', 'Email Address'],
	phone: ['phone', 'Phone Number', 'mobilephone', 'MobilePhone'],
	address_1: ['address_1', 'Street Address', 'address'],
	address_2: ['address_2', 'Address Line 2', 'Apt'],
	city: ['city', 'City'],
	state: ['state', 'State/Region', 'province'],
	postal_code: ['postal_code', 'Zip', 'postal code', 'PostalCode'],
	country: ['country', 'Country/Region', 'Country Code'],
};

/** The ways in which people and programs write a value of a column. */
const FORMS: Record<string, Array<(value: string) => unknown>> = {
	phone: [
		(phone) => phone,
		(phone) => `+1 (${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`,
		(phone) => `+1.${phone.slice(2, 5)}.${phone.slice(5, 8)}.${phone.slice(8)}`,
	],
	postal_code: [(code) => code, (code) => (code.length === 5 ? Number(code) : code), (code) => ` ${code} `],
	country: [(country) => country, () => 'United States', () => 'USA', () => '', () => null],
};
const AS_IT_IS = [(value: string): unknown => value, (value: string): unknown => `  ${value} `];

/** A person as an item of some CRM holds them: each column under one of its names, in one of its forms. */
function itemOf({ mailing_address: address, ...rest }: Person, styles: number[], isNested: boolean): IDataObject {
	const columns = Object.entries({ ...rest, ...address });
	const fields = Object.fromEntries(
		columns.map(([column, value], index) => {
			const style = styles[index] ?? 0;
			const names = NAMES[column] ?? [];
			const forms = FORMS[column] ?? AS_IT_IS;
			return [names[style % names.length], forms[style % forms.length]?.(value)];
		}),
	) as IDataObject;
	return isNested ? { id: 51, properties: fields } : { ...fields, Company: 'Acme', notes: null };
}

const row = fc.record({
	person,
	styles: fc.array(fc.nat(59), { minLength: 10, maxLength: 10 }),
	isNested: fc.boolean(),
});

/** What makes a person invalid, whatever the send method. */
const SPOILED: Array<(person: Person) => Person> = [(right) => ({ ...right, first_name: '' })];

/** What makes a person invalid for the send method that sends emails. */
const SPOILED_EMAIL: typeof SPOILED = [
	(right) => ({ ...right, email: 'ann at example.com' }),
	(right) => ({ ...right, email: 'ann@example.com, bo@example.com' }),
];

/** What makes a person invalid for the send method that ships to addresses. */
const SPOILED_ADDRESS: typeof SPOILED = [
	(right) => ({ ...right, mailing_address: { ...right.mailing_address, city: ' ' } }),
	(right) => ({ ...right, mailing_address: { ...right.mailing_address, postal_code: '' } }),
];

/** A person as the service gets them: automatic mapping takes addresses for direct sends only. */
const asSent = ({ mailing_address: address, ...rest }: Person, method: string) =>
	method === 'direct_send' ? { ...rest, mailing_address: address } : rest;

const sendMethod = fc.constantFrom('email_and_link', 'link_multiple_custom_list', 'direct_send');

describe('items in all kinds of spellings', () => {
	const RUNS = { numRuns: 60 };

	test('arrive at the service as the interface says when all are valid', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), sendMethod, async (rows, method) => {
				node.service.reset();
				const items = rows.map(({ person: one, styles, isNested }) => itemOf(one, styles, isNested));

				const { json } = await node.run(fromItems({ sendMethod: method }), { items });

				expect(sentRecipients()).toEqual(rows.map(({ person: one }) => asSent(one, method)));
				expect(json).toEqual([expect.objectContaining({ recipients_count: rows.length })]);
			}),
			RUNS,
		);
	});

	const mixed = sendMethod.chain((method) => {
		const spoiled = fc.constantFrom(
			...SPOILED,
			...(method === 'direct_send' ? SPOILED_ADDRESS : []),
			...(method === 'email_and_link' ? SPOILED_EMAIL : []),
		);
		return fc
			.array(fc.record({ row, spoil: fc.option(spoiled) }), { minLength: 1, maxLength: 12 })
			.filter((rows) => rows.some(({ spoil }) => spoil !== null))
			.map((rows) => ({
				method,
				rows: rows.map(({ row: { person: one, styles, isNested }, spoil }) => {
					const forms = styles.map((style) => (spoil ? 0 : style));
					return { person: one, isValid: spoil === null, item: itemOf(spoil?.(one) ?? one, forms, isNested) };
				}),
			}));
	});

	test('are never sent when one of them is invalid, and every one that is gets named', async () => {
		await fc.assert(
			fc.asyncProperty(mixed, async ({ rows, method }) => {
				node.service.reset();

				const { status, error } = await node.run(fromItems({ sendMethod: method }), {
					items: rows.map(({ item }) => item),
				});

				expect(status).toBe('error');
				expect(node.service.requests).toEqual([]);
				const named = (error?.context.problems as string[]).map((problem) =>
					Number(/^Recipient (\d+): /.exec(problem)?.[1]),
				);
				expect([...new Set(named)].sort((a, b) => a - b)).toEqual(
					rows.flatMap(({ isValid }, index) => (isValid ? [] : [index + 1])),
				);
			}),
			RUNS,
		);
	});

	test('are sent as far as they are valid, in order, when invalid ones are skipped', async () => {
		await fc.assert(
			fc.asyncProperty(
				mixed.filter(({ rows }) => rows.some(({ isValid }) => isValid)),
				async ({ rows, method }) => {
					node.service.reset();

					const { outputs } = await node.run(
						fromItems({ sendMethod: method, options: { output: 'orderBatch', skipInvalidRecipients: true } }),
						{
							items: rows.map(({ item }) => item),
							node: { onError: 'continueErrorOutput' },
						},
					);

					const indexes = (isValid: boolean) =>
						rows.flatMap((one, index) => (one.isValid === isValid ? [{ item: index }] : []));
					const [valid, invalid] = [indexes(true), indexes(false)];
					const [sent = [], failed = []] = outputs;
					expect(sentRecipients()).toEqual(
						rows.filter(({ isValid }) => isValid).map(({ person: one }) => asSent(one, method)),
					);
					expect(sent.map(({ pairedItem }) => pairedItem)).toEqual([valid.length === 1 ? valid[0] : valid]);
					expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(invalid);
				},
			),
			RUNS,
		);
	});
});
