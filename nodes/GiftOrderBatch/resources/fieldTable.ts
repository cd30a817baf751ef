import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import * as z from 'zod/mini';

import { isObject } from '../api/values';
import * as schemas from './inputSchemas';
import { inputError } from './outcome';

/** How a form asks for a field of a request. Messages call it by its label there. */
export interface FormField {
	property: INodeProperties;
	/** Converts the form's value before the check. */
	read?(value: unknown): unknown;
}

/** A field of a request, with what its value must be. */
export interface Field<Value = unknown> extends FormField {
	check(label: string): z.ZodMiniType<Value>;
}

/** Fields by the service's names. What reads, checks or shows a field takes it from its table. */
export type FieldTable<Row extends FormField = Field> = Record<string, Row>;

/** A field that may be left out; blank text and null count as left out. */
export const mayBeBlank =
	<Value>(check: (label: string) => z.ZodMiniType<Value>) =>
	(label: string) =>
		schemas.optional(check(label));

export const optionalField = <Value>({ check, property }: Field<Value>) => ({ check: mayBeBlank(check), property });

/** What a property has besides its label and name. */
type More = Partial<INodeProperties>;

/** A line of text in a form. @param example what the empty line shows */
export const textProperty = (displayName: string, name: string, example: string, more: More = {}): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
	...more,
});

export const textField = (...property: Parameters<typeof textProperty>) => ({
	check: schemas.anyText,
	property: textProperty(...property),
});

export const flagField = (displayName: string, name: string, description: string, more: More = {}) => ({
	check: schemas.flag,
	property: { displayName, name, type: 'boolean', default: true, description, ...more } satisfies INodeProperties,
});

/** A number of at least `min`. @param initial what the form shows when the field is added */
export const numberField = (displayName: string, name: string, min: number, initial: number, more: More = {}) => ({
	check: (label: string) => schemas.anyNumber(label, min),
	property: {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: min },
		default: initial,
		...more,
	} satisfies INodeProperties,
});

/** As `numberField`, for a whole number. */
export const wholeNumberField = (displayName: string, name: string, min: number, initial: number, more: More = {}) => ({
	...numberField(displayName, name, min, initial, more),
	check: (label: string) => schemas.wholeNumber(label, min),
});

/** Options as a parameter offers them. */
type Options<Value extends string> = ReadonlyArray<INodePropertyOptions & { value: Value }>;
const valuesIn = <Value extends string>(options: Options<Value>) => options.map(({ value }) => value);

/** A name of the service as a form shows it: "card_id" is "Card ID". */
const titled = (name: string) =>
	name
		.split('_')
		.map((word) => (word === 'id' ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');

/** Options that have the names of the service. */
export const namedOptions = (values: readonly string[]) => values.map((value) => ({ name: titled(value), value }));

/** One of several options. @param chosen the default */
export const choiceField = <const Value extends string>(
	displayName: string,
	name: string,
	chosen: NoInfer<Value>,
	options: Options<Value>,
	more: More = {},
) => ({
	check: (label: string) => schemas.choice(label, valuesIn(options)),
	property: { displayName, name, type: 'options', default: chosen, options: [...options], ...more } as INodeProperties,
});

/** One or more of several options. */
export const choicesField = (displayName: string, name: string, options: Options<string>, more: More = {}) => ({
	check: (label: string) => schemas.choices(label, valuesIn(options)),
	property: { displayName, name, type: 'multiOptions', default: [], options: [...options], ...more } as INodeProperties,
});

/** A time, which `ItemContext` reads in the time zone of the workflow. @param what is followed by the time zone, and by `more.then` */
export const timeField = (
	displayName: string,
	name: string,
	what: string,
	{ then, ...more }: More & { then?: string } = {},
) => ({
	check: schemas.dateTime,
	property: {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: `${what}, in the workflow's time zone${then ? `. ${then}` : ''}`,
		// The hint cannot name the time zone: n8n evaluates no expressions in hints.
		hint: 'To see the time zone, open the "..." menu at the top, then Settings > Timezone',
		...more,
	} satisfies INodeProperties,
});

/** What the values must be, by the service's names. */
export const shapeOf = <Table extends FieldTable>(table: Table) =>
	Object.fromEntries(
		Object.entries(table).map(([name, { check, property }]) => [name, check(property.displayName)]),
	) as { [Name in keyof Table]: ReturnType<Table[Name]['check']> };

export const propertiesOf = (table: FieldTable<FormField>): INodeProperties[] =>
	Object.values(table).map(({ property }) => property);

/** Gives the values of a form; nothing for a field that n8n leaves out, such as one that the form hides. */
export const valueIn =
	(form: IDataObject) =>
	({ property }: FormField): unknown =>
		form[property.name];

/**
 * The value of a resource locator. Text, also of an expression that took the locator's place, is returned as it is.
 * n8n extracts the values of locators outside collections only.
 */
export const locatorValue = (locator: unknown): unknown =>
	isObject(locator) && 'mode' in locator && 'value' in locator ? locator.value : locator;

/** The values of a form, under the service's names. @param valueOf gives the value of a field's parameter */
export const valuesOf = <Row extends FormField>(
	table: FieldTable<Row>,
	valueOf: (field: Row, name: string) => unknown,
): IDataObject =>
	Object.fromEntries(
		Object.entries(table).map(([name, field]) => [name, (field.read ?? locatorValue)(valueOf(field, name))]),
	) as IDataObject;

/**
 * A field of each collection, which n8n's editor does not show. It has a value where the collection is one expression or other
 * text: n8n then drops all fields but this one, since a text has a length.
 */
export const lengthOfText: INodeProperties = { displayName: 'Length', name: 'length', type: 'hidden', default: 0 };

/** What was added to a collection, given its parameter. @throws ServiceError when n8n has dropped what was added */
export function addedTo(parameter: string, value: unknown, itemIndex?: number): IDataObject {
	const values = (value ?? {}) as IDataObject;
	// A text also has a function by the name of the filter Search.
	const kept = Object.values(values).filter((one) => typeof one !== 'function');
	if (!values[lengthOfText.name] || kept.length > 1) return values;
	const field = titled(parameter.replace(/[A-Z]/g, '_$&'));
	throw inputError([{ kind: 'droppedFields', field }], { itemIndex });
}

export const checkField = <Value>(field: Field<Value>, value: unknown): schemas.Checked<Value> =>
	schemas.check(field.check(field.property.displayName), value);

/** Checks the values of a collection. A field that was not added is not missing. @param valueOf as in `valuesOf` */
export function checkAdded<Table extends FieldTable>(
	values: IDataObject,
	table: Table,
	valueOf: (field: Field) => unknown = valueIn(values),
) {
	const added = Object.fromEntries(Object.entries(table).filter(([, { property }]) => property.name in values));
	return schemas.check(z.strictObject(shapeOf(added)), valuesOf(added, valueOf)) as schemas.Checked<{
		[Name in keyof Table]?: z.infer<ReturnType<Table[Name]['check']>>;
	}>;
}

/** The value, if it is valid. @throws ServiceError that lists the problems otherwise */
export function accepted<Value>(checked: schemas.Checked<Value>, itemIndex?: number): Value {
	if ('problems' in checked) throw inputError(checked.problems, { itemIndex });
	return checked.value;
}
