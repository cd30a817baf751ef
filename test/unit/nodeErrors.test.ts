import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ServiceError } from '../../nodes/GiftOrderBatch/api/errors';
import { asNodeError } from '../../nodes/GiftOrderBatch/nodeErrors';
import { inputError, withOutcome } from '../../nodes/GiftOrderBatch/resources/outcome';
import { node } from '../support/node';

describe('an error for the user', () => {
	test('has the words of its message, but for the one by which n8n takes an execution for canceled', () => {
		for (const cause of [undefined, 404, 'ENOENT']) {
			const error = new ServiceError('"preexisting ENOENT 404" was canceled', {}, cause);
			const [first, second] = [0, 1].map((itemIndex) => asNodeError(node, itemIndex, error));

			expect(first?.message).toBe('"preexisting ENOENT 404" was cancelled');
			// Each item has an error of its own.
			expect([first === second, error.context]).toEqual([false, {}]);
		}
	});

	test('says the same as one of n8n, of the same class', () => {
		const description = 'Check the expression.';
		for (const error of [
			new NodeOperationError(node, 'No', { description, itemIndex: 2 }),
			new NodeApiError(node, {}, { message: 'No', description, httpCode: '404' }),
		]) {
			const { name, message, stack, context } = error;
			const made = asNodeError(node, 5, error);
			expect(made).toBeInstanceOf(error.constructor);
			expect(made).toMatchObject({ name, message, description, stack, context, node });
		}
	});

	test('leaves one of n8n as it is, since several items may have it with other facts', () => {
		const shared = new NodeOperationError(node, 'No');
		const [one, other] = ['ob_1', 'ob_2'].map((orderBatchId) =>
			asNodeError(node, 5, withOutcome(shared, { orderBatchId, outcome: 'created' })),
		);

		expect([one, other].map((error) => error?.context.orderBatchId)).toEqual(['ob_1', 'ob_2']);
		expect(one?.description).toContain('ob_1');
		expect(shared.context).not.toHaveProperty('orderBatchId');
		expect(shared.description).toBeUndefined();
	});

	const REQUEST = '(GET /v1/me, HTTP status 400)';
	const OF_ITEM = { itemIndex: 5 };
	test.each<[string, Error, object]>([
		['any other', new TypeError('No'), { name: 'NodeOperationError', message: 'No', context: OF_ITEM }],
		[
			'one of the service, with its status, its facts and what to do',
			new ServiceError('No <b>', { advice: 'Ask.', request: REQUEST }, 400),
			{
				...{ name: 'NodeApiError', httpCode: '400', message: 'No < b>', description: `Ask. ${REQUEST}` },
				context: { ...OF_ITEM, advice: 'Ask.' },
			},
		],
		['a lost connection', new ServiceError('Lost', {}, 'ECONNRESET'), { name: 'NodeApiError', message: 'Lost' }],
		[
			'one that is not of the service, and names its item',
			new ServiceError('No', { itemIndex: 2, correct: 'it' }),
			{ name: 'NodeOperationError', description: 'Correct it and run the node again.', context: { itemIndex: 2 } },
		],
	])('is made of %s', (_what, error, made) => {
		expect(asNodeError(node, 5, error)).toMatchObject(made);
	});

	test('names no item where its problems do, and keeps them where n8n does not store them', () => {
		const { context } = asNodeError(node, 5, inputError([{ kind: 'missing', field: 'Email' }]));

		expect(context).not.toHaveProperty('itemIndex');
		expect(context.problems).toEqual([{ kind: 'missing', field: 'Email' }]);
		expect(JSON.stringify(context)).not.toContain('Email');
	});
});
