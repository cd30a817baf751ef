import type { IDataObject } from 'n8n-workflow';

import type { FaultEffect } from '../../../../dev/mock-service';
import { descriptionOf, type OutcomeFacts } from '../../../../nodes/GiftOrderBatch/resources/outcome';
import { actionNode } from '../../../support/actionNode';
import { ADDRESS } from '../../../support/samples';
import { operations, parametersOf } from '../../../support/operationParameters';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();

const parameters = parametersOf(...operations.find(([key]) => key === 'paymentMethod/create')!);
const { address: given } = parameters.billingAddress as { address: IDataObject };
const address: IDataObject = { ...given, address2: 'Apt 4' };

test("paymentMethod: create reads the card of each input item's own, without a second address line, and in the US unless it says otherwise", async () => {
	const { address2: _line, country: _country, ...lines } = address;
	const ofItem = {
		commerceEndUserId: '={{ $json.user }}',
		cardholderName: '={{ $json.name }}',
		interimCardKey: '={{ $json.key }}',
		billingAddress: { address: { ...lines, address2: '  ', city: '={{ $json.city }}' } },
	};
	const items = [
		{ user: 'user-1', name: 'Ann Lee', key: 'key-1', city: 'Boston' },
		{ user: 'user-2', name: 'Bo Ray', key: 'key-2', city: 'Austin' },
	];
	const { json } = await node.run({ ...parameters, ...ofItem }, { items });
	await node.run({ ...parameters, billingAddress: { address: { ...address, country: 'ca' } } });

	const cards = items.map(({ user, name, key, city }) => ({
		...{ commerce_end_user_id: user, cardholder_name: name, payment_method_type: 'card', interim_card_key: key },
		billing_address: { ...ADDRESS, city },
	}));
	expect(node.service.requests.map(({ body }) => body)).toEqual([
		...cards,
		expect.objectContaining({ billing_address: { ...ADDRESS, address_2: 'Apt 4', country: 'CA' } }),
	]);
	for (const { body } of node.service.requests) expect(problemsOf('PaymentMethodInput', body)).toEqual([]);
	expect(json.map(({ cardholder_name: name }) => name)).toEqual(['Ann Lee', 'Bo Ray']);
});

test.each([
	['not to use a field of order batches', 'This payment method is not supported', 'the input'],
	['to ask for another card', 'Your card was declined.', '', 'Ask for another card.'],
])('paymentMethod: create advises %s when the service says: %s', async (_what, sentence, correct, advice = '') => {
	const body = { error: sentence };
	node.service.addFault({ match: { method: 'POST' }, effect: { kind: 'response', status: 400, body } });
	const { error } = await node.run(parameters);

	expect(error?.message).toBe(sentence);
	const nothingSent = { outcome: 'nothingSent', creates: 'payment method' };
	expect(error?.context).toMatchObject({ ...nothingSent, ...(correct ? { correct } : { advice }) });
});

test.each<[string, FaultEffect]>([
	['the connection breaks', { kind: 'drop', afterCommit: true }],
	['the service fails', { kind: 'response', status: 500, body: { error: 'Out of order' } }],
	['the response is not JSON', { kind: 'garbage', afterCommit: true }],
	['the response has no ID', { kind: 'response', status: 200, body: {} }],
])('paymentMethod: create says that it may exist, and does not repeat it, when %s', async (_what, effect) => {
	node.service.addFault({ effect });
	const { error } = await node.run(parameters);

	expect(node.service.requests).toHaveLength(1);
	expect(error?.name).toBe('NodeApiError');
	const facts: OutcomeFacts = { outcome: 'unknown', creates: 'payment method' };
	expect(error?.context).toMatchObject(facts);
	expect(error?.description).toMatch(new RegExp(`^${descriptionOf(facts)}`));
	expect(error?.description).not.toMatch(/try again|correct|the order batch/i);
});

test('paymentMethod: create refuses the Automation API before anything is sent', async () => {
	const items = [{}, {}];
	const { error } = await node.run({ ...parameters, authentication: 'automationApi' }, { items });
	const message = 'Only the Commerce API stores cards of end users';
	expect(error).toMatchObject({ name: 'NodeOperationError', message });
	expect(node.service.requests).toEqual([]);
});

test('paymentMethod: create shows no number of a card, whichever field it was mapped to', async () => {
	const card = '={{ $json.card }}';
	const wrong = Object.fromEntries(Object.keys(address).map((name) => [name, card]));
	const cards = { cardholderName: card, interimCardKey: card, billingAddress: { address: wrong } };
	const { error } = await node.run({ ...parameters, ...cards }, { items: [{ card: 4242424242424242 }] });
	expect(error?.context.problems).toHaveLength(8);
	expect(error?.context.problems).toContainEqual(expect.objectContaining({ kind: 'invalid', field: 'Country' }));
	expect(JSON.stringify([error?.message, error?.description, error])).not.toContain('4242');
});
