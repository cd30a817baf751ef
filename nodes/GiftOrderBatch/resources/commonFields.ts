import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { splitWords } from '../api/values';
import {
	choicesField,
	flagField,
	lengthOfText,
	mayBeBlank,
	namedOptions,
	propertiesOf,
	textProperty,
	wholeNumberField,
	type FieldTable,
	type FormField,
} from './fieldTable';
import { twoLetters } from './inputSchemas';
import type { ItemContext } from './itemContext';

const returnAllField = flagField(
	'Return All',
	'returnAll',
	'Whether to return all results or only up to a given limit',
	{ default: false },
);

const limitField = wholeNumberField('Limit', 'limit', 1, 50, {
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
});

/** Return All and Limit of a list operation. */
export const listFields: INodeProperties[] = [returnAllField.property, limitField.property];

/** How many entries a list operation may return: `Infinity` for Return All. @throws ServiceError when one is not valid */
export const limitOf = (item: ItemContext): number => (item.value(returnAllField) ? Infinity : item.value(limitField));

/** A collection of fields in the order of their labels, none of which is there until the user adds it. */
export const collectionField =
	(displayName: string, name: string, placeholder: string) => (fields: FieldTable<FormField>) => ({
		...{ displayName, name, placeholder, default: {} },
		type: 'collection' as const,
		options: [...propertiesOf(fields).sort((a, b) => a.displayName.localeCompare(b.displayName)), lengthOfText],
	});

export const filtersField = collectionField('Filters', 'filters', 'Add Filter');
export const optionsField = collectionField('Options', 'options', 'Add Option');

/** The choice between the main fields of a response and all of them. */
export const simplifyField = flagField(
	'Simplify',
	'simplify',
	'Whether to return a simplified version of the response instead of the raw data',
).property;

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
	choicesField('Fields', 'fields', namedOptions(fields), {
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		description: 'The fields that the agent gets besides the ID',
	}).property,
];

/** The `modes` of a locator of an object. @param searchListMethod the method of methods/listSearch.ts that lists such objects */
export const listOrId = (searchListMethod: string) =>
	({
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod, searchable: true } },
			{ displayName: 'ID', name: 'id', type: 'string', placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000' },
		],
	}) satisfies Partial<INodeProperties>;

/** An object of the service, from a list or by its ID. @param searchListMethod see `listOrId` */
export const optionalLocator = (
	displayName: string,
	name: string,
	searchListMethod: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	...listOrId(searchListMethod),
});

/** The same, as a required parameter. */
export const locatorField = (...field: Parameters<typeof optionalLocator>): INodeProperties => ({
	...optionalLocator(...field),
	required: true,
});

const OF_ITEM = 'By default, the ID in the input item. To choose from the list, switch to Fixed.';

/** By default, the ID comes from the input item: `order_batch_id` of an order or recipient, `id` of an order batch. */
export const orderBatchIdField: INodeProperties = {
	...locatorField('Order Batch', 'orderBatchId', 'searchOrderBatches', OF_ITEM),
	default: { mode: 'id', value: '={{ $json.order_batch_id ?? $json.id }}' },
};

/** By default, the ID comes from the input item: `order_id` of a recipient, `id` of an order. */
export const orderIdField: INodeProperties = {
	...locatorField('Order', 'orderId', 'searchOrders', OF_ITEM),
	default: { mode: 'id', value: '={{ $json.order_id ?? $json.id }}' },
};

/** The filter of brands and products by the country they ship to (openapi: CountryCode). */
export const countryCodeField = {
	check: mayBeBlank(twoLetters),
	property: textProperty('Country Code', 'countryCode', 'US', {
		description: 'Two-letter code of the country to ship to. If empty, the service uses US.',
	}),
};

export type Simplify = (entry: IDataObject) => IDataObject;

/**
 * Reads the item's `responseFields`. @returns what they make of a response: all of it, what `simplify` makes of each entry, or
 * the selected fields, with the ones that are `always` there
 */
export function simplifier(
	{ functions, itemIndex }: ItemContext,
	simplify: Simplify = (entry) => entry,
	always: string[] = [],
): (data: IDataObject[]) => IDataObject[] {
	// n8n throws for a parameter that is not shown, unless there is a fallback value.
	const isSimple = functions.getNodeParameter('simplify', itemIndex, false) === true;
	const output = functions.getNodeParameter('output', itemIndex, isSimple ? 'simplified' : 'raw');
	if (output === 'simplified') return (data) => data.map(simplify);
	if (output !== 'selectedFields') return (data) => data;
	// A list, or text with commas between the names, as expressions may give.
	const fields = splitWords(String(functions.getNodeParameter('fields', itemIndex)).replaceAll(',', ' '));
	return (data) => data.map((entry) => pick(entry, ['id', ...fields, ...always]));
}

/** The named fields of an object, or all of them, as far as they have a value, in the order of the names. */
export function pick(data: IDataObject, names = Object.keys(data)): IDataObject {
	return Object.fromEntries(names.filter((name) => data[name] !== undefined).map((name) => [name, data[name]]));
}
