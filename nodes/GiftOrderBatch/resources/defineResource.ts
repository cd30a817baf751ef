import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import type { Operation } from './operation';

/** A group of operations, as the node's Resource parameter offers it. */
export interface Resource {
	/** The value that saved workflows hold. */
	value: string;
	name: string;
	operations: Operation[];
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

function operationParameter({ value: resource, operations }: Resource): INodeProperties {
	const options = operations
		.map(({ name, value, action, description, displayOptions }) => ({
			name,
			value,
			action,
			description,
			displayOptions,
		}))
		.sort(byName);
	const [{ value: first } = { value: '' }] = operations;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: first,
	};
}

/** The node's parameters for its resources: Resource, each resource's Operation, and each operation's fields, shown for it only. */
export function resourceParameters(resources: Resource[], defaultResource: string): INodeProperties[] {
	const resourceParameter: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		// The default is first: n8n's picker lists the actions of a package in this order.
		options: resources
			.map(({ name, value }) => ({ name, value }))
			.sort((a, b) => Number(b.value === defaultResource) - Number(a.value === defaultResource) || byName(a, b)),
		default: defaultResource,
	};
	const fields = resources.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ value: operation, fields: operationFields }) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, operationFields),
		),
	);
	return [resourceParameter, ...resources.map(operationParameter), ...fields];
}

/** The expression that names the chosen operation on the canvas in the words of its parameters, such as "Create: Order Batch". */
export function operationSubtitle(resources: Resource[]): string {
	const names = resources.flatMap(({ value: resource, name: resourceName, operations }) =>
		operations.map(({ value, name }) => [`${resource}.${value}`, `${name}: ${resourceName}`]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(names))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/** The operation behind the values of the parameters Resource and Operation. @throws Error when there is none */
export function findOperation(resources: Resource[], resource: string, operation: string): Operation {
	const found = resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
	if (!found) throw new Error(`There is no operation "${operation}" of the resource "${resource}"`);
	return found;
}
