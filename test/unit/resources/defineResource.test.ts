import type { INodeProperties } from 'n8n-workflow';

import {
	findOperation,
	operationSubtitle,
	resourceParameters,
	type Resource,
} from '../../../nodes/GiftOrderBatch/resources/defineResource';
import { eachItem, type Operation } from '../../../nodes/GiftOrderBatch/resources/operation';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...more,
});

const operation = (value: string, name: string, fields: INodeProperties[] = []): Operation => ({
	value,
	name,
	action: `${name} it`,
	description: `How to ${name}`,
	fields,
	plan: eachItem(() => async () => [{ value }]),
});

const shared = field('shared', { displayOptions: { show: { returnAll: [false] } } });
const send = operation('send', 'Send', [field('first'), shared]);
const list = operation('list', 'List', [shared]);
const open = operation('open', 'Open');

const resources: Resource[] = [
	{ value: 'bee', name: 'Bee', operations: [{ ...open, displayOptions: { show: { '/wing': ['left'] } } }] },
	{ value: 'zebra', name: 'Zebra', operations: [send, list] },
	{ value: 'ant', name: 'Ant', operations: [open] },
];

test('operationSubtitle looks up the words for each operation', () => {
	expect(operationSubtitle(resources)).toBe(
		'={{ ({"bee.open":"Open: Bee","zebra.send":"Send: Zebra","zebra.list":"List: Zebra","ant.open":"Open: Ant"})[$parameter["resource"] + "." + $parameter["operation"]] }}',
	);
});

describe('resourceParameters', () => {
	const [resource, ...others] = resourceParameters(resources, 'zebra');
	const operations = others.filter(({ name }) => name === 'operation');
	const fields = others.filter(({ name }) => name !== 'operation');

	const optionsOf = ({ options = [] }: INodeProperties) => options.map((option) => ({ ...option }));

	test('begins with the choice of the resource, the default first and the others in alphabetical order', () => {
		expect(resource).toMatchObject({ name: 'resource', type: 'options', noDataExpression: true, default: 'zebra' });
		expect(optionsOf(resource as INodeProperties)).toEqual([
			{ name: 'Zebra', value: 'zebra' },
			{ name: 'Ant', value: 'ant' },
			{ name: 'Bee', value: 'bee' },
		]);
	});

	test("offers each resource's own operations, in alphabetical order and with the first one as the default", () => {
		const [ofBee, ofZebra, ofAnt] = operations as [INodeProperties, INodeProperties, INodeProperties];

		const shown = { displayOptions: { show: { resource: ['zebra'] } } };
		expect(ofZebra).toMatchObject({ ...shown, noDataExpression: true, default: 'send' });
		expect(optionsOf(ofZebra)).toEqual([
			{ name: 'List', value: 'list', action: 'List it', description: 'How to List' },
			{ name: 'Send', value: 'send', action: 'Send it', description: 'How to Send' },
		]);
		expect(optionsOf(ofBee)).toMatchObject([{ value: 'open', displayOptions: { show: { '/wing': ['left'] } } }]);
		expect(ofAnt).toMatchObject({ displayOptions: { show: { resource: ['ant'] } }, default: 'open' });
	});

	test("shows each operation's fields for it only, and keeps their own display rules", () => {
		expect(fields.map(({ name, displayOptions }) => [name, displayOptions])).toEqual([
			['first', { show: { resource: ['zebra'], operation: ['send'] } }],
			['shared', { show: { resource: ['zebra'], operation: ['send'], returnAll: [false] } }],
			['shared', { show: { resource: ['zebra'], operation: ['list'], returnAll: [false] } }],
		]);
		// Operations share fields.
		expect(shared.displayOptions).toEqual({ show: { returnAll: [false] } });
	});
});

describe('findOperation', () => {
	test('finds the operation behind the values of the two parameters', () => {
		expect(findOperation(resources, 'zebra', 'list')).toBe(list);
	});

	test.each(['fox.list', 'ant.list', 'zebra.fly'])('finds none for the resource and the operation of %s', (key) => {
		const [resourceValue = '', operationValue = ''] = key.split('.');
		expect(() => findOperation(resources, resourceValue, operationValue)).toThrow('There is no operation');
	});
});
