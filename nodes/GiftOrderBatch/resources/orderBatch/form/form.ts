import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type * as z from 'zod/mini';

import { fingerprint } from '../../../api/fingerprint';
import { isBlank } from '../../../api/values';
import { collectionField, simplifyField } from '../../commonFields';
import { checkField, locatorValue, propertiesOf, valuesOf, type FieldTable, type FormField } from '../../fieldTable';
import { visible } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';
import type { Problem } from '../../sentences';
import { ADDITIONAL_FIELDS, BATCH_FIELDS, MAIN_FIELDS, type BatchField } from '../batchFields';
import { giftSchema, priceSchema, type OrderBatchInput } from '../rules/input';
import { isSameTime, TIME_FIELDS } from '../times';
import { cartField, cartInput } from './cart';
import { sendingNotices, validateOnlyField } from './validateOnly';
import { batchOptionsField, createOptionsField } from './options';
import { recipientFields } from './recipients';

/** The collection of the fields that few need. */
const ADDITIONAL = 'additionalFields';

const isAdditional = (name: string) => name in ADDITIONAL_FIELDS;

/** The fields of an order batch by the service's names, its cart among them. */
type BatchTable = FieldTable<FormField>;

/** How an operation reads an order batch, without its recipients, from the node's parameters. */
export interface BatchForm {
	fields: INodeProperties[];
	/** What decides what the gift is. */
	table: BatchTable;
	/** Those that are settings of the node, and no part of a gift. */
	settings: INodeProperties[];
	/** Whether it creates order batches, so that nobody may be in two of them. */
	creates: boolean;
	/** Problems that the service would not report. */
	problems?(item: ItemContext): Problem[];
	schema: z.ZodMiniType<Omit<OrderBatchInput, 'recipients'>>;
}

const { from_name, send_method, ...belowCart } = MAIN_FIELDS;
const cart = { read: cartInput, property: cartField };

export const createForm: BatchForm = {
	fields: [
		validateOnlyField.property,
		...sendingNotices,
		...propertiesOf({ from_name, send_method }),
		...recipientFields,
		...propertiesOf({ cart, ...belowCart }),
		{
			...simplifyField,
			description: `${simplifyField.description}. It changes only the outputs Order Batch and Orders.`,
		},
		collectionField('Additional Fields', ADDITIONAL, 'Add Field')(ADDITIONAL_FIELDS),
		createOptionsField,
	],
	table: { ...BATCH_FIELDS, cart },
	settings: [validateOnlyField.property, simplifyField, createOptionsField],
	creates: true,
	problems: createProblems,
	schema: giftSchema,
};

export const priceForm: BatchForm = {
	fields: [...propertiesOf({ send_method }), ...recipientFields, ...propertiesOf({ cart }), batchOptionsField],
	table: { send_method, cart },
	settings: [batchOptionsField],
	creates: false,
	schema: priceSchema,
};

/** What JavaScript puts into a text in the place of a value that it does not have, or cannot show. */
const NO_VALUE = /undefined|\bnull\b|\[object Object\]/;

/** Whether the expressions of a text returned nothing, or white space, so that it is only "deal-" or "deal-undefined". */
function lacksValue(raw: unknown, value: unknown): boolean {
	if (typeof raw !== 'string' || typeof value !== 'string') return false;
	const parts = raw.slice(1).split(/\{\{|\}\}/);
	const fixed = parts.filter((_part, index) => index % 2 === 0).join('');
	return parts.length > 1 && (NO_VALUE.test(value) || fixed.trim() === value.trim());
}

/** Those of Create, such as a field that decides about money or time, and was added and is empty. */
function createProblems(item: ItemContext): Problem[] {
	// An expression that fails does so before the order batch exists.
	item.parameter('simplify');
	const isEmptyTime = item.hasExpression('scheduledSendOn') && isBlank(item.parameter('scheduledSendOn'));
	const validateOnly = checkField(validateOnlyField, item.parameter('validateOnly'));
	const added = item.collection(ADDITIONAL);
	const raw = item.node.parameters[ADDITIONAL] as IDataObject | undefined;
	const fields: BatchField[] = Object.values(ADDITIONAL_FIELDS);
	const empty = fields.flatMap(({ property: { name, displayName: field }, mustHaveValue }): Problem[] => {
		const value = visible(locatorValue(added[name]));
		if (!mustHaveValue || !(name in added)) return [];
		if (isBlank(value)) return [{ kind: 'emptyField', field }];
		return lacksValue(locatorValue(raw?.[name]), value) ? [{ kind: 'emptyField', field, value: String(value) }] : [];
	});
	return [
		...(isEmptyTime ? [{ kind: 'emptySchedule' as const }] : []),
		...('problems' in validateOnly ? validateOnly.problems : []),
		...empty,
	];
}

/** The values of some fields of the form for an item, under the service's names, not yet checked. */
function readFields(table: BatchTable, item: ItemContext): IDataObject {
	const added = Object.keys(table).some(isAdditional) ? item.collection(ADDITIONAL) : {};
	return valuesOf(table, ({ property }, field) =>
		item.valueOf(property, isAdditional(field) ? added[property.name] : item.parameter(property.name)),
	);
}

/** What one item asks for: the order batch without its recipients, under the service's names, not yet checked. */
export interface AskedGift {
	items: ItemContext[];
	given: IDataObject;
	/** Why the parameters of an item cannot be read. */
	error?: unknown;
}

/** Groups items by what they ask for, in order of first appearance. A parameter without an expression is read once. */
export function readGifts(table: BatchTable, items: ItemContext[]): AskedGift[] {
	const [first] = items as [ItemContext];
	const [varying, fixed] = [true, false].map((varies) =>
		Object.fromEntries(
			Object.entries(table).filter(
				([name, { property }]) => first.hasExpression(isAdditional(name) ? ADDITIONAL : property.name) === varies,
			),
		),
	) as [BatchTable, BatchTable];
	const common = readFields(fixed, first);
	if (Object.keys(varying).length === 0) return [{ items, given: common }];
	const gifts: AskedGift[] = [];
	const byKey = new Map<string, AskedGift[]>();
	for (const item of items) {
		try {
			const given = { ...common, ...readFields(varying, item) };
			const key = fingerprint({ ...given, scheduled_send_on: undefined, expires_at: undefined });
			const alike = byKey.get(key) ?? [];
			byKey.set(key, alike);
			// An expression such as `$now.plus({ days: 3 })` gives each item a slightly different time.
			const same = alike.find((gift) => TIME_FIELDS.every((name) => isSameTime(gift.given[name], given[name])));
			const gift = same ?? { items: [], given };
			gift.items.push(item);
			if (!same) for (const list of [gifts, alike]) list.push(gift);
		} catch (error) {
			gifts.push({ items: [item], given: {}, error });
		}
	}
	return gifts;
}

/** The labels of what differs between gifts, such as "Message". */
export const differingLabels = (table: BatchTable, gifts: Array<{ input: IDataObject }>): string[] =>
	Object.entries(table)
		.filter(([name]) => new Set(gifts.map(({ input }) => fingerprint(input[name]))).size > 1)
		.map(([, { property }]) => property.displayName);

/** Says which settings of the node differ between its items. */
export const differingSettings = (settings: INodeProperties[], [first, ...others]: ItemContext[]): Problem[] =>
	settings.flatMap(({ displayName: field, name }) => {
		if (!first?.hasExpression(name)) return [];
		const valueOf = (item: ItemContext) => fingerprint(item.parameter(name) ?? null);
		const expected = valueOf(first);
		const other = others.find((item) => valueOf(item) !== expected);
		return other ? [{ kind: 'differentSettings', field, other: other.itemIndex }] : [];
	});
