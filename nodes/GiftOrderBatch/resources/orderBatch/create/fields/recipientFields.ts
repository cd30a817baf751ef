import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isBlank } from '../../../../api/values';
import { addressFields, addressInput } from '../../../addressFields';
import type { ItemContext } from '../../../itemContext';
import { columnsByName, recipientOfColumns } from '../recipientColumns';

/** The address of a recipient: it looks like a must for every send method, so its first field says that it is not. */
const recipientAddressFields = addressFields.map((field) =>
	field.name === 'address1' ? { ...field, hint: 'An address is needed for the send method Direct Send only.' } : field,
);

/** Where the recipients of a batch come from, and the recipients themselves (interface: "RecipientInput"). */
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
				description: 'Each input item is a recipient, and all of them together make one order batch',
			},
			{ name: 'JSON', value: 'json', description: "A list of recipients in the service's own format" },
		],
		description: 'Where the recipients come from. With Define Below and JSON each input item makes one order batch.',
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
						description: 'Needed for the send method Email and Link',
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
			'Map Automatically also finds fields under the names that CRMs give them, such as firstname, Work Email, Mobile or Zip.',
		name: 'automaticMappingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { recipientsSource: ['inputItems'] } },
	},
	{
		displayName: 'Recipient Fields',
		name: 'recipientFields',
		type: 'resourceMapper',
		noDataExpression: true,
		displayOptions: { show: { recipientsSource: ['inputItems'] } },
		default: { mappingMode: 'autoMapInputData', value: null },
		required: true,
		typeOptions: {
			loadOptionsDependsOn: ['sendMethod'],
			resourceMapper: {
				resourceMapperMethod: 'getRecipientFields',
				mode: 'map',
				valuesLabel: 'Recipient Fields',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: true,
			},
		},
		description:
			'Which fields of the input items hold the recipient. Automatic mapping goes by name and knows the usual names of CRMs, such as firstname, E-mail or Zip. It takes addresses for the send method Direct Send only.',
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

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';

function recipientInput({ firstName, lastName, email, phone, ...values }: IDataObject): IDataObject {
	const { country, ...lines } = addressInput(values);
	const hasAddress = Object.values(lines).some(isFilled);
	return {
		first_name: firstName,
		last_name: lastName,
		email,
		phone,
		mailing_address: hasAddress ? { ...lines, country: isBlank(country) ? 'US' : country } : undefined,
	};
}

function parsedRecipients(item: ItemContext): unknown {
	const recipients = item.parameter<string | object>('recipientsJson');
	if (typeof recipients !== 'string') return recipients;
	if (recipients.trim() === '') return undefined;
	try {
		return JSON.parse(recipients);
	} catch (error) {
		return item.refuse([`Recipients (JSON) is not valid JSON: ${(error as Error).message}`]);
	}
}

/** The recipient that an input item is, not yet checked. */
export function recipientOfItem(item: ItemContext): IDataObject {
	const { mappingMode, value } = item.collection('recipientFields') as {
		mappingMode?: string;
		value?: IDataObject | null;
	};
	if (mappingMode === 'defineBelow') return recipientOfColumns(value ?? {});
	const recipient = recipientOfColumns(columnsByName(item.json));
	// Address books hold addresses, whole or not, that nobody asked to send: only approved partners may.
	return item.parameter('sendMethod') === 'direct_send' ? recipient : { ...recipient, mailing_address: undefined };
}

/**
 * The recipients of one item, not yet checked.
 * @throws NodeOperationError when Recipients (JSON) cannot be parsed
 */
export function recipientsInput(item: ItemContext): unknown {
	if (item.parameter('recipientsSource') === 'json') return parsedRecipients(item);
	const { recipient = [] } = item.collection('recipients') as { recipient?: IDataObject[] };
	return recipient.map(recipientInput);
}
