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

test('resourceParameters offers resources and their operations in alphabetical order, and shows fields for one operation only', () => {
	const forSend = { resource: ['zebra'], operation: ['send'] };
	const forList = { resource: ['zebra'], operation: ['list'] };
	expect(resourceParameters(resources, 'zebra')).toMatchObject([
		{
			...{ name: 'resource', type: 'options', noDataExpression: true, default: 'zebra' },
			// The default is first.
			options: [{ name: 'Zebra', value: 'zebra' }, { value: 'ant' }, { value: 'bee' }],
		},
		{ name: 'operation', options: [{ value: 'open', displayOptions: { show: { '/wing': ['left'] } } }] },
		{
			...{
				name: 'operation',
				displayOptions: { show: { resource: ['zebra'] } },
				noDataExpression: true,
				default: 'send',
			},
			options: [{ name: 'List', value: 'list', action: 'List it', description: 'How to List' }, { value: 'send' }],
		},
		{ name: 'operation', displayOptions: { show: { resource: ['ant'] } }, default: 'open' },
		{ name: 'first', displayOptions: { show: forSend } },
		{ name: 'shared', displayOptions: { show: { ...forSend, returnAll: [false] } } },
		{ name: 'shared', displayOptions: { show: { ...forList, returnAll: [false] } } },
	]);
	// Operations share fields.
	expect(shared.displayOptions).toEqual({ show: { returnAll: [false] } });
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
