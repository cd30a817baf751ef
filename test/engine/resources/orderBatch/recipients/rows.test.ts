import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { sentencesOf } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../../support/actionNode';
import { mapperFields } from '../../../../../dev/harness/engine';
import { creationsOf, GOES_ON, named } from '../../../../support/creations';
import { FROM_ITEMS, fromColumns } from '../../../../support/orderBatchParameters';

const node = actionNode();

const { create, requested } = creationsOf(node);

const fromItems = (more: IDataObject = {}) => create({ ...FROM_ITEMS, ...more });

function sentRecipients(): unknown[] {
	expect(node.requests.map(({ status }) => status)).toEqual([201]);
	return requested()[0]?.recipients as unknown[];
}

/** Whom one item is, with its columns found by their names unless `more` says otherwise. */
async function recipientsOf(item: IDataObject, more: IDataObject): Promise<unknown[]> {
	await node.run(fromItems(more), { items: [item] });
	return sentRecipients();
}

const LEE = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+14155552671' };
const ADDRESS = { address_1: '548 Market St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' };

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

test("mapping column by column reads expressions and values for each item's own recipient", async () => {
	const contact = { mail: 'ann@example.com', tel: '(415) 555-2671' };
	const items = [
		{ who: 'Ann Lee', contact, place: ['548 Market St', 'Apt 4', 'Boston'], code: 2108, land: 'USA' },
		{ who: 'Bo', contact: { mail: 'bo@example.com' }, place: ['1 Main St', null, 'Salem'], code: '01970' },
	];
	await node.run(fromItems({ sendMethod: 'direct_send', ...fromColumns(everyColumn) }), { items });

	const salem = { address_1: '1 Main St', city: 'Salem', state: 'MA', postal_code: '01970', country: 'US' };
	expect(sentRecipients()).toEqual([
		{ ...LEE, mailing_address: { ...ADDRESS, address_2: 'Apt 4' } },
		{ first_name: 'Bo', email: 'bo@example.com', mailing_address: salem },
	]);
});

test('mapping column by column takes nothing from fields that were not mapped, whatever their names', async () => {
	const item = { first_name: 'Wrong', email: 'wrong@example.com', phone: 'none', nick: 'Ann' };
	const mapping = fromColumns({ first_name: '={{ $json.nick }}', email: '', last_name: null });
	expect(await recipientsOf(item, mapping)).toEqual([{ first_name: 'Ann' }]);
});

test("mapping column by column works with the columns that the editor keeps, with n8n's own reading of their types", async () => {
	const schema = (await mapperFields(fromItems(), { credentials: node.credentials() })) as unknown as IDataObject[];
	const address = { postal_code: '={{ $json.code }}', address_1: '={{ $json.street }}', city: 'Boston', state: 'MA' };
	const kept = { schema, matchingColumns: [], attemptToConvertTypes: false, convertFieldsToString: true };
	const mapping = fromColumns({ first_name: '={{ $json.nick }}', ...address }, kept);
	const item = { nick: 'Ann', code: 2108, street: '548 Market St' };
	expect(await recipientsOf(item, mapping)).toEqual([{ first_name: 'Ann', mailing_address: ADDRESS }]);
});

test.each([0, 1])('a mapping whose expression fails skips its item as an invalid recipient: %i', async (failing) => {
	const people = named('Ann', 'Ben').map((person, index) => (index === failing ? { email: person.email } : person));
	const mapping = fromColumns({ first_name: '={{ $json.first_name.toTitleCase() }}', email: '={{ $json.email }}' });
	const skipping = fromItems({ ...mapping, options: { skipInvalidRecipients: true } });
	const { json } = await node.run(skipping, { items: people, ...GOES_ON });
	const detail = "toTitleCase can't be used on undefined value";
	const [error] = sentencesOf([{ kind: 'failedMapping', detail, row: failing + 1 }]);
	expect(json.filter((one) => one.gift_error)).toEqual([expect.objectContaining({ error })]);
	expect(sentRecipients()).toEqual(people.filter((_, index) => index !== failing));
});

const fieldsFor = async (sendMethod: string, value: IDataObject | null = null) =>
	await mapperFields(
		{ resource: 'orderBatch', operation: 'create', sendMethod, ...fromColumns(value) },
		{ credentials: node.credentials() },
	);

const LINES = ['address_1', 'city', 'state', 'postal_code'];
const shownIn = (fields: ResourceMapperField[]) => fields.filter(({ removed }) => !removed).map(({ id }) => id);

test("the columns of n8n's mapping are those of a recipient, in the order of a form", async () => {
	expect((await fieldsFor('email_and_link')).map(({ displayName }) => displayName)).toEqual([
		...['First Name', 'Last Name', 'Email', 'Phone', 'Address Line 1', 'Address Line 2', 'City', 'State'],
		...['Postal Code', 'Country', 'Mailing First Name', 'Mailing Last Name'],
	]);
});

test.each([
	['email_and_link', ['first_name', 'email'], ['first_name', 'last_name', 'email']],
	['link_multiple_custom_list', ['first_name'], ['first_name', 'last_name', 'email']],
	['direct_send', ['first_name', ...LINES], ['first_name', 'last_name', 'email', ...LINES]],
	['={{ $json.method }}', ['first_name'], ['first_name', 'last_name', 'email']],
])('columns are required and shown first as the send method %s needs them', async (sendMethod, required, shown) => {
	const fields = await fieldsFor(sendMethod);

	expect(fields.filter((field) => field.required).map(({ id }) => id)).toEqual(required);
	expect(shownIn(fields)).toEqual(shown);
	expect(fields).toMatchObject(Array(12).fill({ display: true, type: 'string', canBeUsedToMatch: false }));
});

test("the columns of n8n's mapping show every column that is mapped already", async () => {
	const fields = await fieldsFor('email_and_link', { first_name: '={{ $json.name }}', phone: '={{ $json.tel }}' });

	expect(shownIn(fields)).toEqual(['first_name', 'last_name', 'email', 'phone']);
});
