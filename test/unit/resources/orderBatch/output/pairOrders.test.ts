import type { IDataObject } from 'n8n-workflow';

import { pairOrders } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/output/pairOrders';

type Person = [firstName: string, email?: string];

const recipientOf = ([first_name, email]: Person) => ({ first_name, ...(email && { email }) });

const orderOf = ([name, email]: Person, index: number): IDataObject => ({
	id: String(index),
	recipient_first_name: name,
	recipient_last_name: null,
	recipient_email: email ?? null,
});

/** The ID of the order of each recipient. */
const paired = (orders: Person[], recipients: Person[]) => {
	const found = pairOrders(orders.map(orderOf), recipients.map(recipientOf));
	return recipients.map((_, index) => found.get(index)?.id);
};

describe('the order of a recipient', () => {
	test.each<[string, Person[], Person[], Array<string | undefined>]>([
		[
			'is found by name and email, whatever the order of the list and the case',
			[
				['Ben', 'ben@example.com'],
				['ANN', 'Ann@Example.com'],
			],
			[
				['Ann', 'ann@example.com'],
				['Ben', 'ben@example.com'],
			],
			['1', '0'],
		],
		['is found in another Unicode form', [['Zoe\u0308']], [['Zo\u00eb']], ['0']],
		[
			'is found by an email that only one of them has',
			[['Anna', 'ann@example.com']],
			[['Ann', 'ann@example.com']],
			['0'],
		],
		['is found by name where the order has no email', [['Ann']], [['Ann', 'ann@example.com']], ['0']],
		[
			'is none where the order of that name has another email',
			[['Ann', 'x@example.com']],
			[['Ann', 'ann@example.com']],
			[undefined],
		],
		[
			'is none where two of one name have orders without an email',
			[['Ann'], ['Ann']],
			[
				['Ann', 'a@example.com'],
				['Ann', 'b@example.com'],
			],
			[undefined, undefined],
		],
		['is one of several that are the same in everything, in turn', [['Ann'], ['Ann']], [['Ann'], ['Ann']], ['0', '1']],
		['is none where there are more orders than recipients', [['Ann'], ['Ann']], [['Ann']], [undefined]],
		['is none where there are no orders', [], [['Ann']], [undefined]],
		[
			'is not taken from somebody who has it by name and email',
			[['Ann', 'ann@example.com']],
			[
				['Ann', 'ann@example.com'],
				['Anna', 'ann@example.com'],
			],
			['0', undefined],
		],
	])('%s', (_what, orders, recipients, ids) => {
		expect(paired(orders, recipients)).toEqual(ids);
	});
});
