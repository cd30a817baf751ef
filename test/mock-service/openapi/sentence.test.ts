import { sentenceOf } from '../../../dev/mock-service/openapi/sentence';
import { exactMistakes, mistakes } from '../../../dev/mock-service/openapi/validation';
import { ADDRESS, type Fields, paymentMethodInput } from '../../support/mockService';

const BATCH = {
	from_name: 'Dana',
	recipients: [{ first_name: 'Bo' }],
	cart: { items: [{ product_url: 'https://example.com/', quantity: 1 }] },
	send_method: 'link_multiple_custom_list',
};
const cart = (item: Fields) => ({ cart: { items: [{ ...BATCH.cart.items[0], ...item }] } });

test.each<[string, unknown, sentence: string]>([
	['OrderBatchInput', [], 'Request body must be an object'],
	['OrderBatchInput', { ...BATCH, from_name: undefined }, 'from_name is missing'],
	['OrderBatchInput', { ...BATCH, from_name: ' ' }, "from_name can't be blank"],
	['OrderBatchInput', { ...BATCH, recipients: [] }, "Recipients can't be blank"],
	[
		'OrderBatchInput',
		{ ...BATCH, ...cart({ product_url: undefined }) },
		'cart.items[0] must have exactly one of product_id, product_url',
	],
	['OrderBatchInput', { ...BATCH, ...cart({ quantity: '1' }) }, 'cart.items[0].quantity must be an integer'],
	['OrderBatchInput', { ...BATCH, cart: { items: [] } }, "cart.items can't be blank"],
	['OrderBatchInput', { ...BATCH, message: 'Hi' }, 'card_id is required when message is given'],
	['OrderBatchInput', { ...BATCH, swap: 'never' }, 'swap must be one of single, multiple, disabled'],
	['OrderBatchInput', { ...BATCH, reserved_options: 'one' }, 'reserved_options must be an object or null'],
	['OrderBatchInput', { ...BATCH, send_method: 'direct_send' }, 'recipients[0].mailing_address is missing'],
	['OrderBatchInput', { ...BATCH, scheduled_send_on: 'tomorrow' }, 'scheduled_send_on must match format "date-time"'],
	[
		'OrderBatchInput',
		{ ...BATCH, expires_at: '2099-01-01T10:00:00+24:00' },
		'expires_at must match format "date-time"',
	],
	['PaymentMethodInput', paymentMethodInput({ payment_method_type: 'bank' }), 'payment_method_type must be'],
	[
		'PaymentMethodInput',
		paymentMethodInput({ billing_address: { ...ADDRESS, city: '' } }),
		"billing_address.city can't be blank",
	],
	['WebhookInput', { url: 'nowhere' }, 'url must match format "uri"'],
	['WebhookInput', { url: 'https://example.com/', events: [] }, "events can't be blank"],
	[
		'WebhookInput',
		{ url: 'https://example.com/', events: ['order.lost'] },
		'events[0] must be one of order_batch.created, ',
	],
])('the sentence about the %s %j', (schema, value, sentence) => {
	const errors = mistakes(`#/components/schemas/${schema}`, JSON.parse(JSON.stringify(value)));
	expect(sentenceOf(errors)).toContain(sentence);
});

test('the batch of these tests has no mistake, and a field that is not listed is one only in what this project made', () => {
	const other = { ...BATCH, nick_name: 'Bo' };
	const schema = '#/components/schemas/OrderBatchInput';
	expect([mistakes(schema, BATCH), mistakes(schema, other), exactMistakes(schema, BATCH)]).toEqual([[], [], []]);
	expect(exactMistakes(schema, other)).toHaveLength(1);
});
