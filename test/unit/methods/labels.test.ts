import type { IDataObject } from 'n8n-workflow';

import * as labels from '../../../nodes/GiftOrderBatch/methods/labels';

const brand = { id: 'b', name: 'Amber Bakery' };
const CARD = { name: 'Gift Card', price_is_variable: true, price: 0 };
const batch = (batch_name: string | null, recipients_count: number, ...recipients_preview: IDataObject[]) => ({
	...{ from_name: 'Ann', send_status: 'complete', reference_id: 'R-1' },
	...{ batch_name, recipients_count, recipients_preview },
});
const BO = { first_name: 'Bo', last_name: 'Ray' };
const TO_ANN = { recipient_first_name: 'Ann', recipient_last_name: 'Lee', recipient_email: 'ann@example.com' };
const ID = '11111111-2222';

test.each<[label: string, of: (entry: IDataObject) => string, entry: IDataObject]>([
	['Cookie Tin (Amber Bakery, $32.50)', labels.productLabel, { name: 'Cookie Tin', brand, price: 3250 }],
	['Gift Card (Amber Bakery, $25–$200)', labels.productLabel, { ...CARD, brand, price_min: 2500, price_max: 20_000 }],
	['Gift Card ($25.50–$2,000.00)', labels.productLabel, { ...CARD, price_min: 2550, price_max: 200_000 }],
	['Mystery', labels.productLabel, { name: 'Mystery', brand: null, price: null, price_is_variable: false }],
	['Birthday, Congratulations', labels.cardLabel, { id: ID, occasions: ['Birthday', 'Congratulations'] }],
	['Coffee Break ($56.00)', labels.collectionLabel, { id: ID, title: 'Coffee Break', published_price: 5600 }],
	['Collection 11111111 (not published)', labels.collectionLabel, { id: ID, title: null, is_published: false }],
	['Visa 1234, Ann', labels.paymentMethodLabel, { name: 'Visa 1234', cardholder_name: 'Ann', balance: null }],
	['Account balance, $250.50', labels.paymentMethodLabel, { name: 'Account balance', balance: 25050 }],
	['Ann · 2 recipients · complete · R-1', labels.orderBatchLabel, batch(null, 2)],
	['Thanks · 1 recipient: Bo Ray · complete · R-1', labels.orderBatchLabel, batch('Thanks', 1, BO)],
	['Thanks · 12 recipients: Bo … · complete · R-1', labels.orderBatchLabel, batch('Thanks', 12, { first_name: 'Bo' })],
	['Ann Lee · ann@example.com · opened · 11111111', labels.orderLabel, { ...TO_ANN, id: ID, status: 'opened' }],
])('what a dropdown shows is %s', (label, of, entry) => {
	expect(of(entry)).toBe(label);
});
