import type { IDataObject } from 'n8n-workflow';

import { TOOL, type RunOptions } from '../../../../dev/harness/engine';
import { actionNode, byId } from '../../../support/actionNode';
import { creationsOf } from '../../../support/creations';
import { FROM_ITEMS } from '../../../support/orderBatchParameters';
import { ADDRESS } from '../../../support/samples';

const node = actionNode({ interfaceOnly: true });
const { create, requested } = creationsOf(node);

const PEOPLE: IDataObject[] = [
	{ 'First Name': 'Ann', 'Last Name': 'Lee', Email: 'Ann.Lee@example.com', Phone: '(415) 555-2671', Country: 'USA' },
	{ 'First Name': 'Ben', 'Last Name': 'Ito', Email: 'ben@example.com', Phone: '+14155552672', Country: '' },
	{ 'First Name': 'Cy', 'Last Name': 'Poe', Email: 'Cy Poe <cy@example.com>' },
];
const [ANN, BEN, CY] = [
	{ first_name: 'Ann', last_name: 'Lee', email: 'Ann.Lee@example.com', phone: '+14155552671' },
	{ first_name: 'Ben', last_name: 'Ito', email: 'ben@example.com', phone: '+14155552672' },
	{ first_name: 'Cy', last_name: 'Poe', email: 'cy@example.com' },
];

const HOME = { address1: '548 Market St', city: 'San Francisco', state: 'CA', postalCode: '94104' };
const IN_FORM = { firstName: ' Ann ', lastName: 'Lee', email: 'Ann.Lee@example.com ', phone: '+1 (415) 555-2671' };
const ON_PARCEL = { ...HOME, address2: 'Apt 4', country: 'us', mailingFirstName: 'Anna', mailingLastName: 'Lee-Smith' };
const EMPTY = { lastName: '', phone: ' ', address1: '', address2: '', city: '', state: '', postalCode: '' };
const CLEARED = { firstName: 'Cy', country: ' ' };
const TO_PARCEL = {
	...ANN,
	mailing_address: { ...ADDRESS, address_2: 'Apt 4', first_name: 'Anna', last_name: 'Lee-Smith' },
};
const inForm = (...recipient: IDataObject[]) => ({ recipients: { recipient } });

const MAPPED = { recipientFields: { mappingMode: 'defineBelow', value: { first_name: '={{ $json["First Name"] }}' } } };
const SILENT = { additionalFields: { notificationsEnabled: false } };
const BY_EMAIL = { sendMethod: 'email_and_link' };
const LIST = [TO_PARCEL, { first_name: 'Bo' }];

/** How what is sent differs from the smallest order batch. */
const CASES: Array<[what: string, more: () => IDataObject, options: Partial<RunOptions>, sent: IDataObject[]]> = [
	['one recipient by name', () => ({}), {}, [{}]],
	[
		'recipients in the form, by email',
		() => ({ ...BY_EMAIL, ...inForm({ ...IN_FORM, ...ON_PARCEL }, { ...EMPTY, firstName: 'Bo', email: 'bo@a.co' }) }),
		{},
		[{ send_method: 'email_and_link', recipients: [ANN, { first_name: 'Bo', email: 'bo@a.co' }] }],
	],
	[
		'a direct shipment',
		() => ({ sendMethod: 'direct_send', ...inForm({ ...IN_FORM, ...ON_PARCEL }), ...SILENT }),
		{},
		[{ send_method: 'direct_send', recipients: [TO_PARCEL], notifications_enabled: false }],
	],
	[
		'direct shipments by an expression, in the US where no country was chosen or it was cleared',
		() => ({ sendMethod: '={{ "direct_send" }}', ...inForm({ firstName: 'Bo', ...HOME }, { ...HOME, ...CLEARED }) }),
		{},
		[
			{
				send_method: 'direct_send',
				recipients: ['Bo', 'Cy'].map((first_name) => ({ first_name, mailing_address: ADDRESS })),
			},
		],
	],
	[
		'recipients in JSON',
		() => ({ recipientsSource: 'json', recipientsJson: JSON.stringify(LIST) }),
		{},
		[{ recipients: LIST }],
	],
	[
		'one order batch for each item',
		() => ({ fromName: '={{ $json["First Name"] }}' }),
		{ items: PEOPLE },
		[{ from_name: 'Ann' }, { from_name: 'Ben' }, { from_name: 'Cy' }],
	],
	[
		'input items',
		() => ({ ...FROM_ITEMS, ...BY_EMAIL }),
		{ items: PEOPLE },
		[{ send_method: 'email_and_link', recipients: [ANN, BEN, CY] }],
	],
	[
		'input items in several order batches',
		() => ({ ...FROM_ITEMS, options: { recipientsPerBatch: 2 } }),
		{ items: PEOPLE },
		[{ recipients: [ANN, BEN] }, { recipients: [CY] }],
	],
	[
		'columns that the user chooses',
		() => ({ recipientsSource: 'inputItemsColumns', ...MAPPED }),
		{ items: PEOPLE },
		[{ recipients: ['Ann', 'Ben', 'Cy'].map((first_name) => ({ first_name })) }],
	],
	[
		'a reference of the user',
		() => ({ additionalFields: { customerReferenceId: 'deal-4711' } }),
		{},
		[{ customer_reference_id: 'deal-4711' }],
	],
	[
		'equal requests that the user allows',
		() => ({ options: { allowRepeatedRecipients: true } }),
		{ items: [{}, {}] },
		[{}, {}],
	],
	[
		'every further field',
		() => ({
			message: 'Thank you!',
			cardId: byId(node.service.samples.cardId),
			scheduledSendOn: '2090-12-24T09:00:00',
			additionalFields: {
				expiresAt: '2091-01-31',
				swap: 'multiple',
				internationalShippingTier: 'standard',
				internationalGiftCardsEnabled: true,
				customPriceTier: 2,
				workspaceId: node.service.samples.workspaceId,
				paymentMethodId: node.service.samples.paymentMethodId,
			},
		}),
		{ timezone: 'America/New_York' },
		[
			{
				message: 'Thank you!',
				card_id: '89c70a36-b138-5019-8025-2c3f10eced98',
				scheduled_send_on: '2090-12-24T09:00:00.000-05:00',
				expires_at: '2091-01-31T00:00:00.000-05:00',
				swap: 'multiple',
				international_shipping_tier: 'standard',
				international_gift_cards_enabled: true,
				reserved_options: { custom_price_tier: 2 },
				workspace_id: '1f55d549-631e-56bb-821a-31cc26b0fa54',
				payment_method_id: '584c119c-365e-5ae2-a036-4b8e813d4c5e',
			},
		],
	],
	['fields that are left empty', () => ({ cardId: '', message: '={{ $json.no }}', scheduledSendOn: '' }), {}, [{}]],
	['a list of which nothing was chosen', () => ({ cardId: { __rl: true, mode: 'list', value: '' } }), {}, [{}]],
	['a field of another authentication', () => ({ additionalFields: { commerceEndUserId: 'user-42' } }), {}, [{}]],
	['a field of another send method', () => ({ additionalFields: { notificationsEnabled: true } }), {}, [{}]],
	['a call by an agent', () => ({ fromName: 'Zoe' }), { node: TOOL }, [{ from_name: 'Zoe' }]],
];

// Published workflows rely on it: another reference for the same request would send its gifts again.
test.each(CASES)('sends the same request with the same reference in every version: %s', async (...of) => {
	const [, more, options, sent] = of;
	await node.run(create(more()), { workflowId: 'published', executionId: '4711', ...options });

	const smallest = {
		from_name: 'Ann from Acme',
		send_method: 'link_multiple_custom_list',
		recipients: [{ first_name: 'Nathan' }],
		cart: { items: [{ product_id: 'ef6c9d32-9fb4-5d57-ab07-6632b90aee9c', quantity: 1 }] },
	};
	expect(requested()).toEqual(
		sent.map((differs, index) => ({
			customer_reference_id: `n8n-2b845ba26568613579a9d6cc24297954-${index}`,
			...smallest,
			...differs,
		})),
	);
});
