import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asNodeError, operationError } from '../../../nodes/GiftOrderBatch/api/errors';
import { node } from '../../support/node';

describe('an error for the user', () => {
	test('has the words of its message, but for the one by which n8n takes an execution for canceled', () => {
		expect(operationError(node, 0, '"preexisting ENOENT 404" was canceled').message).toBe(
			'"preexisting ENOENT 404" was cancelled',
		);
	});

	test('stays as it is', () => {
		const errors = [operationError(node, 0, 'No'), new NodeApiError(node, {}, { message: 'No' })];

		for (const error of errors) expect(asNodeError(node, 5, error)).toBe(error);
	});

	test('is made of any other error, and names the item', () => {
		const error = asNodeError(node, 5, new TypeError('Cannot read it'));

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: 'Cannot read it', context: { itemIndex: 5 } });
	});
});
