import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type * as z from 'zod/mini';

import { simplifyField } from '../../commonFields';
import { fingerprint } from '../../../api/fingerprint';
import { visible, type Problem } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';
import { orderBatchGift, priceGift, type OrderBatchInput, type PriceInput } from '../rules/input';
import { isSameTime } from '../times';
import { additionalFields, additionalInput, emptyFields } from './additionalFields';
import { cartFields, cartInput } from './cart';
import { giftFields, giftProblems, scheduledSendOn, senderFields, sendMethodField, validateOnlyFields } from './gift';
import { batchOptionsField, createOptionsField } from './options';
import { recipientFields } from './recipients';

/** A part of a form that decides what the gift is. */
interface FormPart {
	/** What the user sets there. */
	label: string;
	/** The parameters that it reads. */
	parameters: string[];
	/** Its fields under the service's names, not yet checked. */
	read(item: ItemContext): IDataObject;
}

/** How an operation reads an order batch, without its recipients, from the node's parameters. */
export interface BatchForm<Input extends PriceInput> {
	fields: INodeProperties[];
	parts: FormPart[];
	/** The parameters that are settings of the node, and no part of a gift: label and name. */
	settings: Array<[label: string, parameter: string]>;
	/** What is wrong with the parameters although the service would take them. */
	problems(item: ItemContext): Problem[];
	schema: z.ZodMiniType<Omit<Input, 'recipients'>>;
}

const part = (label: string, name: string, parameter: string): FormPart => ({
	label,
	parameters: [parameter],
	read: (item) => ({ [name]: item.parameter(parameter) }) as IDataObject,
});

const CART: FormPart[] = [
	part('Send Method', 'send_method', 'sendMethod'),
	{ label: 'Cart Items', parameters: ['cartItems'], read: (item) => ({ cart: cartInput(item) }) },
];

const OPTIONS: [string, string] = ['Options', 'options'];

/** The form of Order Batch: Create. */
export const createForm: BatchForm<OrderBatchInput> = {
	fields: [
		...validateOnlyFields,
		...senderFields,
		...recipientFields,
		...cartFields,
		...giftFields,
		simplifyField,
		additionalFields,
		createOptionsField,
	],
	parts: [
		{
			label: 'From Name',
			parameters: ['fromName'],
			read: (item) => ({ from_name: visible(item.parameter('fromName')) }) as IDataObject,
		},
		...CART,
		part('Message', 'message', 'message'),
		part('Card', 'card_id', 'cardId'),
		{ label: 'Scheduled Send On', parameters: ['scheduledSendOn'], read: scheduledSendOn },
		{ label: 'Additional Fields', parameters: ['additionalFields'], read: additionalInput },
	],
	settings: [['Validate Only', 'validateOnly'], ['Simplify', 'simplify'], OPTIONS],
	problems: (item) => [...giftProblems(item), ...emptyFields(item)],
	schema: orderBatchGift,
};

/** The form of Order Batch: Get Price. */
export const priceForm: BatchForm<PriceInput> = {
	fields: [sendMethodField, ...recipientFields, ...cartFields, batchOptionsField],
	parts: CART,
	settings: [OPTIONS],
	problems: () => [],
	schema: priceGift,
};

/** What one item asks for: the order batch without its recipients, under the service's names, not yet checked. */
export interface AskedGift {
	items: ItemContext[];
	given: IDataObject;
}

/** Times that an expression gives as a time from now depend on the moment in which they are read. */
const TIMES = ['scheduled_send_on', 'expires_at'];

const timeOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const isSameGift = ({ given }: AskedGift, other: IDataObject) =>
	TIMES.every((name) => isSameTime(timeOf(given[name]), timeOf(other[name])));

/**
 * What items ask for, in the order of the first that asks for it: items that ask for the same are together. A parameter
 * without an expression is read once.
 */
export function readGifts({ parts }: Pick<BatchForm<PriceInput>, 'parts'>, items: ItemContext[]): AskedGift[] {
	const [first] = items as [ItemContext];
	const [varying, fixed] = [true, false].map((varies) =>
		parts.filter(({ parameters }) => parameters.some((name) => first.hasExpression(name)) === varies),
	) as [FormPart[], FormPart[]];
	const read = (some: FormPart[], item: ItemContext) => some.map((one) => one.read(item));
	const common = Object.assign({}, ...read(fixed, first)) as IDataObject;
	if (varying.length === 0) return [{ items, given: common }];
	const gifts = new Map<string, AskedGift[]>();
	for (const item of items) {
		const given = Object.assign({}, common, ...read(varying, item)) as IDataObject;
		const key = fingerprint({ ...given, scheduled_send_on: undefined, expires_at: undefined });
		const alike = gifts.get(key) ?? [];
		gifts.set(key, alike);
		const same = alike.find((gift) => isSameGift(gift, given));
		if (same) same.items.push(item);
		else alike.push({ items: [item], given });
	}
	return [...gifts.values()].flat().sort((a, b) => indexOf(a) - indexOf(b));
}

const indexOf = ({ items: [first] }: AskedGift) => (first as ItemContext).itemIndex;

/** The labels of what differs between gifts, such as "Message". @param inputs what each of them asks for */
export function differingLabels(
	{ parts }: Pick<BatchForm<PriceInput>, 'parts'>,
	item: ItemContext,
	inputs: IDataObject[],
): string[] {
	const differs = (names: string[]) =>
		new Set(inputs.map((input) => fingerprint(names.map((name) => input[name])))).size > 1;
	return parts.filter(({ read }) => differs(Object.keys(read(item)))).map(({ label }) => label);
}

/** Says which settings of the node differ between its items. */
export function differingSettings(
	{ settings }: Pick<BatchForm<PriceInput>, 'settings'>,
	[first, ...others]: ItemContext[],
): Problem[] {
	const valueOf = (item: ItemContext, name: string) => fingerprint(item.parameter(name) ?? null);
	return settings.flatMap(([label, name]) => {
		if (!first?.hasExpression(name)) return [];
		const expected = valueOf(first, name);
		const other = others.find((item) => valueOf(item, name) !== expected);
		return other
			? [
					{
						message: `"${label}" must be the same for all input items: item ${other.itemIndex + 1} has a different value than the first`,
					},
				]
			: [];
	});
}
