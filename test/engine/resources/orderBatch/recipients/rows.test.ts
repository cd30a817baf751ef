import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { actionNode } from '../../../../support/actionNode';
import { mapperFields } from '../../../../../dev/harness/engine';
import { creationsOf } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';
import { sentencesIn } from '../../../../support/problems';

const node = actionNode();

const { create, requested } = creationsOf(node);

const fromItems = (more: IDataObject = {}) => create({ ...FROM_ITEMS, ...more });

const mapped = (value: IDataObject | null, schema: IDataObject[] = []): IDataObject => ({
	recipientsSource: 'inputItemsColumns',
	recipientFields: { mappingMode: 'defineBelow', value, schema },
});

/** The recipients of the one batch that was sent. */
function sentRecipients(): unknown[] {
	expect(node.requests.map(({ status }) => status)).toEqual([201]);
	return requested()[0]?.recipients as unknown[];
}

/** What one item leads to, where its columns are found by their names unless `more` says otherwise. */
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
	return sentencesIn(error);
}

const ADDRESS = { address_1: '548 Market St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' };

describe('columns found by their names', () => {
	const names = { firstname: 'Ann', lastname: 'Lee', email: 'ann@example.com', mobilephone: '415-555-2671' };
	const lines = { address: '548 Market St', city: 'Boston', state: 'MA', zip: 2108, country: 'United States' };
	const hubSpot = { id: '51', properties: { ...names, ...lines }, createdAt: '2030-01-01T00:00:00Z' };
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
			expect.stringContaining('Ann (row 1): "firstname" and "properties.firstname" name different people'),
		]);
	});

	test('lose a phone that cannot be used, with a hint', async () => {
		const { hints } = await node.run(fromItems(), { items: [{ first_name: 'Ann', phone: '+44 20 7946 0958' }] });
		expect(sentRecipients()).toEqual([{ first_name: 'Ann' }]);
		expect(hints).toEqual(['1 phone number was left out: not a US number (row 1)']);
	});
});

describe('mapping column by column', () => {
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
		const contact = { mail: 'ann@example.com', tel: '(415) 555-2671' };
		const items = [
			{ who: 'Ann Lee', contact, place: ['548 Market St', 'Apt 4', 'Boston'], code: 2108, land: 'USA' },
			{ who: 'Bo', contact: { mail: 'bo@example.com' }, place: ['1 Main St', null, 'Salem'], code: '01970' },
		];
		await node.run(fromItems({ sendMethod: 'direct_send', ...mapped(everyColumn) }), { items });

		const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+14155552671' };
		const salem = { address_1: '1 Main St', city: 'Salem', state: 'MA', postal_code: '01970', country: 'US' };
		expect(sentRecipients()).toEqual([
			{ ...ann, mailing_address: { ...ADDRESS, address_2: 'Apt 4' } },
			{ first_name: 'Bo', email: 'bo@example.com', mailing_address: salem },
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
		const address = { postal_code: '={{ $json.code }}', address_1: '={{ $json.street }}', city: 'Boston', state: 'MA' };
		const { recipientsSource, recipientFields } = mapped({ first_name: '={{ $json.nick }}', ...address }, schema);
		const kept = { matchingColumns: [], attemptToConvertTypes: false, convertFieldsToString: true };
		const more = { recipientsSource, recipientFields: { ...(recipientFields as IDataObject), ...kept } };

		expect(await recipientOf({ nick: 'Ann', code: 2108, street: '548 Market St' }, more)).toEqual({
			first_name: 'Ann',
			mailing_address: ADDRESS,
		});
	});

	test('refuses a phone that cannot be used', async () => {
		expect(await problemsWith({}, mapped({ first_name: 'Ann', phone: '555-2671' }))).toEqual([
			'Ann (row 1): "Phone" must be a US phone number in E.164 format such as +14155552671, but it is the text "555-2671"',
		]);
	});

	test('says what is missing with an empty mapping, and with none at all', async () => {
		const problem = '"Recipient Fields" is empty. Drag columns into "First Name" and "Email"';
		for (const value of [{}, null]) expect(await problemsWith({}, mapped(value))).toEqual([problem]);
	});
});

test('recipients in JSON take no field of a person from their address', async () => {
	const address = { ...ADDRESS, email: 'frontdesk@example.com', phone: '+14155552671', phone_countries: ['US'] };
	const ann = { first_name: 'Ann', email: 'ann@example.com', address_1: '1 Main St' };
	const { hints } = await node.run(
		create({ recipientsSource: 'json', recipientsJson: JSON.stringify([{ ...ann, mailing_address: address }]) }),
	);

	expect(sentRecipients()).toEqual([{ first_name: 'Ann', email: 'ann@example.com', mailing_address: ADDRESS }]);
	expect(hints).toEqual([
		expect.stringContaining('ignored: address_1'),
		expect.stringContaining('ignored: email, phone, phone_countries'),
	]);
});

describe("the columns of n8n's mapping", () => {
	const fieldsFor = async (sendMethod: string, value: IDataObject | null = null) =>
		await mapperFields(
			{ resource: 'orderBatch', operation: 'create', sendMethod, ...mapped(value) },
			{ credentials: node.credentials() },
		);

	const LINES = ['address_1', 'city', 'state', 'postal_code'];
	const shownIn = (fields: ResourceMapperField[]) => fields.filter(({ removed }) => !removed).map(({ id }) => id);

	test('are those of a recipient, in the order of a form', async () => {
		const labels = (await fieldsFor('email_and_link')).map(({ displayName }) => displayName);
		expect(labels).toEqual([
			...['First Name', 'Last Name', 'Email', 'Phone', 'Address Line 1', 'Address Line 2', 'City', 'State'],
			...['Postal Code', 'Country', 'Mailing First Name', 'Mailing Last Name'],
		]);
	});

	test.each([
		['email_and_link', ['first_name', 'email'], ['first_name', 'last_name', 'email']],
		['link_multiple_custom_list', ['first_name'], ['first_name', 'last_name', 'email']],
		['direct_send', ['first_name', ...LINES], ['first_name', 'last_name', 'email', ...LINES]],
		['={{ $json.method }}', ['first_name'], ['first_name', 'last_name', 'email']],
	])('are required and shown first as the send method %s needs them', async (sendMethod, required, shown) => {
		const fields = await fieldsFor(sendMethod);

		expect(fields.filter((field) => field.required).map(({ id }) => id)).toEqual(required);
		expect(shownIn(fields)).toEqual(shown);
		expect(fields).toHaveLength(12);
		expect(
			fields.every(({ display, type, canBeUsedToMatch }) => display && type === 'string' && !canBeUsedToMatch),
		).toBe(true);
	});

	test('show every column that is mapped already', async () => {
		const fields = await fieldsFor('email_and_link', { first_name: '={{ $json.name }}', phone: '={{ $json.tel }}' });

		expect(shownIn(fields)).toEqual(['first_name', 'last_name', 'email', 'phone']);
	});
});

test.each(['email_and_link', 'link_multiple_custom_list'])(
	'Define Below takes a phone without +1 for a US number with the send method %s',
	async (sendMethod) => {
		const recipient = [{ firstName: 'Ann', email: 'ann@example.com', phone: '(415) 555-2671' }];
		await node.run(create({ recipientsSource: 'define', sendMethod, recipients: { recipient } }));

		expect(sentRecipients()).toMatchObject([{ first_name: 'Ann', phone: '+14155552671' }]);
	},
);
