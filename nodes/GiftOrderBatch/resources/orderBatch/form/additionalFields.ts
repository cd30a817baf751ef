import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isBlank } from '../../../api/values';
import { parameterHint } from '../../../builderHints';
import { listOrId, locatorValue, timeZoneHint } from '../../commonFields';
import type { Problem } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';

/** All fields of a batch that are not always needed (openapi: OrderBatchInput). */
export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Commerce End User ID',
			name: 'commerceEndUserId',
			type: 'string',
			default: '',
			placeholder: 'e.g. user-42',
			description: "Your app's own ID of the user who sends the gift. Required to pay with that user's card.",
			displayOptions: { show: { '/authentication': ['commerceApi'] } },
		},
		{
			displayName: 'Custom Price Tier',
			name: 'customPriceTier',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'For approved API partners only',
		},
		{
			displayName: 'Customer Reference ID',
			name: 'customerReferenceId',
			type: 'string',
			default: '',
			placeholder: 'e.g. deal-4711',
			description:
				'A unique ID of your own, such as the ID of a CRM record. The service never creates a second batch with the same one.',
			...parameterHint(
				'Set it to an ID from the data that stands for this order batch, such as that of a deal, so that no later execution sends its gifts again. Never use the current time or a random value.',
			),
		},
		{
			displayName: 'Expires At',
			name: 'expiresAt',
			type: 'dateTime',
			default: '',
			description:
				'When the gifts expire, in the time zone of the workflow. Required if you pay from the account balance.',
			hint: timeZoneHint,
		},
		{
			displayName: 'International Gift Cards Enabled',
			name: 'internationalGiftCardsEnabled',
			type: 'boolean',
			default: true,
			description: 'Whether recipients abroad can swap to international gift cards, with the Standard shipping tier',
		},
		{
			displayName: 'International Shipping Tier',
			name: 'internationalShippingTier',
			type: 'options',
			default: 'disabled',
			options: [
				{ name: 'Disabled', value: 'disabled', description: 'US shipping only' },
				{
					name: 'Full',
					value: 'full',
					description: 'Full global catalogue for 100+ countries, with extra tax, duties and freight costs',
				},
				{ name: 'Standard', value: 'standard', description: 'International gift cards, if they are enabled' },
			],
			description: 'What recipients outside the US can get',
		},
		{
			displayName: 'Notifications Enabled',
			name: 'notificationsEnabled',
			type: 'boolean',
			default: true,
			description: 'Whether recipients of a direct send get confirmation and shipping notifications',
			displayOptions: { show: { '/sendMethod': ['direct_send'] } },
		},
		{
			displayName: 'Payment Method',
			name: 'paymentMethodId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			...listOrId('searchPaymentMethods'),
			description:
				'The payment method for the gifts. Without this field, the service uses the first one of the account.',
		},
		{
			displayName: 'Swap',
			name: 'swap',
			type: 'options',
			default: 'single',
			options: [
				{ name: 'Disabled', value: 'disabled', description: 'No swap. Not for gift collections.' },
				{
					name: 'Multiple',
					value: 'multiple',
					description: "For several items up to the gift's cost, with prices shown",
				},
				{ name: 'Single', value: 'single', description: 'For one item, with prices hidden' },
			],
			description: 'Whether and how recipients may swap their gift',
		},
		{
			displayName: 'Workspace',
			name: 'workspaceId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			...listOrId('searchWorkspaces'),
			description:
				'The workspace that sends the gifts. Without this field, the service uses the oldest one that you have access to.',
		},
	],
};

/** What decides about money or time: once added, a field like this must have a value. */
const GUARDED: Array<[name: string, label: string]> = [
	['commerceEndUserId', 'Commerce End User ID'],
	['customPriceTier', 'Custom Price Tier'],
	['customerReferenceId', 'Customer Reference ID'],
	['expiresAt', 'Expires At'],
	['paymentMethodId', 'Payment Method'],
	['workspaceId', 'Workspace'],
];

/** Says which of the fields that decide about money or time were added and are empty. */
export function emptyFields(item: ItemContext): Problem[] {
	const values = item.collection('additionalFields');
	return GUARDED.flatMap(([name, label]) =>
		name in values && isBlank(locatorValue(values[name]))
			? [{ message: `"${label}" is empty: give it a value, or remove the field from "Additional Fields"` }]
			: [],
	);
}

/** The additional fields of one item under the service's names, not yet checked. */
export function additionalInput(item: ItemContext): IDataObject {
	const values = item.collection('additionalFields');
	return {
		commerce_end_user_id: values.commerceEndUserId,
		customer_reference_id: values.customerReferenceId,
		expires_at: item.dateTime(values.expiresAt) as string,
		international_gift_cards_enabled: values.internationalGiftCardsEnabled,
		international_shipping_tier: values.internationalShippingTier,
		notifications_enabled: values.notificationsEnabled,
		payment_method_id: locatorValue(values.paymentMethodId) as string,
		reserved_options: isBlank(values.customPriceTier) ? undefined : { custom_price_tier: values.customPriceTier },
		swap: values.swap,
		workspace_id: locatorValue(values.workspaceId) as string,
	};
}
