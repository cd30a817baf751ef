import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../api/values';
import type { ItemContext } from './itemContext';

/** Return All and Limit of a list operation. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
];

const collectionField =
	(displayName: string, name: string, placeholder: string) =>
	(...options: INodeProperties[]): INodeProperties => ({
		displayName,
		name,
		type: 'collection',
		placeholder,
		default: {},
		options,
	});

/** The collection Filters of an operation, by the fields in it. */
export const filtersField = collectionField('Filters', 'filters', 'Add Filter');

/** The collection Options of an operation, by the fields in it. */
export const optionsField = collectionField('Options', 'options', 'Add Option');

/** Where to find the time zone of times that have none. It cannot be named: n8n evaluates no expressions in hints. */
export const timeZoneHint =
	'The time zone of the workflow is in its settings: menu "..." at the top, Settings, Timezone';

/** A field for a time, which `ItemContext.dateTime` reads. @param description ends in the time zone */
export const timeField = (
	displayName: string,
	name: string,
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `${description}, in the time zone of the workflow`,
	hint: timeZoneHint,
	...more,
});

/** What to do where a service does not offer a list. */
export const notListed = { alternative: 'Look for them in your gifting account.' };

/** The choice between the main fields of a response and all of them. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The name of a field of the service as a form shows it: "card_id" is "Card ID". */
const titled = (name: string) =>
	name
		.split('_')
		.map((word) => (word === 'id' ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');

/**
 * The choice between the main fields of a response and all of them. Where the node is a tool, the fields can be selected too:
 * an agent does not have to read more than it needs.
 * @param fields the service's names of the fields, besides `id`
 */
export const responseFields = (fields: string[]): INodeProperties[] => [
	{ ...simplifyField, displayOptions: { show: { '@tool': [false] } } },
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		displayOptions: { show: { '@tool': [true] } },
		options: [
			{ name: 'Raw', value: 'raw', description: 'All fields of the response' },
			{ name: 'Selected Fields', value: 'selectedFields', description: 'The ID and the fields that you choose' },
			{ name: 'Simplified', value: 'simplified', description: 'The main fields of the response' },
		],
		default: 'simplified',
		description: 'What the agent gets',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		options: fields.map((value) => ({ name: titled(value), value })),
		default: [],
		description: 'The fields that the agent gets besides the ID',
	},
];

/**
 * The `modes` of a resource locator for an object of the service.
 * @param searchListMethod the method of methods/listSearch.ts that lists the objects
 */
export const listOrId = (searchListMethod: string) =>
	({
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod, searchable: true } },
			{ displayName: 'ID', name: 'id', type: 'string', placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000' },
		],
	}) satisfies Partial<INodeProperties>;

/**
 * The value of a resource locator. Text, also of an expression that took the locator's place, is returned as it is.
 * n8n extracts the values of locators outside collections only.
 */
export const locatorValue = (locator: unknown): unknown =>
	isObject(locator) && 'mode' in locator && 'value' in locator ? locator.value : locator;

/** An object of the service that an operation needs. @param searchListMethod see `listOrId` */
export const locatorField = (
	displayName: string,
	name: string,
	searchListMethod: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description,
	...listOrId(searchListMethod),
});

const BY_DEFAULT = 'by default that of the incoming item. To choose it from a list, switch to Fixed.';

/** The order batch that an operation reads from. */
export const orderBatchIdField: INodeProperties = {
	...locatorField('Order Batch', 'orderBatchId', 'searchOrderBatches', `The order batch: ${BY_DEFAULT}`),
	// An order, or a recipient of a creation, names its order batch; an order batch is the one itself.
	default: { mode: 'id', value: '={{ $json.order_batch_id ?? $json.id }}' },
};

/** Reads `orderBatchIdField`. @throws NodeOperationError when it is not a UUID */
export const orderBatchIdOf = (item: ItemContext) => item.id('orderBatchId', 'Order Batch');

/** The order that an operation reads or changes. */
export const orderIdField: INodeProperties = {
	...locatorField('Order', 'orderId', 'searchOrders', `The order: ${BY_DEFAULT}`),
	// A recipient of a creation names its order; an order is the one itself.
	default: { mode: 'id', value: '={{ $json.order_id ?? $json.id }}' },
};

/** Reads `orderIdField`. @throws NodeOperationError when it is not a UUID */
export const orderIdOf = (item: ItemContext) => item.id('orderId', 'Order');

/** The filter of brands and products by the country they ship to. */
export const countryCodeField: INodeProperties = {
	displayName: 'Country Code',
	name: 'countryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. US',
	description: 'Two-letter code of the country to ship to. If this is empty, the service uses US.',
};

/** The whole response, the selected fields, or what `simplify` makes of each entry, as the item's `responseFields` say. */
export function simplified(
	item: ItemContext,
	data: IDataObject[],
	simplify: (entry: IDataObject) => IDataObject,
	always: string[] = [],
): IDataObject[] {
	const { functions, itemIndex } = item;
	// n8n fails on a parameter that is not shown, unless there is something to take in its place.
	const isSimple = functions.getNodeParameter('simplify', itemIndex, false) === true;
	const output = functions.getNodeParameter('output', itemIndex, isSimple ? 'simplified' : 'raw');
	if (output === 'simplified') return data.map(simplify);
	if (output !== 'selectedFields') return data;
	const fields = functions.getNodeParameter('fields', itemIndex) as string[];
	return data.map((entry) => pick(entry, ['id', ...fields, ...always]));
}

/** The named fields of an object, as far as it has them, in the order of the names. */
export function pick(data: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(names.filter((name) => data[name] !== undefined).map((name) => [name, data[name]]));
}
