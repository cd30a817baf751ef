import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../../../../api/values';
import { addressFields, addressInput } from '../../../addressFields';
import type { ItemContext } from '../../../itemContext';
import { recipientOf } from '../recipient';
import type { Columns } from '../recipientColumns/columns';
import { findColumns } from '../recipientColumns/findColumns';

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
			'All input items make one order batch. The node finds First Name, Email and the other columns by the names that CRMs, shops and spreadsheets use. It refuses an item if several columns could be the same field.',
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

/** A recipient as it was read, not yet checked. */
export interface ReadRecipient {
	recipient: unknown;
	/** What was left out of it, as sentences. */
	hints: string[];
	/** Why it cannot be read without doubt, as sentences. */
	problems: string[];
}

const RECIPIENT_NAMES = ['first_name', 'last_name', 'email', 'phone', 'mailing_address'];
const ADDRESS_NAMES = ['first_name', 'last_name', 'address_1', 'address_2', 'city', 'state', 'postal_code', 'country'];

function unknownFields(value: Record<string, unknown>, known: string[], what: string): string[] {
	const unknown = Object.keys(value).filter((name) => !known.includes(name));
	if (unknown.length === 0) return [];
	return [`${what} has unknown fields that were left out: ${unknown.join(', ')}. Its fields are ${known.join(', ')}`];
}

/** Brings a recipient of the service's own format into the form in which all of them are normalized. */
function recipientOfJson(entry: unknown, sendMethod: unknown): ReadRecipient {
	if (!isObject(entry)) return { recipient: entry, hints: [], problems: [] };
	const { first_name, last_name, email, phone, mailing_address: given } = entry;
	const address = isObject(given) ? given : {};
	const { first_name: mailing_first_name, last_name: mailing_last_name, ...lines } = address;
	const columns = { first_name, last_name, email, phone, ...lines, mailing_first_name, mailing_last_name } as Columns;
	const { recipient, hints } = recipientOf(columns, { isAutomatic: false, sendMethod });
	const found = recipient.mailing_address as IDataObject | undefined;
	// The service takes null for the country. What makes no address is left to the check, which says what is missing.
	const mailingAddress = found && address.country === null ? { ...found, country: null } : (found ?? given);
	return {
		recipient: { ...recipient, mailing_address: mailingAddress },
		hints: [
			...hints,
			...unknownFields(entry, RECIPIENT_NAMES, 'The recipient'),
			...unknownFields(address, ADDRESS_NAMES, 'The mailing address'),
		],
		problems: [],
	};
}

function recipientOfForm({ firstName, lastName, email, phone, ...values }: IDataObject, sendMethod: unknown) {
	const columns: Columns = {
		first_name: firstName,
		last_name: lastName,
		email,
		phone,
		...addressInput(values),
		mailing_first_name: values.mailingFirstName,
		mailing_last_name: values.mailingLastName,
	};
	return { ...recipientOf(columns, { isAutomatic: false, sendMethod }), problems: [] };
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

/** Whether all input items are the recipients of one order batch. */
export const areItemsRecipients = (item: ItemContext): boolean =>
	['inputItems', 'inputItemsColumns'].includes(String(item.parameter('recipientsSource')));

/** The recipient that an input item is. */
export function recipientOfItem(item: ItemContext): ReadRecipient {
	const sendMethod = item.parameter('sendMethod');
	if (item.parameter('recipientsSource') === 'inputItemsColumns') {
		const { value } = item.collection('recipientFields') as { value?: Columns | null };
		return { ...recipientOf(value ?? {}, { isAutomatic: false, sendMethod }), problems: [] };
	}
	const { columns, problems } = findColumns(item.json, sendMethod);
	return { ...recipientOf(columns, { isAutomatic: true, sendMethod }), problems };
}

/**
 * The recipients of an item that makes an order batch by itself; what is no list is returned as it is, for the check to refuse.
 * @throws NodeOperationError when Recipients (JSON) cannot be parsed
 */
export function recipientsOfItem(item: ItemContext): ReadRecipient[] | { recipients: unknown } {
	const sendMethod = item.parameter('sendMethod');
	if (item.parameter('recipientsSource') === 'json') {
		const recipients = parsedRecipients(item);
		return Array.isArray(recipients)
			? recipients.map((entry: unknown) => recipientOfJson(entry, sendMethod))
			: { recipients };
	}
	const { recipient = [] } = item.collection('recipients') as { recipient?: IDataObject[] };
	return recipient.map((values) => recipientOfForm(values, sendMethod));
}
