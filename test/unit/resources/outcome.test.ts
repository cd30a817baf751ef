import { NodeOperationError } from 'n8n-workflow';

import { ServiceError } from '../../../nodes/GiftOrderBatch/api/errors';
import {
	atItem,
	descriptionOf,
	inputError,
	outcomeOf,
	withOutcome,
	type OutcomeFacts,
} from '../../../nodes/GiftOrderBatch/resources/outcome';
import { asNodeError } from '../../../nodes/GiftOrderBatch/nodeErrors';
import { sentencesOf, type Problem } from '../../../nodes/GiftOrderBatch/resources/sentences';
import { node } from '../../support/node';

const NO_EMAIL: Problem = { kind: 'missing', field: 'Email' };

const problemsNamed = (count: number, field = 'a') =>
	Array.from({ length: count }, (_, index): Problem => ({ kind: 'missing', field: `${field}${index + 1}` }));

test('inputError says one problem as its message, also where several items have it', () => {
	const error = inputError([NO_EMAIL], { itemIndex: 2 });
	const ofTwo = inputError([0, 1].map((item) => ({ ...NO_EMAIL, item })));

	withOutcome(error, { outcome: 'unknown' });
	expect([error.message, ofTwo.message]).toEqual(['"Email" is missing', 'Items 1, 2: "Email" is missing']);
	// No outcome was added to the error itself.
	for (const { context } of [error, ofTwo]) expect(descriptionOf(context)).toBe('Correct it and run the node again.');
	expect(error.context).toMatchObject({ itemIndex: 2, problems: [NO_EMAIL] });
});

test.each([
	[2, ''],
	[20, ''],
	[21, '; and 1 more'],
])('inputError lists up to 20 of %i problems and counts the rest', (count, rest) => {
	const problems = problemsNamed(count);
	const error = inputError(problems);

	const sentences = sentencesOf(problems).map((sentence, index) => `(${index + 1}) ${sentence}`);
	expect(error.message).toBe(`Fix ${count} problems: ${sentences.slice(0, 20).join('; ')}${rest}`);
	expect(descriptionOf(error.context)).toBe('Correct them and run the node again.');
	expect(outcomeOf(error).problems).toEqual(problems);
});

test('an error of input has no HTML in it, and n8n stores little of it, whatever the input', () => {
	const problems = problemsNamed(100, `It is <a href="x">${'@'.repeat(1e5)}`);
	const error = asNodeError(node, 0, withOutcome(inputError(problems), { advice: '<img>' }));

	expect(error.context.problems).toEqual(problems);
	expect(JSON.stringify([error, error.message, error.stack]).length).toBeLessThan(60_000);
	expect(`${error.message}${error.description}`).not.toMatch(/<\S/);
});

const NOT_SENT: OutcomeFacts = { outcome: 'nothingSent' };
const ADVICE: OutcomeFacts = { advice: 'Do this.', correct: 'it' };
const FACTS: OutcomeFacts = { ...NOT_SENT, ...ADVICE, creates: 'order batch', retryAdvice: 'Try again.' };
const OTHERS: OutcomeFacts = { createdBefore: ['b1', 'b2'], unknownBefore: ['r1', 'r2'], isSentOnce: true };
test.each<[OutcomeFacts, RegExp]>([
	[FACTS, /^The order batch was not created\. Correct it [^.]*\. Do this\. Try again\.$/],
	[{ ...FACTS, outcome: 'unknown' }, /^It is not known whether the order batch [^.]* send it again\. Do this\.$/],
	[{ outcome: 'unknown', creates: 'payment method' }, /payment method was created: [^.]* create it again\.$/],
	[{ ...ADVICE, outcome: 'created', orderBatchId: 'b1' }, /^Order batch b1 was created: [^.]*\. Do this\.$/],
	[{ ...NOT_SENT, ...OTHERS }, /^Nothing was sent this time\. .* with the Customer Reference IDs r1, r2: look/],
	[{ ...NOT_SENT, ...OTHERS }, / Order batches b1, b2 already exist\. .* again after today may send /],
	[{ ...NOT_SENT, unknownBefore: ['r1'] }, /batch with the Customer Reference ID r1: look/],
	[{ createdBefore: ['b1'], isSubWorkflow: true }, /send those gifts again, and so may a Retry of its parent\.$/],
])('descriptionOf says of %j what to do: %s', (facts, description) => {
	expect(descriptionOf(facts)).toMatch(description);
});

test.each([
	['', {}],
	[' after today', { isSentOnce: true }],
])('descriptionOf does not ask to run the node again%s for an item that failed among others', (when, more) => {
	expect(descriptionOf({ outcome: 'nothingSent', correct: 'it', createdBefore: ['b0'], ...more }, true)).toBe(
		`Nothing was sent for this item. Correct it, then send only this item again. Running the workflow again${when} may send to the others again.`,
	);
});

test('withOutcome keeps the advice of an error that n8n made', () => {
	const thrown = new NodeOperationError(node, 'No such node', { description: 'Check the expression.' });
	const known = withOutcome(thrown, { createdBefore: ['b0'] });

	expect(asNodeError(node, 0, known).description).toBe(
		"Check the expression. Order batch b0 already exists. Running the workflow again may send those gifts again, but n8n's Retry does not.",
	);
	expect(asNodeError(node, 0, withOutcome(known, { outcome: 'nothingSent' })).description).toMatch(
		/^Nothing was sent this time\. Check the expression\./,
	);
});

test.each<[Error, number | undefined]>([
	[new ServiceError('No'), 5],
	[new ServiceError('No', { itemIndex: 0 }), 0],
	[new NodeOperationError(node, 'No', { itemIndex: 2 }), 2],
	[new TypeError('No'), 5],
	[inputError([NO_EMAIL]), undefined],
	[inputError([NO_EMAIL], { itemIndex: 1 }), 1],
])('atItem names the item of an error, unless it does already, or its problems do: %#', (error, itemIndex) => {
	expect(atItem(error, 5).context.itemIndex).toBe(itemIndex);
});
