import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INode, INodeParameters, IPinData, IWorkflowSettings } from 'n8n-workflow';

import type { WorkflowInput } from '../../dev/n8n/n8nClient';

const FOLDER = join(process.cwd(), 'examples');

export const EXAMPLE_FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

export function readExample(file: string): WorkflowInput {
	return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowInput;
}

export const readList = (): string => readFileSync(join(FOLDER, 'README.md'), 'utf8');

/**
 * What a user changes in an example: parameters by the name of their node, whole nodes, pinned items (none: the node is
 * unpinned), the workflow's settings.
 */
export interface Changes {
	parameters?: Record<string, INodeParameters>;
	nodes?: Record<string, Partial<INode>>;
	pinned?: Record<string, IDataObject[]>;
	settings?: IWorkflowSettings;
}

/**
 * A workflow as a user has changed it: their values in the place of the example's own.
 * @throws Error when a node to change does not exist
 */
export function changed<T extends WorkflowInput>(
	workflow: T,
	{ parameters = {}, nodes = {}, pinned = {}, settings }: Changes,
): T {
	const names = workflow.nodes.map(({ name }) => name);
	const unknown = [parameters, nodes, pinned].flatMap(Object.keys).find((name) => !names.includes(name));
	if (unknown) throw new Error(`'${workflow.name}' has no node '${unknown}'.`);
	const pinData: IPinData = { ...workflow.pinData };
	for (const [name, items] of Object.entries(pinned)) {
		if (items.length > 0) pinData[name] = items.map((json) => ({ json }));
		else delete pinData[name];
	}
	return {
		...workflow,
		pinData,
		settings: { ...workflow.settings, ...settings },
		nodes: workflow.nodes.map((node) => ({
			...node,
			...nodes[node.name],
			parameters: { ...node.parameters, ...parameters[node.name] },
		})),
	};
}

/** What the user of an example must choose, in the nodes that have it: the product, the address of the chat, the data table. */
export function chosen(
	{ nodes }: WorkflowInput,
	productId: string,
	chatUrl: string,
	tableId = '',
): Changes['parameters'] {
	const fromList = (value: string): INodeParameters => ({ __rl: true, mode: 'list', value });
	const choose = ({ type, parameters }: INode): INodeParameters => {
		if (type === 'n8n-nodes-base.dataTable') return { dataTableId: fromList(tableId) };
		if (String(parameters.url).startsWith('https://chat.example.com')) return { url: chatUrl };
		const asksForProduct = JSON.stringify(parameters.cartItems)?.includes('"list"');
		return asksForProduct ? { cartItems: { item: [{ product: fromList(productId), quantity: 1 }] } } : {};
	};
	return Object.fromEntries(nodes.map((node) => [node.name, choose(node)]));
}

/** The columns of text, and those of numbers, of the data table that the notes of an example tell its user to create. */
export function tableColumns({ nodes }: WorkflowInput): [texts: string[], numbers: string[]] | undefined {
	const notes = nodes.map(({ parameters }) => String(parameters.content)).join('\n');
	const [, columns] = /Create a data table(.+?)\bchoose it/i.exec(notes) ?? [];
	if (columns === undefined) return undefined;
	const namesIn = (text = '') => [...text.matchAll(/\*(\w+)\*/g)].map(([, name]) => name!);
	const [texts, numbers] = columns.split('number columns');
	return [namesIn(texts), namesIn(numbers)];
}

export const pinnedIn = (file: string, name: string): IDataObject[] =>
	readExample(file).pinData![name]!.map(({ json }) => json);

/** The parameters of an Edit Fields node that puts out these fields. */
export const assigned = (fields: INodeParameters): INodeParameters => ({
	assignments: {
		assignments: Object.entries(fields).map(([name, value]) => ({ id: name, name, type: typeof value, value })),
	},
});

/** Changes with which a node puts out what it is given, instead of calling its vendor. */
export function echoing(file: string, name: string): Changes {
	const { parameters } = readExample(file).nodes.find((node) => node.name === name)!;
	return {
		nodes: { [name]: { type: 'n8n-nodes-base.set', typeVersion: 3.4 } },
		parameters: { [name]: assigned(parameters) },
		pinned: { [name]: [] },
	};
}
