import { problemsOf } from '../support/schemas';
import type { ErrorBody } from '../../dev/mock-service';
import { useService } from '../../dev/harness/serviceClient';
import { ADDRESS, orderBatchInput } from '../support/mockService';

const client = useService();

type Fields = Record<string, unknown>;

async function create(recipient: Fields, sendMethod: string) {
	return await client().post<ErrorBody>(
		'/v1/order_batches',
		orderBatchInput(client().service.samples, {
			send_method: sendMethod,
			recipients: [{ first_name: 'Ann', email: 'ann@example.com', mailing_address: ADDRESS }, recipient],
		}),
	);
}

async function expectRejection(recipient: Fields, sendMethod: string, message: string): Promise<void> {
	const response = await create(recipient, sendMethod);
	expect(response.status).toBe(400);
	expect(problemsOf('Error', response.data)).toEqual([]);
	expect(response.data.error).toContain(message);
	expect(client().service.orderBatches()).toEqual([]);
}

describe('RecipientInput', () => {
	it.each<[string, Fields]>([
		['first_name', {}],
		['first_name', { first_name: '' }],
		['first_name', { first_name: 1 }],
		['last_name', { first_name: 'Bo', last_name: null }],
		['email', { first_name: 'Bo', email: 5 }],
		['phone', { first_name: 'Bo', phone: '415-555-0100' }],
		['phone', { first_name: 'Bo', phone: '+442071838750' }],
		['phone', { first_name: 'Bo', phone: '+1415555010' }],
		['mailing_address', { first_name: 'Bo', mailing_address: null }],
	])('the error names the recipient and %s for %j', async (field, recipient) => {
		await expectRejection(recipient, 'link_multiple_custom_list', `recipients[1].${field}`);
	});

	it.each<[string, Fields]>([
		['a first name alone', { first_name: 'Bo' }],
		['a US phone in E.164 format', { first_name: 'Bo', phone: '+14155550100' }],
		['null as the phone', { first_name: 'Bo', phone: null }],
		['an address', { first_name: 'Bo', mailing_address: ADDRESS }],
	])('%s is enough for link_multiple_custom_list', async (_name, recipient) => {
		expect((await create(recipient, 'link_multiple_custom_list')).status).toBe(201);
	});

	it.each<Fields>([{ first_name: 'Bo' }, { first_name: 'Bo', email: '' }, { first_name: 'Bo', email: 'bo' }])(
		'email_and_link needs an e-mail address, so %j is rejected',
		async (recipient) => {
			await expectRejection(recipient, 'email_and_link', 'recipients[1].email');
		},
	);

	it('direct_send needs an address', async () => {
		const recipient = { first_name: 'Bo', email: 'bo@example.com' };
		await expectRejection(recipient, 'direct_send', 'recipients[1].mailing_address');
	});
});

describe('MailingAddress', () => {
	it.each(['address_1', 'city', 'state', 'postal_code', 'country'])('%s missing is rejected', async (field) => {
		const recipient = { first_name: 'Bo', mailing_address: { ...ADDRESS, [field]: undefined } };
		await expectRejection(recipient, 'direct_send', `recipients[1].mailing_address.${field}`);
	});

	it.each(['address_1', 'city', 'state', 'postal_code'])('%s as null is rejected', async (field) => {
		const recipient = { first_name: 'Bo', mailing_address: { ...ADDRESS, [field]: null } };
		await expectRejection(recipient, 'direct_send', `recipients[1].mailing_address.${field}`);
	});

	it.each(['CA', 'USA', 'us', ''])('country %j is rejected, because only US is supported', async (country) => {
		const recipient = { first_name: 'Bo', mailing_address: { ...ADDRESS, country } };
		await expectRejection(recipient, 'direct_send', 'country');
	});

	it('every nullable field is accepted as null', async () => {
		const address = { ...ADDRESS, first_name: null, last_name: null, address_2: null, country: null };
		expect((await create({ first_name: 'Bo', mailing_address: address }, 'direct_send')).status).toBe(201);
	});
});
