import { NodeOperationError } from 'n8n-workflow';

import {
	describe as describeFacts,
	inputError,
	withOutcome,
	type OutcomeFacts,
} from '../../../nodes/GiftOrderBatch/resources/outcome';
import { asNodeError } from '../../../nodes/GiftOrderBatch/api/errors';
import { node } from '../../support/node';

describe('inputError', () => {
	test('says one problem as its message', () => {
		const error = inputError(node, ['"Email" is missing'], { itemIndex: 2 });

		expect(error.message).toBe('"Email" is missing');
		expect(error.description).toBe('Correct it and run the node again.');
		expect(error.context).toMatchObject({ itemIndex: 2, problems: ['"Email" is missing'] });
	});

	test.each([
		[2, ''],
		[20, ''],
		[21, '; and 1 more'],
	])('lists up to 20 of %i problems and counts the rest', (count, rest) => {
		const problems = Array.from({ length: count }, (_, index) => `a${index + 1}`);
		const error = inputError(node, problems);

		expect(error.message).toBe(`The input needs ${count} corrections: ${problems.slice(0, 20).join('; ')}${rest}`);
		expect(error.description).toBe('Correct them and run the node again.');
		expect(error.context.problems).toEqual(problems);
	});
});

test('an error of input has no HTML in it, and n8n stores little of it, whatever the input', () => {
	const problems = Array.from({ length: 100 }, () => `It is <a href="x">${'@'.repeat(1e5)}`);
	const error = withOutcome(inputError(node, problems), { advice: '<img>' });

	expect(error.context.problems).toEqual(problems);
	expect(JSON.stringify([error, error.message, error.stack]).length).toBeLessThan(60_000);
	expect(`${error.message}${error.description}`).not.toMatch(/<\S/);
});

describe('describe', () => {
	test.each<[string, OutcomeFacts, string]>([
		[
			'nothing was sent',
			{ outcome: 'nothingSent', creates: 'order batch', advice: 'Do this.', retryAdvice: 'Try again.' },
			'The order batch was not created. Do this. Try again.',
		],
		[
			'nobody knows what was created',
			{ outcome: 'unknown', creates: 'order batch', advice: 'Do this.', retryAdvice: 'Try again.', correct: 'it' },
			'It is not known whether the order batch was created: look for it in your gifting account before you send it again. Do this.',
		],
		[
			'a payment method may have been created',
			{ outcome: 'unknown', creates: 'payment method', request: '(POST /v1/x, HTTP status 500)' },
			'It is not known whether the payment method was created: look for it in your gifting account before you create it again. (POST /v1/x, HTTP status 500)',
		],
		[
			'it was created',
			{ outcome: 'created', orderBatchId: 'batch-1', advice: 'Do this.' },
			'Order batch batch-1 was created: do not create it again. Do this.',
		],
	])('says what to do when %s', (_what, facts, description) => {
		expect(describeFacts(facts)).toBe(description);
	});

	test('does not ask to run the node again for an item that failed among others', () => {
		expect(describeFacts({ outcome: 'nothingSent', correct: 'it', createdBefore: ['b0'] }, true)).toBe(
			'Nothing was sent for this item. Correct it and send only this item again: running the whole workflow sends to the others again.',
		);
	});
});

describe('withOutcome', () => {
	test('keeps the advice of an error that n8n made', () => {
		const thrown = new NodeOperationError(node, 'Referenced node does not exist', {
			description: 'Check the expression.',
		});
		const error = asNodeError(node, 0, thrown);

		expect(withOutcome(error, { createdBefore: ['b0'] }).description).toMatch(
			/^Check the expression\. This execution has already created order batch b0\./,
		);
		expect(withOutcome(error, { outcome: 'nothingSent' }).description).toMatch(
			/^Nothing was sent this time\. Check the expression\./,
		);
	});

	test('says what it knows once, however often something is added', () => {
		const error = inputError(node, ['"Email" is missing']);

		expect(withOutcome(error, { createdBefore: [] }).description).toBe('Correct it and run the node again.');
	});
});
