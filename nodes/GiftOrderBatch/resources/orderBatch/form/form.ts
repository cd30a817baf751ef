import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type * as z from 'zod/mini';

import { simplifyField } from '../../commonFields';
import { visible, type Problem } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';
import { orderBatchGift, priceGift, type OrderBatchInput, type PriceInput } from '../rules/input';
import { additionalFields, additionalInput, emptyFields, expiresAt } from './additionalFields';
import { cartFields, cartInput } from './cart';
import { giftFields, giftProblems, scheduledSendOn, senderFields, sendMethodField, validateOnlyFields } from './gift';
import { batchOptionsField, createOptionsField } from './options';
import { recipientFields } from './recipients';

/** A part of a form whose value an order batch has once. */
interface FormPart {
	/** What the user sets there. */
	label: string;
	/** Whether it is a time, which an expression may give as a time from now. */
	isTime?: boolean;
	/** Its fields under the service's names, not yet checked; of a setting, under any names. */
	read(item: ItemContext): IDataObject;
	/** Whether it is a setting of the node, and no field of the order batch. */
	isSetting?: boolean;
}

/** How an operation reads an order batch, without its recipients, from the node's parameters. */
export interface BatchForm<Input extends PriceInput> {
	fields: INodeProperties[];
	parts: FormPart[];
	/** What is wrong with the parameters although the service would take them. */
	problems(item: ItemContext): Problem[];
	schema: z.ZodMiniType<Omit<Input, 'recipients'>>;
}

const part = (label: string, name: string, parameter: string): FormPart => ({
	label,
	read: (item) => ({ [name]: item.parameter(parameter) }) as IDataObject,
});

const setting = (label: string, read: FormPart['read']): FormPart => ({ label, read, isSetting: true });

const CART: FormPart[] = [
	part('Send Method', 'send_method', 'sendMethod'),
	{ label: 'Cart Items', read: (item) => ({ cart: cartInput(item) }) },
];

const OPTIONS = setting('Options', (item) => item.collection('options'));

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
		{ label: 'From Name', read: (item) => ({ from_name: visible(item.parameter('fromName')) }) as IDataObject },
		...CART,
		part('Message', 'message', 'message'),
		part('Card', 'card_id', 'cardId'),
		{ label: 'Scheduled Send On', isTime: true, read: scheduledSendOn },
		{ label: 'Expires At', isTime: true, read: expiresAt },
		{ label: 'Additional Fields', read: additionalInput },
		setting('Validate Only', (item) => ({ validateOnly: item.parameter('validateOnly') }) as IDataObject),
		setting('Simplify', (item) => ({ simplify: item.parameter('simplify') }) as IDataObject),
		OPTIONS,
	],
	problems: (item) => [...giftProblems(item), ...emptyFields(item)],
	schema: orderBatchGift,
};

/** The form of Order Batch: Get Price. */
export const priceForm: BatchForm<PriceInput> = {
	fields: [sendMethodField, ...recipientFields, ...cartFields, batchOptionsField],
	parts: [...CART, OPTIONS],
	problems: () => [],
	schema: priceGift,
};

/** An item's order batch without its recipients, under the service's names, not yet checked. */
export const readForm = ({ parts }: Pick<BatchForm<PriceInput>, 'parts'>, item: ItemContext): IDataObject =>
	Object.assign({}, ...parts.filter(({ isSetting }) => !isSetting).map(({ read }) => read(item))) as IDataObject;

/** How much times may differ that are given as a time from now, and so by the moment in which they are read; milliseconds. */
const SAME_TIME_MS = 60_000;

function isSame(a: IDataObject, b: IDataObject, isTime = false): boolean {
	if (!isTime) return JSON.stringify(a) === JSON.stringify(b);
	const [[one], [other]] = [Object.values(a), Object.values(b)];
	return one === other || Math.abs(Date.parse(String(one)) - Date.parse(String(other))) <= SAME_TIME_MS;
}

/** The parameters that tell who the recipients are, which may differ between the items of one order batch. */
const RECIPIENT_PARAMETERS = new Set(recipientFields.map(({ name }) => name));

/**
 * Says which parameters differ between the items although an order batch has one value of each: those of the first item that
 * gives other values than the first one does.
 */
export function differingParameters({ parts }: Pick<BatchForm<PriceInput>, 'parts'>, items: ItemContext[]): Problem[] {
	const [first, ...others] = items as [ItemContext, ...ItemContext[]];
	const names = Object.keys(first.node.parameters).filter((name) => !RECIPIENT_PARAMETERS.has(name));
	if (!names.some((name) => first.hasExpression(name))) return [];
	const expected = parts.map(({ read }) => read(first));
	for (const item of others) {
		const differing = parts.filter(
			({ read, isTime }, index) => !isSame(read(item), expected[index] as IDataObject, isTime),
		);
		if (differing.length > 0) {
			return differing.map(({ label }) => ({
				message: `"${label}" must be the same for all input items, since they make one order batch: item ${item.itemIndex + 1} has a different value than the first. To send each person something else, choose "Define Below" under "Recipients From"`,
			}));
		}
	}
	return [];
}
