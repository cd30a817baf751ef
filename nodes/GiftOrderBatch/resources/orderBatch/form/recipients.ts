import type { INodeProperties } from 'n8n-workflow';

import { addressFields } from '../../addressFields';
import type { ItemContext } from '../../itemContext';

const recipientAddressFields: INodeProperties[] = [
	...addressFields.map((field) =>
		field.name === 'address1' ? { ...field, hint: 'Only the send method Direct Send needs an address' } : field,
	),
	{
		displayName: 'Mailing First Name',
		name: 'mailingFirstName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan',
		description: 'The name on the parcel, if it differs from the name of the recipient',
	},
	{
		displayName: 'Mailing Last Name',
		name: 'mailingLastName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Smith',
	},
];

/** Where the recipients of a batch come from, and the recipients themselves (openapi: RecipientInput). */
export const recipientFields: INodeProperties[] = [
	{
		displayName: 'Recipients From',
		name: 'recipientsSource',
		type: 'options',
		noDataExpression: true,
		default: 'define',
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
	},
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { recipientsSource: ['define'] } },
		placeholder: 'Add Recipient',
		default: { recipient: [{}] },
		options: [
			{
				displayName: 'Recipient',
				name: 'recipient',
				values: [
					{ displayName: 'First Name', name: 'firstName', type: 'string', default: '', placeholder: 'e.g. Nathan' },
					{ displayName: 'Last Name', name: 'lastName', type: 'string', default: '', placeholder: 'e.g. Smith' },
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						default: '',
						placeholder: 'e.g. nathan@example.com',
						description: 'Required for the send method Email and Link',
					},
					{
						displayName: 'Phone',
						name: 'phone',
						type: 'string',
						default: '',
						placeholder: 'e.g. +14155552671',
						description: 'US number in E.164 format, for text notifications',
					},
					...recipientAddressFields,
				],
			},
		],
		description: 'The people who receive a gift',
	},
	{
		displayName:
			'Each input item is a recipient. Items that ask for the same gift share an order batch. The node finds First Name, Email and the other columns by <a href="https://github.com/gift-order-batch/n8n-nodes-gift-order-batch/blob/main/docs/columns.md" target="_blank">the names that it knows</a>. It refuses an item if another column could be the recipient.',
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
		description: 'Which fields of the input items contain the recipient',
	},
	{
		displayName: 'Recipients (JSON)',
		name: 'recipientsJson',
		type: 'json',
		displayOptions: { show: { recipientsSource: ['json'] } },
		typeOptions: { rows: 6 },
		required: true,
		default: '[\n  { "first_name": "Nathan", "last_name": "Smith", "email": "nathan@example.com" }\n]',
		description:
			'A list of objects with first_name, last_name, email, phone and mailing_address (address_1, address_2, city, state, postal_code, country)',
	},
];

/** Whether the input items are the recipients. */
export const areItemsRecipients = (item: ItemContext): boolean =>
	['inputItems', 'inputItemsColumns'].includes(String(item.parameter('recipientsSource')));
