import type { IDataObject } from 'n8n-workflow';

import type { OrderBatch } from '../../../../../nodes/GiftOrderBatch/api/responses';
import {
	compare,
	requestShownKey,
	shownKey,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/compare';
import type { OrderBatchInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { ADDRESS } from '../../../../support/samples';
import { ANN, BEN, input as inputOf, NAMED, PRODUCT } from './openLedger';

const NOON = '2040-01-01T12:00:00Z';

const input = (more: Partial<OrderBatchInput> = {}) =>
	inputOf({ recipients: [ANN, BEN], message: 'Thank you', card_id: 'card-1', ...more });

const cartOf = (more: object = {}) => ({ cart: { items: [{ product_id: PRODUCT, quantity: 1, ...more }] } });
const BY_ADDRESS = { cart: { items: [{ product_url: 'https://a.com', quantity: 1 }] } };
const SHIPPED = { recipients: [ANN, { ...BEN, mailing_address: ADDRESS }] };

/** The order batch of a request, as a service shows it. */
const shown = (more: IDataObject = {}): OrderBatch => ({
	id: 'ob_1',
	send_status: 'sent',
	from_name: 'Zoe',
	message: 'Thank you',
	card_id: 'card-1',
	send_method: 'email_and_link',
	cart: { items: [{ product: { id: PRODUCT, name: 'Cookies' }, quantity: 1 }] },
	recipients_count: 2,
	recipients_preview: [ANN, BEN],
	...more,
});

const ZOE = { recipients: [{ first_name: 'Zo\u00eb' }] };
const shownTo = (person: IDataObject) => ({ recipients_count: 1, recipients_preview: [person] });

test.each<[string, IDataObject, Partial<OrderBatchInput>, ReturnType<typeof compare>]>([
	['that shows all of it', {}, {}, 'ours'],
	['with other spaces', { message: ' Thank\nyou ', card_id: 'CARD-1' }, {}, 'ours'],
	['with another case in the message', { message: 'thank you' }, {}, 'otherGift'],
	['that shows its people in another order', { recipients_preview: [BEN, ANN] }, {}, 'ours'],
	// The first Ann shown may not take the one with the email, since nobody would be left for the second.
	['for two of one name, in another order', { recipients_preview: [NAMED, ANN] }, { recipients: [ANN, NAMED] }, 'ours'],
	['that shows only some of its people', { recipients_preview: [BEN] }, {}, 'unclear'],
	['that shows nothing but its people', { from_name: null, message: undefined, cart: {} }, {}, 'ours'],
	['that shows no products', { cart: { items: [] } }, {}, 'ours'],
	['whose product was chosen by address', {}, BY_ADDRESS, 'unclear'],
	['whose product has a price', {}, cartOf({ variable_price: 500 }), 'unclear'],
	['that is shipped', {}, SHIPPED, 'unclear'],
	['with an expiry of its own', { expires_at: NOON }, {}, 'ours'],
	['of the same time', { scheduled_send_on: '2040-01-01T12:00:30.000Z' }, { scheduled_send_on: NOON }, 'ours'],
	['that shows no time', {}, { scheduled_send_on: NOON }, 'ours'],
	['that shows nobody', { recipients_preview: [] }, {}, 'unclear'],
	['that shows no list of people', { recipients_preview: undefined }, {}, 'unclear'],
	['for more people', { recipients_count: 3 }, {}, 'unclear'],
	['that does not count its people', { recipients_count: undefined }, {}, 'unclear'],
	['for somebody else', { recipients_preview: [ANN, { ...BEN, email: 'benno@example.com' }] }, {}, 'others'],
	['for one of them twice', { recipients_preview: [ANN, ANN] }, {}, 'others'],
	['that shows a name in another Unicode form', shownTo({ first_name: 'Zoe\u0308' }), ZOE, 'ours'],
	['from another sender', { from_name: 'Yve' }, {}, 'otherGift'],
	['with another message', { message: 'Thanks' }, {}, 'otherGift'],
	['with another card', { card_id: 'card-2' }, {}, 'otherGift'],
	['with another send method', { send_method: 'direct_send' }, {}, 'otherGift'],
	['with another product', cartOf({ product_id: 'another' }), {}, 'otherGift'],
	['with another quantity', cartOf({ quantity: 2 }), {}, 'otherGift'],
	['at another time', { scheduled_send_on: '2040-01-01T12:05:00Z' }, { scheduled_send_on: NOON }, 'otherGift'],
	['at a time where it was to be sent at once', { scheduled_send_on: NOON }, {}, 'otherGift'],
	['that expires at another time', { expires_at: '2040-01-02T12:00:00Z' }, { expires_at: NOON }, 'otherGift'],
])('an order batch %s is of the request: %j for %j, %s', (_what, more, change, whose) => {
	expect(compare(shown(more), input(change), 0)).toBe(whose);
});

test('an order batch at another time is of the request where as much time has passed', () => {
	const made = input({ scheduled_send_on: NOON, expires_at: '2040-01-02T12:00:00Z' });
	const later = shown({ scheduled_send_on: '2040-01-01T12:05:00Z', expires_at: '2040-01-02T12:05:00Z' });

	expect([compare(later, made, 4 * 60_000), compare(later, made, 3 * 60_000)]).toEqual(['ours', 'otherGift']);
});

test.each<[string, object, ReturnType<typeof compare>]>([
	['the same names', NAMED, 'ours'],
	['the same names in another case', { first_name: 'ann', last_name: 'LEE' }, 'ours'],
	['another last name', { ...NAMED, last_name: 'Low' }, 'others'],
	['no last name', { first_name: 'Ann' }, 'others'],
	['an email that the request lacks', { ...NAMED, email: 'ann@b.com' }, 'others'],
])('an order batch for people without an email is told by names: %s', (_what, one, whose) => {
	const orderBatch = shown(shownTo(one as IDataObject));
	expect(compare(orderBatch, input({ recipients: [NAMED] }), 0)).toBe(whose);
	expect(compare(orderBatch, input(), 0)).toBe(whose === 'ours' ? 'unclear' : 'others');
});

const keyOf = (more: IDataObject = {}, recipients: IDataObject[] = [ANN, BEN]) => shownKey(shown(more), recipients);

test.each<[string, Partial<OrderBatchInput>, 'the same' | 'another' | 'nothing']>([
	['with its recipients in another order', { recipients: [BEN, ANN] }, 'the same'],
	['with another name beside an email', { recipients: [{ ...ANN, first_name: 'Anna' }, BEN] }, 'the same'],
	['at another time', { scheduled_send_on: NOON, expires_at: NOON }, 'the same'],
	['with another reference', { customer_reference_id: 'deal-1' }, 'the same'],
	['with what it does not show', { swap: 'multiple', payment_method_id: 'card' }, 'the same'],
	['for fewer people', { recipients: [ANN] }, 'another'],
	['for somebody twice', { recipients: [ANN, BEN, BEN] }, 'another'],
	['for somebody else', { recipients: [ANN, { ...BEN, email: 'benno@example.com' }] }, 'another'],
	['with another message', { message: 'Thanks' }, 'another'],
	['with another send method', { send_method: 'link_multiple_custom_list' }, 'another'],
	['with another quantity', cartOf({ quantity: 2 }), 'another'],
	['with an address', SHIPPED, 'nothing'],
	['with a variant', cartOf({ variants: ['red'] }), 'nothing'],
	['with a price', cartOf({ variable_price: 500 }), 'nothing'],
	['with a product by its web address', BY_ADDRESS, 'nothing'],
])('what an order batch shows has a key, for which a request %s (%j) has %s', (_what, change, expected) => {
	const key = requestShownKey(input(change));
	expect(key && (key === keyOf() ? 'the same' : 'another')).toBe(expected === 'nothing' ? undefined : expected);
});

test('what an order batch shows does not depend on the order of the products', () => {
	const items = [PRODUCT, 'another'].map((product_id) => ({ product_id, quantity: 1 }));
	const reversed = [...items].reverse().map(({ product_id: id, quantity }) => ({ product: { id }, quantity }));

	expect(keyOf({ cart: { items: reversed } })).toBe(requestShownKey(input({ cart: { items } })));
});

test('what an order batch shows of people without an email is a name, also beside a phone', () => {
	for (const one of [NAMED, { ...NAMED, phone: '+14155552671' }])
		expect(keyOf({}, [NAMED])).toBe(requestShownKey(input({ recipients: [one] })));
});

test.each<[string, IDataObject]>([
	['cart', { cart: null }],
	['product of its cart', { cart: { items: [{ product_id: PRODUCT, quantity: 1 }, { quantity: 1 }] } }],
	['send method', { send_method: null }],
])('what an order batch shows is nothing where it shows no %s', (_what, more) => {
	expect(keyOf(more)).toBeUndefined();
});
