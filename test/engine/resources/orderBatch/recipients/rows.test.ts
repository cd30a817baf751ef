import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { actionNode } from '../../../../support/actionNode';
import { mapperFields } from '../../../../../dev/harness/engine';
import { FROM_ITEMS, smallBatch } from '../../../../support/orderBatchParameters';
import { problemsOf } from '../../../../support/schemas';

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

describe('columns found by their names', () => {
	const hubSpot = {
		id: '51',
		properties: {
			firstname: 'Ann',
			lastname: 'Lee',
			email: 'ann@example.com',
			mobilephone: '415-555-2671',
			address: '548 Market St',
			city: 'Boston',
			state: 'MA',
			zip: 2108,
			country: 'United States',
		},
		createdAt: '2030-01-01T00:00:00Z',
	};
	const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+14155552671' };

	test('are a recipient, with an address for direct sends only', async () => {
		expect(await recipientOf(hubSpot, { sendMethod: 'email_and_link' })).toEqual(ann);
		expect(await recipientOf(hubSpot, { sendMethod: 'direct_send' })).toEqual({ ...ann, mailing_address: ADDRESS });
	});

	test('are what a node reads when nothing was mapped', async () => {
		expect(await recipientOf({ 'First Name': 'Ann' }, { recipientFields: undefined })).toEqual({ first_name: 'Ann' });
	});

	test('refuse an item in which somebody else may be meant', async () => {
		expect(await problemsWith({ firstname: 'Ann', properties: { firstname: 'Bo' } })).toEqual([
			expect.stringContaining('Recipient 1: "firstname" and "properties.firstname" hold different values'),
		]);
	});

	test('refuse an item that lacks what the send method needs', async () => {
		expect(await problemsWith({ company: 'Acme' }, { sendMethod: 'email_and_link' })).toEqual([
			'Recipient 1: "First Name" is missing',
			'Recipient 1: "Email" is missing: the send method "Email and Link" needs it',
		]);
		expect(await problemsWith({ first_name: 'Ann' }, { sendMethod: 'direct_send' })).toEqual([
			expect.stringContaining('Recipient 1: "Mailing Address (Address Line 1, City, State, Postal Code)" is missing'),
		]);
	});

	test('lose a phone that cannot be used, with a hint', async () => {
		const { hints } = await node.run(fromItems(), { items: [{ first_name: 'Ann', phone: '+44 20 7946 0958' }] });
		expect(sentRecipients()).toEqual([{ first_name: 'Ann' }]);
		expect(hints).toEqual(['1 phone number was left out: not a US number (row 1)']);
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

	test('refuses a phone that cannot be used', async () => {
		expect(await problemsWith({}, mapped({ first_name: 'Ann', phone: '555-2671' }))).toEqual([
			'Recipient 1: "Phone" must be a US phone number in E.164 format such as +14155552671, but it is the text "555-2671"',
		]);
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
		).toEqual(['"Recipient Fields" is empty: drag a column into "First Name" and "Email"']);
	});
});

describe("the columns of n8n's mapping", () => {
	const fieldsFor = async (sendMethod: string, value: IDataObject | null = null) =>
		await mapperFields(
			{
				resource: 'orderBatch',
				operation: 'create',
				recipientsSource: 'inputItemsColumns',
				sendMethod,
				recipientFields: { mappingMode: 'defineBelow', value },
			},
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

	const shownIn = (fields: ResourceMapperField[]) => fields.filter(({ removed }) => !removed).map(({ id }) => id);

	test.each([
		['email_and_link', ['first_name', 'last_name', 'email']],
		['link_multiple_custom_list', ['first_name', 'last_name', 'email']],
		['direct_send', ['first_name', 'last_name', 'email', 'address_1', 'city', 'state', 'postal_code']],
	])('begin with what the send method %s needs, and offer the others', async (sendMethod, shown) => {
		const fields = await fieldsFor(sendMethod);

		expect(shownIn(fields)).toEqual(shown);
		expect(fields).toHaveLength(12);
	});

	test('show every column that is mapped already', async () => {
		const fields = await fieldsFor('email_and_link', { first_name: '={{ $json.name }}', phone: '={{ $json.tel }}' });

		expect(shownIn(fields)).toEqual(['first_name', 'last_name', 'email', 'phone']);
	});
});
