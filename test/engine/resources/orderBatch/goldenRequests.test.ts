import type { IDataObject } from 'n8n-workflow';

import { TOOL, type RunOptions } from '../../../../dev/harness/engine';
import { actionNode } from '../../../support/actionNode';
import { creationsOf } from '../../../support/creations';
import { FROM_ITEMS } from '../../../support/orderBatchParameters';

const node = actionNode({ interfaceOnly: true });
const { create, requested } = creationsOf(node);

const PEOPLE: IDataObject[] = [
	{ 'First Name': 'Ann', 'Last Name': 'Lee', Email: 'Ann.Lee@example.com', Phone: '(415) 555-2671', Country: 'USA' },
	{ 'First Name': 'Ben', 'Last Name': 'Ito', Email: 'ben@example.com', Phone: '+14155552672', Country: '' },
	{ 'First Name': 'Cy', 'Last Name': 'Poe', Email: 'Cy Poe <cy@example.com>' },
];

const HOME = { address1: '548 Market St', city: 'Cambridge', state: 'MA', postalCode: '2139', country: 'US' };

const ANN = { firstName: 'Ann', lastName: 'Lee', email: ' Ann@example.com ' };
const inForm = (recipient: IDataObject) => ({ recipients: { recipient: [recipient] } });
const LIST = [{ first_name: 'Ann', email: 'ann@example.com', phone: '+1 415 555 2671' }, { first_name: 'Bo' }];
const MAPPED = { recipientFields: { mappingMode: 'defineBelow', value: { first_name: '={{ $json["First Name"] }}' } } };
const SILENT = { additionalFields: { notificationsEnabled: false } };
const BY_TWO = { recipientsPerBatch: 2 };

const CASES: Array<[what: string, more: () => IDataObject, options: Partial<RunOptions>]> = [
	['one recipient by name', () => ({}), {}],
	['recipients in the form, by email', () => ({ sendMethod: 'email_and_link', ...inForm(ANN) }), {}],
	['a direct shipment', () => ({ sendMethod: 'direct_send', ...inForm({ firstName: 'Ann', ...HOME }), ...SILENT }), {}],
	['recipients in JSON', () => ({ recipientsSource: 'json', recipientsJson: JSON.stringify(LIST) }), {}],
	['one order batch for each item', () => ({ fromName: '={{ $json["First Name"] }}' }), { items: PEOPLE }],
	['input items', () => ({ ...FROM_ITEMS, sendMethod: 'email_and_link' }), { items: PEOPLE }],
	['input items in several order batches', () => ({ ...FROM_ITEMS, options: BY_TWO }), { items: PEOPLE }],
	['columns that the user chooses', () => ({ recipientsSource: 'inputItemsColumns', ...MAPPED }), { items: PEOPLE }],
	['a reference of the user', () => ({ additionalFields: { customerReferenceId: 'deal-4711' } }), {}],
	['equal requests that the user allows', () => ({ options: { allowRepeatedRecipients: true } }), { items: [{}, {}] }],
	[
		'every further field',
		() => ({
			message: 'Thank you!',
			cardId: { __rl: true, mode: 'id', value: node.service.samples.cardId },
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
	],
	['a call by an agent', () => ({ fromName: 'Zoe' }), { node: TOOL }],
];

// Published workflows rely on it: another reference for the same request would send its gifts again.
test.each(CASES)('sends the same request with the same reference in every version: %s', async (...of) => {
	const [, more, options] = of;
	await node.run(create(more()), { executionId: '4711', ...options });
	expect(requested()).toMatchSnapshot();
});
