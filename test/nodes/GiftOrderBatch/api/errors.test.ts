import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asNodeError, describe as describeError, inputError } from '../../../../nodes/GiftOrderBatch/api/errors';
import { node } from '../../../support/node';

describe('inputError', () => {
	test('says one problem as its message', () => {
		const error = inputError(node, ['Email is missing'], { itemIndex: 2 });

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
		const error = inputError(node, problems);

		expect(error.message).toBe(message);
		expect(error.description).toBe('Nothing was sent. Correct them and run the node again.');
		expect(error.context.problems).toEqual(problems);
	});

	test('keeps its words when they contain what n8n takes for an error code', () => {
		expect(inputError(node, ['Email must be right, but it is the text "preexisting"']).message).toBe(
			'Email must be right, but it is the text "preexisting"',
		);
	});
});

describe('asNodeError', () => {
	test('leaves errors for the user as they are', () => {
		const errors = [inputError(node, ['No']), new NodeApiError(node, {}, { message: 'No' })];

		for (const error of errors) expect(asNodeError(node, 5, error)).toBe(error);
	});

	test('makes any other error one that names the item', () => {
		const error = asNodeError(node, 5, new TypeError('Cannot read it'));

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Cannot read it');
		expect(error.context.itemIndex).toBe(5);
	});
});

describe('the description of an error', () => {
	test.each([
		[{ outcome: 'nothingSent', correct: 'it' }, 'Nothing was sent. Correct it and run the node again.'],
		[{ outcome: 'nothingSent', creates: 'payment method' }, 'The payment method was not created.'],
		[
			{ outcome: 'unknown', creates: 'order batch', correct: 'it', tryAgain: 'Try again.' },
			'It is not known whether the order batch was created: look for it in your gifting account before you send it again.',
		],
		[
			{ outcome: 'created', orderBatchId: 'b1', createdBefore: ['b1', 'b0'] },
			"Order batch b1 was created: do not create it again. This execution has created b0 before. Use n8n's Retry for this execution: running the workflow again sends those gifts again.",
		],
		[
			{ advice: 'Check the ID.', request: '(GET /v1/me, HTTP status 404)' },
			'Check the ID. (GET /v1/me, HTTP status 404)',
		],
	] as const)('made of %j says what happened and what to do', (facts, text) => {
		expect(describeError({ ...facts } as never)).toBe(text);
	});

	test('does not ask to run the node again for an item that failed among others', () => {
		expect(describeError({ outcome: 'nothingSent', correct: 'it', createdBefore: ['b0'] }, true)).toBe(
			'Nothing was sent for this item. Correct it and send this item alone again: running the whole workflow again sends to the others again.',
		);
	});
});
