import { sentenceOf } from '../../../dev/mock-service/openapi/sentence';
import { mistakes } from '../../../dev/mock-service/openapi/validation';
import type { Fields } from '../../support/mockService';

const BATCH = {
	from_name: 'Dana',
	recipients: [{ first_name: 'Bo' }],
	cart: { items: [{ product_url: 'https://example.com/', quantity: 1 }] },
	send_method: 'link_multiple_custom_list',
};
const cart = (item: Fields) => ({ cart: { items: [{ ...BATCH.cart.items[0], ...item }] } });

test.each<[value: Fields, sentence: string]>([
	[{ ...BATCH, from_name: undefined }, 'from_name is missing'],
	[{ ...BATCH, from_name: ' ' }, "from_name can't be blank"],
	[{ ...BATCH, recipients: [] }, "Recipients can't be blank"],
	[{ ...BATCH, ...cart({ product_url: undefined }) }, 'cart.items[0] must have exactly one of product_id, product_url'],
	[{ ...BATCH, ...cart({ quantity: '1' }) }, 'cart.items[0].quantity must be an integer'],
	[{ ...BATCH, cart: { items: [] } }, "cart.items can't be blank"],
	[{ ...BATCH, message: 'Hi' }, 'card_id is required when message is given'],
	[{ ...BATCH, swap: 'never' }, 'swap must be one of single, multiple, disabled'],
	[{ ...BATCH, reserved_options: 'one' }, 'reserved_options must be an object or null'],
	[{ ...BATCH, scheduled_send_on: 'tomorrow' }, 'scheduled_send_on must match format "date-time"'],
])('the sentence about %j', (value, sentence) => {
	const errors = mistakes('#/components/schemas/OrderBatchInput', JSON.parse(JSON.stringify(value)));
	expect(sentenceOf(errors)).toContain(sentence);
});
