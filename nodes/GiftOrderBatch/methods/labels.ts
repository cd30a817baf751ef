import type { IDataObject } from 'n8n-workflow';

import { isBlank, objectIn, objectsIn } from '../api/values';
import { dollars } from '../resources/money';

/** The characters of an ID that tell two objects apart. */
const shortId = (id: unknown) => String(id).slice(0, 8);

const withDetails = (name: string, details: string) => (details === '' ? name : `${name} (${details})`);

const joined = (texts: unknown[], separator: string) => texts.filter((text) => !isBlank(text)).join(separator);

/** A price, or a range of prices, in cents: "$29.00", "$25–$200". Empty for anything that is not a number. */
function priceLabel(...cents: unknown[]): string {
	if (!cents.every((amount): amount is number => typeof amount === 'number')) return '';
	const isWhole = cents.length > 1 && cents.every((amount) => amount % 100 === 0);
	return cents.map((amount) => (isWhole ? dollars(amount).replace('.00', '') : dollars(amount))).join('–');
}

/** A product by its name, brand and price: "Digital Gift Card (Universal Gift Card, $25–$200)". */
export function productLabel({ name, brand, price, price_is_variable, price_min, price_max }: IDataObject): string {
	const amount = price_is_variable === true ? priceLabel(price_min, price_max) : priceLabel(price);
	const details = joined([objectIn(brand).name, amount], ', ');
	return withDetails(String(name), details);
}

/** A card, which has no name, by its occasions: "Birthday, Thank You". Several cards may have the same. */
export const cardLabel = ({ occasions }: IDataObject): string =>
	joined(Array.isArray(occasions) ? occasions : [], ', ') || 'Card';

/** A collection by its title and price: "Coffee Break ($56.00)". One without a title has the beginning of its ID. */
export function collectionLabel({ id, title, is_published, published_price: price }: IDataObject): string {
	const name = isBlank(title) ? `Collection ${shortId(id)}` : String(title);
	return withDetails(name, is_published === false ? 'not published' : priceLabel(price));
}

/** A payment method by its name, cardholder and balance: "Visa 1234, Ann Smith, $250.00". */
export const paymentMethodLabel = ({ name, cardholder_name: cardholder, balance }: IDataObject): string =>
	joined([name, cardholder, priceLabel(balance)], ', ');

/** An order batch by its name or sender, its recipients, its status and the reference on receipts. */
export function orderBatchLabel(orderBatch: IDataObject): string {
	const { batch_name: name, from_name: sender, recipients_count: count, send_status: status } = orderBatch;
	const [first] = objectsIn(orderBatch.recipients_preview);
	const person = joined([first?.first_name, first?.last_name], ' ');
	const recipients = joined([`${String(count)} ${count === 1 ? 'recipient' : 'recipients'}`, person], ': ');
	const shown = count === 1 || person === '' ? recipients : `${recipients} …`;
	return joined([isBlank(name) ? sender : name, shown, status, orderBatch.reference_id], ' · ');
}

/** An order by its recipient, its status and the beginning of its ID, which tells two gifts to the same person apart. */
export function orderLabel({ id, status, ...order }: IDataObject): string {
	const person = joined([order.recipient_first_name, order.recipient_last_name], ' ');
	return joined([person, order.recipient_email, status, shortId(id)], ' · ');
}
