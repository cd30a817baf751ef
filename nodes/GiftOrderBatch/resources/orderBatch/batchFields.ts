import type { INodePropertyTypeOptions } from 'n8n-workflow';

import { isBlank } from '../../api/values';
import { parameterHint } from '../../builderHints';
import { optionalLocator } from '../commonFields';
import {
	choiceField,
	flagField,
	mayBeBlank,
	optionalField,
	textField,
	textProperty,
	timeField,
	wholeNumberField,
	type Field,
	type FieldTable,
} from '../fieldTable';
import {
	amountInCents,
	anyId,
	anyText,
	nonEmptyList,
	optional,
	shortText,
	strictObject,
	uuid,
	visible,
	wholeNumber,
} from '../inputSchemas';

/** A field of an order batch. */
export interface BatchField extends Field {
	/** Whether it decides about money or time: once added, it must have a value. */
	mustHaveValue?: boolean;
	/** What the service takes where the field is not given. */
	serviceDefault?: unknown;
}

/**
 * The variants depend on the product in the same row. A constant of its own, because n8n's linter wants such a parameter to be
 * called "Names or IDs", and the service takes names only.
 */
const variantOptions: INodePropertyTypeOptions = {
	loadOptionsMethod: 'getVariants',
	// Not the locator itself: the editor notices only changes of strings.
	loadOptionsDependsOn: ['&product.value'],
};

/** The names of variants, from the list or from an expression: a list, or text with commas between the names. */
const variantNames = (variants: unknown) =>
	typeof variants === 'string' && !isBlank(variants) ? variants.split(',') : variants;

/** An item of a cart besides its product, which can be given in three ways (openapi: CartItemInput). */
export const CART_ITEM_FIELDS = {
	quantity: wholeNumberField('Quantity', 'quantity', 1, 1, {
		description: 'How many units of the product each recipient gets',
	}),
	variable_price: {
		check: mayBeBlank(amountInCents),
		// The editor of n8n 1.x puts 0 into a number field that is left empty.
		read: (price: unknown) => (String(price).trim() === '0' ? undefined : price),
		property: {
			displayName: 'Variable Price (Cents)',
			name: 'variablePrice',
			type: 'number',
			default: '',
			placeholder: 'e.g. 2500',
			hint: 'For gift cards and other products without a fixed price. Leave it empty or 0 for all others.',
		},
	},
	variants: {
		check: mayBeBlank((label) => nonEmptyList(label, anyText(label))),
		read: (variants: unknown) =>
			Array.isArray(variants) && variants.length === 0 ? undefined : variantNames(variants),
		property: {
			displayName: 'Variants',
			name: 'variants',
			type: 'multiOptions',
			typeOptions: variantOptions,
			// Names from an expression are valid, too, but the editor would mark them as wrong.
			allowArbitraryValues: true,
			default: [],
			hint: 'The list depends on the product. It is empty for a product without variants.',
			description:
				'The variants to send, as many as the product requires. Required for Direct Send if the product has variants. An expression can return the names, separated by commas.',
		},
	},
} satisfies FieldTable<BatchField>;

/** What every gift asks for besides its recipients and its cart, in the order of the form (openapi: OrderBatchInput). */
export const MAIN_FIELDS = {
	from_name: {
		check: shortText,
		read: visible,
		property: textProperty('From Name', 'fromName', 'Ann from Acme', {
			required: true,
			description: 'Who the gift is from, as shown to recipients',
		}),
	},
	send_method: choiceField(
		'Send Method',
		'sendMethod',
		'email_and_link',
		[
			{
				name: 'Direct Send',
				value: 'direct_send',
				description: 'Ship to the mailing address of each recipient, without asking them',
			},
			{
				name: 'Email and Link',
				value: 'email_and_link',
				description: 'Send each recipient an email with their gift link',
			},
			{
				name: 'Link Only',
				value: 'link_multiple_custom_list',
				description: 'Create a gift link for each recipient and send no email',
			},
		],
		{ description: 'How the gifts reach the recipients' },
	),
	message: optionalField(
		textField('Message', 'message', 'Thank you for a great year!', {
			typeOptions: { rows: 3 },
			description: 'What recipients read when they open the gift',
			hint: 'A message needs a card',
		}),
	),
	card_id: {
		check: mayBeBlank(uuid),
		property: {
			...optionalLocator(
				'Card',
				'cardId',
				'searchCards',
				"The digital greeting card. The list shows each card's occasions.",
			),
			hint: 'To see a card, hover over it in the list and click its link',
		},
	},
	scheduled_send_on: optionalField(
		timeField('Send On', 'scheduledSendOn', 'When the gifts are sent', { then: 'Leave it empty to send at once.' }),
	),
} satisfies FieldTable<BatchField>;

/** What few need (openapi: OrderBatchInput). */
export const ADDITIONAL_FIELDS = {
	commerce_end_user_id: {
		check: mayBeBlank(anyId),
		mustHaveValue: true,
		property: textProperty('Commerce End User ID', 'commerceEndUserId', 'user-42', {
			description: "Your app's ID for the user who sends the gift. Required to pay with that user's card.",
			displayOptions: { show: { '/authentication': ['commerceApi'] } },
		}),
	},
	reserved_options: {
		check: (label: string) => optional(strictObject('Reserved Options', { custom_price_tier: wholeNumber(label, 0) })),
		mustHaveValue: true,
		read: (tier: unknown) => (isBlank(tier) ? undefined : { custom_price_tier: tier }),
		property: {
			displayName: 'Custom Price Tier',
			name: 'customPriceTier',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'For approved API partners only',
		},
	},
	customer_reference_id: {
		// What looks the same is the same order batch.
		read: visible,
		check: mayBeBlank(anyId),
		mustHaveValue: true,
		property: textProperty('Customer Reference ID', 'customerReferenceId', 'deal-4711', {
			description:
				'A unique ID of your own, such as the ID of a CRM record. The service never creates a second order batch with the same ID.',
			...parameterHint(
				'Use an ID from your data that identifies this order batch, such as the ID of a deal, so that no later execution sends its gifts again. Never use the current time, the ID of the execution or a random value.',
			),
		}),
	},
	expires_at: {
		...optionalField(
			timeField('Expires At', 'expiresAt', 'When the gifts expire', {
				then: 'Required if you pay from the account balance.',
			}),
		),
		mustHaveValue: true,
	},
	international_gift_cards_enabled: optionalField(
		flagField(
			'International Gift Cards',
			'internationalGiftCardsEnabled',
			'Whether recipients outside the US can swap for international gift cards, with the Standard shipping tier',
		),
	),
	international_shipping_tier: {
		...optionalField(
			choiceField(
				'International Shipping Tier',
				'internationalShippingTier',
				'disabled',
				[
					{ name: 'Disabled', value: 'disabled', description: 'US shipping only' },
					{
						name: 'Full',
						value: 'full',
						description: 'Full global catalog for 100+ countries, with extra tax, duties and freight costs',
					},
					{ name: 'Standard', value: 'standard', description: 'International gift cards, if they are enabled' },
				],
				{ description: 'What recipients outside the US can get' },
			),
		),
		serviceDefault: 'disabled',
	},
	notifications_enabled: optionalField(
		flagField(
			'Notifications',
			'notificationsEnabled',
			'Whether recipients of Direct Send get confirmation and shipping notifications',
			{ displayOptions: { show: { '/sendMethod': ['direct_send'] } } },
		),
	),
	payment_method_id: {
		check: mayBeBlank(anyText),
		mustHaveValue: true,
		property: optionalLocator(
			'Payment Method',
			'paymentMethodId',
			'searchPaymentMethods',
			'The payment method for the gifts. Without this field, the service uses the first one of the account.',
		),
	},
	swap: {
		...optionalField(
			choiceField(
				'Swap',
				'swap',
				'single',
				[
					{ name: 'Disabled', value: 'disabled', description: 'No swap. Not available for gift collections.' },
					{
						name: 'Multiple',
						value: 'multiple',
						description: "Swap for several products up to the gift's cost; prices are shown",
					},
					{ name: 'Single', value: 'single', description: 'Swap for one product; prices are hidden' },
				],
				{ description: 'Whether and how recipients may swap their gift' },
			),
		),
		serviceDefault: 'single',
	},
	workspace_id: {
		check: mayBeBlank(uuid),
		mustHaveValue: true,
		property: optionalLocator(
			'Workspace',
			'workspaceId',
			'searchWorkspaces',
			'The workspace that sends the gifts. Without this field, the service uses the oldest one that you have access to.',
		),
	},
} satisfies FieldTable<BatchField>;

export const BATCH_FIELDS = { ...MAIN_FIELDS, ...ADDITIONAL_FIELDS };
