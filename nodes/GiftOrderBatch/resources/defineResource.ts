import { updateDisplayOptions, type IDataObject, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import type { NodeError } from '../api/errors';
import type { ItemContext } from './itemContext';

/** One operation of the node: what its user sees, and what it does for one input item. */
export interface Operation {
	/** The value that saved workflows hold. */
	value: string;
	name: string;
	/** What the operation does, as the node picker shows it. */
	action: string;
	description: string;
	/** The parameters, without display rules. */
	fields: INodeProperties[];
	/**
	 * Reads and checks one item's parameters, and returns what is then to be done for it, which answers the data of its
	 * output items. Nothing is done before all items are planned, so that bad input is found before anything is sent.
	 * Errors are thrown, not handled.
	 */
	plan(item: ItemContext): () => Promise<IDataObject[]>;
	/**
	 * Checks what is planned for all items together, before any of it is done.
	 * @throws NodeOperationError when nothing of it may be done
	 */
	confirm?(items: ItemContext[]): void;
	/** For an operation that can take all items together instead of one by one. */
	together?: {
		/** Whether it does, as the parameters of the first item say. */
		applies(first: ItemContext): boolean;
		/** As `plan`, for all items. */
		plan(items: ItemContext[]): Step[];
	};
}

/** One thing that an operation does, for one or more input items (their indexes, from 0). */
export interface Step {
	itemIndexes: number[];
	/** Answers the output items; each comes from all of the step's input items unless it names its own. */
	run(): Promise<OutputItem[]>;
}

/** An output item, or why there is none. */
export type OutputItem = ({ json: IDataObject } | { error: NodeError }) & { itemIndexes?: number[] };

/** A group of operations, as the node's Resource parameter offers it. */
export interface Resource {
	/** The value that saved workflows hold. */
	value: string;
	name: string;
	operations: Operation[];
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

function operationParameter({ value: resource, operations }: Resource): INodeProperties {
	const options: INodePropertyOptions[] = operations
		.map(({ name, value, action, description }) => ({ name, value, action, description }))
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
		options: resources.map(({ name, value }) => ({ name, value })).sort(byName),
		default: defaultResource,
	};
	const fields = resources.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ value: operation, fields: ownFields }) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, ownFields),
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
