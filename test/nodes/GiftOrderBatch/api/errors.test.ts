import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asNodeError, errorData, inputError } from '../../../../nodes/GiftOrderBatch/api/errors';
import { node } from '../../../support/node';

describe('inputError', () => {
	test('says one problem as its message', () => {
		const error = inputError(node, 2, ['Email is missing']);

		expect(error.message).toBe('Email is missing');
		expect(error.description).toBe('Nothing was sent. Correct it and run the node again.');
		expect(error.context).toMatchObject({ itemIndex: 2, problems: ['Email is missing'] });
	});

	test.each([
		[2, '2 problems in the input: a1; a2'],
		[20, `20 problems in the input: ${Array.from({ length: 20 }, (_, index) => `a${index + 1}`).join('; ')}`],
		[
			21,
			`21 problems in the input: ${Array.from({ length: 20 }, (_, index) => `a${index + 1}`).join('; ')}; and 1 more`,
		],
	])('lists up to 20 of %i problems and counts the rest', (count, message) => {
		const problems = Array.from({ length: count }, (_, index) => `a${index + 1}`);
		const error = inputError(node, 0, problems);

		expect(error.message).toBe(message);
		expect(error.description).toBe('Nothing was sent. Correct them and run the node again.');
		expect(error.context.problems).toEqual(problems);
	});

	test('keeps its words when they contain what n8n takes for an error code', () => {
		expect(inputError(node, 0, ['Email must be right, but it is the text "preexisting"']).message).toBe(
			'Email must be right, but it is the text "preexisting"',
		);
	});
});

describe('asNodeError', () => {
	test('leaves errors for the user as they are', () => {
		const errors = [inputError(node, 1, ['No']), new NodeApiError(node, {}, { message: 'No' })];

		for (const error of errors) expect(asNodeError(node, 5, error)).toBe(error);
	});

	test('makes any other error one that names the item', () => {
		const error = asNodeError(node, 5, new TypeError('Cannot read it'));

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Cannot read it');
		expect(error.context.itemIndex).toBe(5);
	});
});

describe('errorData', () => {
	test('has the message and what to do, the two fields by which n8n knows a failed item', () => {
		const error = new NodeApiError(node, {}, { message: 'No', description: 'Do this', httpCode: '400' });

		expect(errorData(error, false)).toEqual({ error: 'No', message: 'Do this' });
	});
});
