import type { IDataObject } from 'n8n-workflow';

import { TOOL, type RunOptions } from '../../../../dev/harness/engine';
import { actionNode, byId } from '../../../support/actionNode';
import { creationsOf } from '../../../support/creations';
import { FROM_ITEMS } from '../../../support/orderBatchParameters';
import { ADDRESS } from '../../../support/samples';

const node = actionNode({ interfaceOnly: true });
const { create, requested } = creationsOf(node);

const [CARD, WORKSPACE] = ['89c70a36-b138-5019-8025-2c3f10eced98', '1f55d549-631e-56bb-821a-31cc26b0fa54'];
const PAYMENT_METHOD = '584c119c-365e-5ae2-a036-4b8e813d4c5e';

const items: IDataObject[] = [
	{ 'First Name': 'Ann', 'Last Name': 'Lee', Email: 'Ann.Lee@example.com', Phone: '(415) 555-2671', Country: 'USA' },
	{ 'First Name': 'Ben', 'Last Name': 'Ito', Email: 'ben@example.com', Phone: '+14155552672', Country: '' },
	{ 'First Name': 'Cy', 'Last Name': 'Poe', Email: 'Cy Poe <cy@example.com>' },
];
const ANN = { first_name: 'Ann', last_name: 'Lee', email: 'Ann.Lee@example.com', phone: '+14155552671' };
const BEN = { first_name: 'Ben', last_name: 'Ito', email: 'ben@example.com', phone: '+14155552672' };
const CY = { first_name: 'Cy', last_name: 'Poe', email: 'cy@example.com' };
const PARCEL = { ...ADDRESS, address_2: 'Apt 4', first_name: 'Anna', last_name: 'Lee-Smith' };
const AT_HOME = ['Bo', 'Cy'].map((first_name) => ({ first_name, mailing_address: ADDRESS }));
const BY_POST = { ...ANN, mailing_address: PARCEL };

const HOME = { address1: '548 Market St', city: 'San Francisco', state: 'CA', postalCode: '94104' };
const IN_FORM = {
	...{ firstName: ' Ann ', lastName: 'Lee', email: 'Ann.Lee@example.com ', phone: '+1 (415) 555-2671' },
	...{ ...HOME, address2: 'Apt 4', country: 'us', mailingFirstName: 'Anna', mailingLastName: 'Lee-Smith' },
};
const CLEARED = { ...HOME, country: ' ' };
const EMPTY = { lastName: '', phone: ' ', address1: '', address2: '', city: '', state: '', postalCode: '' };
const inForm = (...recipient: IDataObject[]) => ({ recipients: { recipient } });

const inJson = (list: IDataObject[]) => ({ recipientsSource: 'json', recipientsJson: JSON.stringify(list) });
const BY_EMAIL = { sendMethod: 'email_and_link' };
const added = (additionalFields: IDataObject) => ({ additionalFields });

type Case = [what: string, more: IDataObject, sent: IDataObject[], options?: Partial<RunOptions>];

/** How what is sent differs from the smallest order batch. */
const CASES: Case[] = [
	['one recipient by name', {}, [{}]],
	[
		'recipients in the form, by email',
		{ ...BY_EMAIL, ...inForm(IN_FORM, { ...EMPTY, firstName: 'Bo', email: 'bo@a.co' }) },
		[{ send_method: 'email_and_link', recipients: [ANN, { first_name: 'Bo', email: 'bo@a.co' }] }],
	],
	[
		'a direct shipment',
		{ sendMethod: 'direct_send', ...inForm(IN_FORM), ...added({ notificationsEnabled: false }) },
		[{ send_method: 'direct_send', recipients: [BY_POST], notifications_enabled: false }],
	],
	[
		'direct shipments by an expression, in the US where no country was chosen or it was cleared',
		{ sendMethod: '={{ "direct_send" }}', ...inForm({ firstName: 'Bo', ...HOME }, { firstName: 'Cy', ...CLEARED }) },
		[{ send_method: 'direct_send', recipients: AT_HOME }],
	],
	['recipients in JSON', inJson([BY_POST, { first_name: 'Bo' }]), [{ recipients: [BY_POST, { first_name: 'Bo' }] }]],
	[
		'input items in several order batches',
		{ ...FROM_ITEMS, ...BY_EMAIL, options: { recipientsPerBatch: 2 } },
		[[ANN, BEN], [CY]].map((recipients) => ({ send_method: 'email_and_link', recipients })),
		{ items },
	],
	['a reference of the user', added({ customerReferenceId: 'deal-1' }), [{ customer_reference_id: 'deal-1' }]],
	['equal requests that users allow', { options: { allowRepeatedRecipients: true } }, [{}, {}], { items: [{}, {}] }],
	[
		'every further field',
		{
			message: 'Thank you!',
			cardId: byId(CARD),
			scheduledSendOn: '2090-12-24T09:00:00',
			additionalFields: {
				expiresAt: '2091-01-31',
				swap: 'multiple',
				internationalShippingTier: 'standard',
				internationalGiftCardsEnabled: true,
				customPriceTier: 2,
				workspaceId: WORKSPACE,
				paymentMethodId: PAYMENT_METHOD,
			},
		},
		[
			{
				message: 'Thank you!',
				card_id: CARD,
				scheduled_send_on: '2090-12-24T09:00:00.000-05:00',
				expires_at: '2091-01-31T00:00:00.000-05:00',
				swap: 'multiple',
				international_shipping_tier: 'standard',
				international_gift_cards_enabled: true,
				reserved_options: { custom_price_tier: 2 },
				workspace_id: WORKSPACE,
				payment_method_id: PAYMENT_METHOD,
			},
		],
		{ timezone: 'America/New_York' },
	],
	['fields that are left empty', { cardId: '', message: '={{ $json.nothing }}', scheduledSendOn: '' }, [{}]],
	['a list of which nothing was chosen', { cardId: { __rl: true, mode: 'list', value: '' } }, [{}]],
	['a field of another authentication', added({ commerceEndUserId: 'user-42' }), [{}]],
	['a field of another send method', added({ notificationsEnabled: true }), [{}]],
	['a call by an agent', { fromName: 'Zoe' }, [{ from_name: 'Zoe' }], { node: TOOL }],
];

// Published workflows rely on it: another reference for the same request would send its gifts again.
test.each(CASES)('sends the same request with the same reference in every version: %s', async (...of) => {
	const [, more, sent, options] = of;
	await node.run(create(more), { workflowId: 'published', executionId: '4711', ...options });

	const smallest = {
		from_name: 'Ann from Acme',
		send_method: 'link_multiple_custom_list',
		recipients: [{ first_name: 'Nathan' }],
		cart: { items: [{ product_id: 'ef6c9d32-9fb4-5d57-ab07-6632b90aee9c', quantity: 1 }] },
	};
	const reference = 'n8n-2b845ba26568613579a9d6cc24297954';
	expect(requested()).toEqual(
		sent.map((differs, index) => ({ customer_reference_id: `${reference}-${index}`, ...smallest, ...differs })),
	);
});
