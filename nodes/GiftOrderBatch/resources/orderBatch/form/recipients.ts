import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../itemContext';
import {
	ALL_FIELDS,
	MAILING_FIELDS,
	RECIPIENT_FIELDS,
	serviceName,
	type RecipientField,
} from '../recipients/recipientFields';

/** A recipient as the form asks for it: an address only where it is needed, and what few need behind "Add Field". */
const defineFields = (Object.entries(ALL_FIELDS) as Array<[string, RecipientField]>).map(
	([id, { property, neededFor, isOffered = neededFor !== undefined }]): INodeProperties => ({
		...property,
		...(id in MAILING_FIELDS && { displayOptions: { show: { '/sendMethod': ['direct_send'] } } }),
		typeOptions: { showEvenWhenOptional: isOffered },
	}),
);

/** "first_name, last_name": what the service calls some of the fields. */
const serviceNamesOf = (table: object) => Object.keys(table).map(serviceName).join(', ');

const sourceField: INodeProperties = {
	displayName: 'Recipients From',
	name: 'recipientsSource',
	type: 'options',
	noDataExpression: true,
	default: 'inputItems',
	options: [
		{ name: 'Define Below', value: 'define', description: 'Fill in the recipients one by one' },
		{
			name: 'Input Items',
			value: 'inputItems',
			description: 'Each input item is a recipient. The node finds the columns by their names.',
		},
		{
			name: 'Input Items (Choose Columns)',
			value: 'inputItemsColumns',
			description: 'Each input item is a recipient. You choose the columns.',
		},
		{ name: 'JSON', value: 'json', description: "A list of recipients in the service's own format" },
	],
	description: 'Where the recipients come from. With Define Below and JSON, each input item makes one order batch.',
};

/** Where the recipients of a batch come from, and the recipients themselves (openapi: RecipientInput). */
export const recipientFields: INodeProperties[] = [
	{ ...sourceField, displayOptions: { show: { '@tool': [false] } } },
	// An agent gives a tool values, not items.
	{ ...sourceField, default: 'json', displayOptions: { show: { '@tool': [true] } } },
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true, hideOptionalFields: true },
		displayOptions: { show: { recipientsSource: ['define'] } },
		placeholder: 'Add Recipient',
		default: { recipient: [{}] },
		options: [{ displayName: 'Recipient', name: 'recipient', values: defineFields }],
		description: 'The people who receive a gift',
	},
	{
		displayName:
			'Each input item is a recipient. Items that ask for the same gift share an order batch. The node finds First Name, Email and the other columns by <a href="https://github.com/gift-order-batch/n8n-nodes-gift-order-batch/blob/main/docs/columns.md" target="_blank">the names that it knows</a>. It refuses an item if another column could name the recipient.',
		name: 'inputItemsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { recipientsSource: ['inputItems'] } },
	},
	{
		displayName: 'Recipient Fields',
		name: 'recipientFields',
		type: 'resourceMapper',
		noDataExpression: true,
		displayOptions: { show: { recipientsSource: ['inputItemsColumns'] } },
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		typeOptions: {
			loadOptionsDependsOn: ['sendMethod'],
			resourceMapper: {
				resourceMapperMethod: 'getRecipientFields',
				mode: 'map',
				valuesLabel: 'Recipient Fields',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: false,
			},
		},
		description: 'The columns of the input items to read recipients from',
	},
	{
		displayName: 'Recipients (JSON)',
		name: 'recipientsJson',
		type: 'json',
		displayOptions: { show: { recipientsSource: ['json'] } },
		typeOptions: { rows: 6 },
		required: true,
		default: '[\n  { "first_name": "", "last_name": "", "email": "" }\n]',
		description: `A list of objects with ${serviceNamesOf(RECIPIENT_FIELDS)} and mailing_address (${serviceNamesOf(MAILING_FIELDS)})`,
	},
];

/** The values of Recipients From with which the input items are the recipients. */
export const FROM_ITEMS = ['inputItems', 'inputItemsColumns'];

export const areItemsRecipients = (item: ItemContext): boolean =>
	FROM_ITEMS.includes(String(item.parameter('recipientsSource')));
