import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { GiftOrderBatch } from '../../../nodes/GiftOrderBatch/GiftOrderBatch.node';
import { GiftOrderBatchPollingTrigger } from '../../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { GiftOrderBatchTrigger } from '../../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { resources } from '../../../nodes/GiftOrderBatch/resources';
import { operations } from '../../support/operationParameters';
import { expectGenerated } from '../../support/project';

const triggers = [new GiftOrderBatchTrigger(), new GiftOrderBatchPollingTrigger()];
const nodes = [new GiftOrderBatch(), ...triggers];

interface ValueField {
	path: string;
	field: INodeProperties;
}

/** All fields of an operation that hold a value, those inside collections too, by the path that saved workflows have. */
function valueFields(fields: INodeProperties[], prefix = ''): ValueField[] {
	return fields.flatMap((field): ValueField[] => {
		const path = prefix + field.name;
		if (field.type === 'notice') return [];
		if (field.type === 'collection') return valueFields(field.options as INodeProperties[], `${path}.`);
		if (field.type === 'fixedCollection') {
			return (field.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
				valueFields(values, `${path}.${name}.`),
			);
		}
		return [{ path, field }];
	});
}

/**
 * What saved workflows depend on in a field: its path, what it offers to choose (values, or the ways to name a thing), and its
 * default, since n8n saves no value that is the default.
 */
function savedOf({ path, field: { type, options = [], modes = [], default: initial } }: ValueField): string {
	const offered = type === 'resourceLocator' ? modes.map(({ name }) => name) : [];
	const values = type === 'options' ? (options as INodePropertyOptions[]).map(({ value }) => String(value)) : [];
	return [path, ...offered, ...values.sort(), '=', JSON.stringify(initial)].join(' ');
}

/** A change of what is there already breaks the workflows of users. `npm run registry` adds what is new. */
test('the registry of operations has the operations, the parameters, their values and their defaults that saved workflows depend on', () => {
	// A field may be shown in two ways.
	const saved = (fields: INodeProperties[]) => [...new Set(valueFields(fields).map(savedOf))].sort();
	const parameters = operations.map(([key, { fields }]) => [key, saved(fields)]);
	expect(Object.fromEntries(parameters)).toMatchSnapshot();
});

test('the registry of operations has the parameters of the triggers, their values and their defaults that saved workflows depend on', () => {
	const saved = ({ properties }: INodeTypeDescription) => valueFields(properties).map(savedOf).sort();
	const parameters = triggers.map(({ description }) => [description.name, saved(description)]);
	expect(Object.fromEntries(parameters)).toMatchSnapshot();
});

test('the registry of operations is the table of operations in the README', () => {
	const rows = resources.map(({ name, operations: own }) => `| ${name} | ${own.map((one) => one.name).join(', ')} |`);
	const table = ['| Resource | Operations |', '|---|---|', ...rows, ''].join('\n');
	expectGenerated('README.md', (page) => page.replace(/^\| Resource \| Operations \|[^]*?\n(?=\n)/m, () => table));
});

test.each(nodes)('$description.name has the methods that fill its dropdowns', ({ description, methods }) => {
	const names = /"(?:searchListMethod|loadOptionsMethod|resourceMapperMethod)":"(\w+)"/g;
	const named = [...JSON.stringify(description.properties).matchAll(names)].map(([, method]) => method);
	expect(new Set(named)).toEqual(new Set(Object.values<object>(methods).flatMap(Object.keys)));
});

test.each(operations)('%s says what it does without articles, and how, and labels its fields', (key, operation) => {
	const resource = resources.find(({ operations: all }) => all.includes(operation));
	expect(key).toMatch(/^[a-z][A-Za-z]+\//);
	expect(operation.action).toMatch(/^[A-Z][a-z]/);
	expect(operation.action).not.toMatch(/\b(an?|the)\b/i);
	expect(operation.description).toMatch(/^[A-Z].*[^.]$/);
	const labels = valueFields(operation.fields).map(({ field }) => field.displayName);
	for (const name of [resource?.name, operation.name, ...labels]) expect(name).toMatch(/^[A-Z]/);
});

// All others come from the rows of the form. Unit tests of the checks have these, too.
test('the labels that checks of an order batch write out are those of its form', () => {
	const { fields } = Object.fromEntries(operations)['orderBatch/create']!;
	const shown = [
		...fields.map(({ displayName }) => displayName),
		...valueFields(fields).map(({ field }) => field.displayName),
	];
	expect(shown).toEqual(expect.arrayContaining(['Recipients', 'Cart Items', 'Product']));
});

test('the action node has the name and the defaults that saved workflows depend on, and can be used as a tool', () => {
	const { description } = new GiftOrderBatch();
	expect(description).toMatchObject({
		name: 'giftOrderBatch',
		displayName: 'Gift Order Batch',
		version: 1,
		usableAsTool: { replacements: { description: expect.stringContaining('spends real money') as string } },
	});

	const [authentication, resource] = description.properties;
	expect(authentication).toMatchObject({ name: 'authentication', default: 'automationApi' });
	expect(resource).toMatchObject({ name: 'resource', default: 'orderBatch' });
});
