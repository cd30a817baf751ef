import type { INodePropertyOptions } from 'n8n-workflow';

import { resources } from '../../../nodes/GiftOrderBatch/resources';
import {
	findOperation,
	operationSubtitle,
	resourceParameters,
} from '../../../nodes/GiftOrderBatch/resources/defineResource';

test('operationSubtitle looks up the words for each operation', () => {
	const text = operationSubtitle(resources);
	expect(text).toContain('"order.getAll":"Get Many: Order"');
	expect(text).toMatch(/^=\{\{ \(\{.*\}\)\[\$parameter\["resource"\] \+ "\." \+ \$parameter\["operation"\]\] \}\}$/);
});

test('resourceParameters offers the default resource first, and the others in alphabetical order', () => {
	const [{ name, options = [] } = { name: '' }] = resourceParameters(resources, 'orderBatch');
	const [first, ...others] = (options as INodePropertyOptions[]).map((option) => option.name);
	expect([name, first]).toEqual(['resource', 'Order Batch']);
	expect(others).toEqual([...others].sort());
	expect(others).toHaveLength(resources.length - 1);
});

test.each(['fox.getAll', 'account.getAll', 'order.fly'])('findOperation finds none where there is no %s', (key) => {
	const [resource = '', operation = ''] = key.split('.');
	expect(() => findOperation(resources, resource, operation)).toThrow('There is no operation');
});
