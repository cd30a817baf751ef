import { actionNode } from '../support/actionNode';
import { FROM_ITEMS, smallBatch } from '../support/orderBatchParameters';

const node = actionNode();

const LONG = `${'x'.repeat(2e6)}@`;

test.each<[string, object]>([
	['that stops the workflow', {}],
	['of an item', { node: { onError: 'continueRegularOutput' } }],
])('an error %s says little of long values, and n8n stores little of it', async (_what, options) => {
	const items = ['Ann', 'Bo', 'Cy'].map((name) => ({ 'First Name': name, Email: LONG }));
	const parameters = { ...smallBatch(node.service.samples.productId), ...FROM_ITEMS, sendMethod: 'email_and_link' };
	const { json, error, run } = await node.run(parameters, { items, ...options });

	const message = String(error?.message ?? json[0]?.error);
	expect(message).toContain(`Ann (recipient 1, the text "${'x'.repeat(99)}…"), Bo (recipient 2, the text "xxx`);
	const { resultData } = run.data;
	const stored = JSON.stringify({ ...resultData, runData: { ...resultData.runData, Input: [] } });
	expect(stored.length).toBeLessThan(20_000);
	expect(node.service.orderBatches()).toEqual([]);
});

test('a hint says little of a list of long names', async () => {
	const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`<a>${index}${'x'.repeat(1e5)}`, 1]));
	const recipientsJson = JSON.stringify([{ first_name: 'Nathan', ...unknown }]);
	const parameters = { ...smallBatch(node.service.samples.productId), recipientsSource: 'json', recipientsJson };
	const { hints } = await node.run(parameters);

	const hint = hints.find((one) => one.startsWith('The recipient has unknown fields')) ?? '';
	expect(hint).toMatch(/: < a>0x{95}…, < a>1x{95}…, .*, and 10 more\. Its fields are first_name, /);
	expect(hint.length).toBeLessThan(2_500);
});
