import type { ServiceError } from '../../api/errors';
import type { ItemContext } from '../itemContext';
import type { Problem } from '../sentences';
import type { CreateOptions } from './form/options';
import { areItemsRecipients } from './form/recipients';
import type { Row } from './recipients/rows';
import type { OrderBatchInput } from './rules/input';

/** What one item, or several items together, ask for, and for whom. */
export interface GiftRequest {
	items: ItemContext[];
	/** Whose parameters count. */
	item: ItemContext;
	/** What messages call it, such as "item 2"; none where it is the only one, or its items are the recipients. */
	name?: string;
	rows: Row[];
	options: CreateOptions;
	/** The order batch without its recipients, once nothing is wrong with it. */
	input?: Omit<OrderBatchInput, 'recipients'>;
	/** What people call the products of its cart. */
	products: string[];
	/** What is wrong with it. */
	problems: Problem[];
	/** Problems that count only if it does not exist yet. An existing one may have a past time, or a product that is gone. */
	problemsIfNew: Problem[];
	/** Why it cannot be read. */
	error?: ServiceError;
	isRefused: boolean;
}

/** Whether the input items are the recipients of one list. */
export const isOneList = ([first]: GiftRequest[]): boolean => first !== undefined && areItemsRecipients(first.item);

/** The gifts that are not refused: nothing is wrong with them, so that they have an input. */
export const acceptedOf = (gifts: GiftRequest[]) =>
	gifts.filter((gift): gift is GiftRequest & Required<Pick<GiftRequest, 'input'>> => !gift.isRefused);

/** An order batch: a gift, or a part of it. */
export interface Batch {
	gift: GiftRequest;
	rows: Row[];
	input: OrderBatchInput;
	item: ItemContext;
	options: CreateOptions;
}

/** The order batch of a gift for some of its rows. */
export function batchOf(gift: GiftRequest, rows: Row[]): Batch {
	const { item, options, input } = gift;
	const recipients = rows.map(({ recipient }) => recipient);
	return { gift, rows, item, options, input: { ...input, recipients } as OrderBatchInput };
}
