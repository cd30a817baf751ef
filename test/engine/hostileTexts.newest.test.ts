import { actionNode } from '../support/actionNode';
import { smallBatch } from '../support/orderBatchParameters';

const node = actionNode();

test('a hint says little of a list of long names', async () => {
	const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`<a>${index}${'x'.repeat(1e5)}`, 1]));
	const recipientsJson = JSON.stringify([{ first_name: 'Nathan', ...unknown }]);
	const parameters = { ...smallBatch(node.service.samples.productId), recipientsSource: 'json', recipientsJson };
	const { hints } = await node.run(parameters);

	const hint = hints.find((one) => one.startsWith('The recipient has unknown fields')) ?? '';
	expect(hint).toMatch(/: < a>0x{95}…, < a>1x{95}…, .*, and 10 more\. Its fields are first_name, /);
	expect(hint.length).toBeLessThan(2_500);
});
