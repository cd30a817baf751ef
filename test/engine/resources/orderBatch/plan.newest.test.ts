import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { inputError } from '../../../../nodes/GiftOrderBatch/resources/outcome';
import type { Problem } from '../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../support/actionNode';
import type { NodeRun } from '../../../../dev/harness/engine';
import { creationsOf, GOES_ON, named, outcomesOf, TO_ERROR_OUTPUT } from '../../../support/creations';
import { FROM_ITEMS } from '../../../support/orderBatchParameters';

const node = actionNode();

const { create, toItems, send, requested, sentTo, sizes, gifts, runAgain } = creationsOf(node);

const fromItems = (more: IDataObject = {}): IDataObject =>
	// The default output has tests of its own.
	create({ ...FROM_ITEMS, ...more, options: { output: 'orderBatch', ...(more.options as IDataObject | undefined) } });

const withOptions = (options: IDataObject, more: IDataObject = {}) => fromItems({ options, ...more });

/** Items named from 1, each with what `more` says. */
const people = (count: number, more: (index: number) => IDataObject = () => ({})): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ first_name: `Person ${index + 1}`, ...more(index) }));

/** Sends emails, and so needs them. */
const BY_EMAIL = { sendMethod: 'email_and_link' };

/** Items of which those with the given numbers, from 1, have an email address that is none. */
const withInvalid = (count: number, ...invalid: number[]) =>
	people(count, (index) => ({ email: invalid.includes(index + 1) ? 'at work' : `person${index + 1}@example.com` }));

const AT_WORK = { mustBe: 'an email address such as ann@example.com', value: 'the text "at work"' };
const invalidEmail = (row: number): Problem => ({
	...{ kind: 'invalid', field: 'Email', ...AT_WORK, row, name: `Person ${row}` },
});
const messageOf = (...problems: Problem[]) => inputError(problems).message;

const pairings = (items: INodeExecutionData[] = []) => items.map(({ pairedItem }) => pairedItem);

function refusedProblems({ status, error }: NodeRun): unknown {
	expect(status).toBe('error');
	expect(error?.context.outcome).toBe('nothingSent');
	expect(node.requests).toEqual([]);
	return error?.context.problems;
}

test.each<[string, (time: string) => IDataObject]>([
	['Send On', (scheduledSendOn) => ({ scheduledSendOn })],
	['Expires At', (expiresAt) => ({ additionalFields: { expiresAt } })],
])('input items are in one batch unless "%s" differs by more than the time of reading', async (_label, withTime) => {
	const items = people(2, (index) => ({ at: `2035-0${index + 1}-10T09:00:00Z` }));
	await node.run(fromItems(withTime('={{ $json.at }}')), { items });
	expect(sizes()).toEqual([1, 1]);

	const soon = '={{ $now.plus(1, "day").plus($itemIndex * 20, "milliseconds").toISO() }}';
	await node.run(fromItems(withTime(soon)), { items });
	expect(sizes()).toEqual([1, 1, 2]);
});

test('input items show the bodies and send nothing with Validate Only', async () => {
	const parameters = withOptions({ recipientsPerBatch: 2 });
	const options = { items: people(3), executionId: '7' };
	const { outputs, json } = await node.run({ ...parameters, validateOnly: true }, options);

	expect(requested()).toEqual([]);
	expect(json).toMatchObject([2, 1].map((count) => ({ valid: true, price: { recipients_count: count } })));
	expect(pairings(outputs[0])).toEqual([[{ item: 0 }, { item: 1 }], { item: 2 }]);

	await node.run(parameters, options);
	expect(requested()).toEqual(json.map(({ request }) => request));
});

test.each<[string, IDataObject]>([
	['Validate Only', { validateOnly: '={{ $json.first }}' }],
	['Validate Only', { validateOnly: '={{ $json.first }}', recipientsSource: 'define' }],
	['Simplify', { simplify: '={{ $json.first }}' }],
	['Options', { options: { recipientsLimit: '={{ $json.first ? 5 : 10 }}' } }],
	['Options', { options: { skipInvalidRecipients: '={{ $json.first }}' } }],
	['Options', { options: { skipGiftedWithinDays: '={{ $json.first ? 7 : 14 }}' } }],
])('what must be the same for all input items includes %s (%j)', async (label, more) => {
	const { error } = await node.run(fromItems(more), { items: people(3, (index) => ({ first: index < 2 })) });

	expect(error?.context.problems).toMatchObject([{ kind: 'differentSettings', field: label, other: 2 }]);
	expect(node.requests).toEqual([]);
});

test.each([
	[GOES_ON, 0],
	[TO_ERROR_OUTPUT, 1],
])('An invalid input item stops all of them where the node goes on: %j', async (options, output) => {
	const { outputs } = await node.run(fromItems(BY_EMAIL), { items: withInvalid(3, 2), ...options });

	const error = messageOf(invalidEmail(2));
	const json = { error, gift_error: { message: error } };
	expect(outputs[output]).toMatchObject([0, 1, 2].map((item) => ({ json, pairedItem: { item } })));
	expect([outputs[1 - output] ?? [], node.service.requests]).toEqual([[], []]);
});

const skip = (options: IDataObject = {}, more: IDataObject = {}) =>
	withOptions({ skipInvalidRecipients: true, ...options }, { ...BY_EMAIL, ...more });

test('Skip Invalid Recipients reports the others in the output when the node goes on there', async () => {
	const { outputs, hints } = await node.run(skip(), { items: withInvalid(3, 2), ...GOES_ON });

	expect(sentTo()).toEqual([['Person 1', 'Person 3']]);
	expect(outputs[0]).toEqual([
		{ json: expect.objectContaining({ recipients_count: 2 }), pairedItem: [{ item: 0 }, { item: 2 }] },
		{ json: expect.objectContaining({ error: messageOf(invalidEmail(2)) }), pairedItem: { item: 1 } },
	]);
	expect(hints).toEqual([]);
});

test.each([
	['orders', 'recipient_first_name'],
	['recipients', 'first_name'],
])('Skip Invalid Recipients pairs each of the %s to its own item when some are left out', async (output, name) => {
	const { outputs } = await node.run(skip({ output }), { items: withInvalid(4, 1, 3), ...TO_ERROR_OUTPUT });

	expect(outputs[0]?.map(({ json, pairedItem }) => [json[name], pairedItem])).toEqual([
		['Person 2', { item: 1 }],
		['Person 4', { item: 3 }],
	]);
});

test('Skip Invalid Recipients reports each of them with its own problems on the error output when all are invalid', async () => {
	const { outputs } = await node.run(skip(), { items: [...withInvalid(1, 1), {}], ...TO_ERROR_OUTPUT });
	const lacks = { kind: 'missing', row: 2 } as const;
	const both = messageOf({ ...lacks, field: 'First Name' }, { ...lacks, field: 'Email', neededBy: 'emailAndLink' });

	expect([node.service.requests, outputs[0]]).toEqual([[], []]);
	expect(outputs[1]?.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		[messageOf(invalidEmail(1)), { item: 0 }],
		[both, { item: 1 }],
	]);
});

test('Skip Invalid Recipients leaves out a gift of which all recipients are invalid, and sends the others', async () => {
	const items = withInvalid(3, 2).map((item, index) => ({ ...item, from: index === 1 ? 'Bo' : 'Al' }));
	await node.run(skip({}, { fromName: '={{ $json.from }}' }), { items });

	expect(sentTo()).toEqual([['Person 1', 'Person 3']]);
});

test('Skip Invalid Recipients never skips what is wrong with the order batch, which is refused together with them', async () => {
	const wrong = { cartItems: {}, fromName: '={{ " " }}', message: 'Hi!', scheduledSendOn: '2020-01-01' };
	const run = await node.run(skip({}, wrong), { items: withInvalid(2, 1) });

	expect(refusedProblems(run)).toMatchObject([
		{ kind: 'missing', field: 'From Name' },
		{ kind: 'emptyList', field: 'Cart Items' },
		{ kind: 'missing', field: 'Card', neededBy: 'message' },
		{ kind: 'past', field: 'Send On' },
		invalidEmail(1),
	]);
});

test('Recipients per Batch splits 5 items into batches of 2, 2 and 1, each with its own reference and paired to its own items', async () => {
	const { outputs } = await node.run(withOptions({ recipientsPerBatch: 2 }), { items: people(5) });

	expect(sentTo()).toEqual([['Person 1', 'Person 2'], ['Person 3', 'Person 4'], ['Person 5']]);
	const references = requested().map(({ customer_reference_id: reference }) => reference);
	expect(new Set(references).size).toBe(3);
	expect(outputs[0]?.map(({ json }) => json.customer_reference_id)).toEqual(references);
	expect(pairings(outputs[0])).toEqual([[{ item: 0 }, { item: 1 }], [{ item: 2 }, { item: 3 }], { item: 4 }]);
	expect(node.service.maxConcurrency()).toBe(1);
});

test.each<[string, IDataObject, number[]]>([
	['are valid', {}, []],
	['are skipped in one of them', { skipInvalidRecipients: true }, [1, 2]],
])('Recipients per Batch refuses one reference for two batches whose recipients %s', async (_what, more, invalid) => {
	const options = { recipientsPerBatch: 2, ...more };
	const parameters = withOptions(options, { ...BY_EMAIL, additionalFields: { customerReferenceId: 'camp' } });
	const run = await node.run(parameters, { items: withInvalid(4, ...invalid) });

	expect(refusedProblems(run)).toContainEqual({ kind: 'referenceOfSeveral', recipients: 4 });
});

test("Recipients per Batch leaves the user's own reference as it is when nothing is split", async () => {
	const more = { additionalFields: { customerReferenceId: 'deal-4711' } };
	await node.run(withOptions({ recipientsPerBatch: 2 }, more), { items: people(2) });
	expect(requested()).toMatchObject([{ customer_reference_id: 'deal-4711' }]);
});

test.each<[string, number[], IDataObject, boolean]>([
	['one of two', [2], {}, true],
	['all', [1, 2], {}, false],
	['one of two and of their gift', [2], { fromName: '={{ " " }}' }, false],
])('The error of %s says how to send to the others, if they can be sent.', async (_what, invalid, more, isSaid) => {
	const { error } = await node.run(fromItems({ ...BY_EMAIL, ...more }), { items: withInvalid(2, ...invalid) });

	expect(error?.description?.includes('add the option "Skip Invalid Recipients"')).toBe(isSaid);
});

const TWELVE = Array.from({ length: 12 }, (_, index) => `Guest${index}`);

const withMessage = (message = '={{ "Hi " + $json.first_name + "!" }}') => ({
	message,
	cardId: node.service.samples.cardId,
});

test('A message with the first name makes an order batch for each person, paired to their own items, as Validate Only shows with one request for the price.', async () => {
	const messages = TWELVE.map((name) => `Hi ${name}!`);
	const shown = await send(TWELVE, { ...withMessage(), validateOnly: true });
	expect(shown.json.map(({ message }) => message)).toEqual(messages);
	expect(shown.hints).toContainEqual(expect.stringContaining('to 12 people in 12 order batches'));
	expect(node.requests.map(({ path }) => path)).toEqual(['/v1/order_batches/price']);

	const { outputs, hints } = await send(TWELVE, withMessage());
	expect(requested().map(({ message }) => message)).toEqual(messages);
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.email, pairedItem])).toEqual(
		named(...TWELVE).map(({ email }, item) => [email, { item }]),
	);
	for (const said of [shown.hints, hints]) expect(said).toContain('12 order batches: Message differs');
});

test('People with the same occasion share an order batch, and the output has the order of the items, as a merge by position needs it.', async () => {
	const { productId } = node.service.samples;
	const quantity = '={{ $itemIndex % 2 === 0 ? 2 : 1 }}';
	const cartItems = { item: [{ product: { __rl: true, mode: 'list', value: productId }, quantity }] };
	const names = ['Ann', 'Ben', 'Cleo', 'Dan'];
	const { outputs } = await send(names, { cartItems });

	expect(sentTo().map(String)).toEqual(['Ann,Cleo', 'Ben,Dan']);
	expect(outputs[0]).toMatchObject(names.map((first_name, item) => ({ json: { first_name }, pairedItem: { item } })));
});

test('A Customer Reference ID for each person makes an order batch each, and a second execution sends nobody another gift.', async () => {
	const withReferences = { additionalFields: { customerReferenceId: '=birthday-{{ $json.email }}-2030' } };
	await send(['Ann', 'Ben'], withReferences);
	const references = ['ann', 'ben'].map((name) => `birthday-${name}@example.com-2030`);
	expect(requested().map(({ customer_reference_id: reference }) => reference)).toEqual(references);

	const { json } = await send(['Ann', 'Ben', 'Cleo'], withReferences, GOES_ON);
	expect(await gifts()).toEqual({ Ann: 1, Ben: 1, Cleo: 1 });
	expect(json.filter((one) => !one.gift_error).map((one) => one.first_name)).toEqual(['Cleo']);
});

const message = '={{ $json.nickname.toTitleCase() }}';
/** Ann, Ben and Cleo, of whom these have nicknames. */
const items = (...nicknames: string[]): IDataObject[] =>
	named('Ann', 'Ben', 'Cleo').map((one) => ({ ...one, nickname: nicknames.find((name) => name === one.first_name) }));
const listingItself: IDataObject = {
	recipientsSource: 'json',
	recipientsJson: '={{ [{ first_name: $json.first_name, email: $json.email }] }}',
	options: { output: 'recipients' },
};

test('an item whose expression fails is refused alone where the node goes on after failures', async () => {
	const run = await node.run(toItems(withMessage(message)), { items: items('Ann', 'Cleo'), ...GOES_ON });

	expect([sentTo(), outcomesOf(run)]).toEqual([[['Ann'], ['Cleo']], ['nothingSent']]);
	expect(run.outputs[0]).toMatchObject([
		{ json: { first_name: 'Ann' }, pairedItem: { item: 0 } },
		{ json: { gift_error: {} }, pairedItem: { item: 1 } },
		{ json: { first_name: 'Cleo' }, pairedItem: { item: 2 } },
	]);
});

test.each([
	['the input items are the recipients', {}],
	['each item lists its own', listingItself],
])('an item whose expression fails says in a retry who has a gift, where %s', async (_what, source) => {
	const parameters = toItems({ ...withMessage(message), ...source });
	const first = await node.run(parameters, { items: items('Ann', 'Cleo'), ...GOES_ON });
	const { json } = await runAgain(first, parameters, { items: items('Ann'), mode: 'retry', ...GOES_ON });

	const idOf = ({ gift_error: error, ...output }: IDataObject) => ((error ?? output) as IDataObject).order_batch_id;
	expect(json.map(idOf)).toEqual([first.json[0], {}, first.json[2]].map((one) => one?.order_batch_id));
	expect(await gifts()).toEqual({ Ann: 1, Cleo: 1 });
});

test('an item whose expression fails is the one that is named where the node stops', async () => {
	const { error } = await node.run(toItems(withMessage(message)), { items: items('Ann', 'Cleo') });

	expect(error?.message).toContain("toTitleCase can't be used on undefined value");
	expect(error?.context.itemIndex).toBe(1);
	expect(requested()).toEqual([]);
});
