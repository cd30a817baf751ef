import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INode, INodeParameters, IWorkflowSettings } from 'n8n-workflow';

import type { WorkflowInput } from '../../dev/n8n/n8nClient';

const FOLDER = join(process.cwd(), 'examples');

/** The names of the example workflows' files. */
export const EXAMPLE_FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

export function readExample(file: string): WorkflowInput {
	return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowInput;
}

/** The text of the page that lists the examples. */
export const readList = (): string => readFileSync(join(FOLDER, 'README.md'), 'utf8');

/** What a user changes in an example: parameters by the name of their node, whole nodes, the workflow's settings. */
export interface Changes {
	parameters?: Record<string, INodeParameters>;
	nodes?: Record<string, Partial<INode>>;
	settings?: IWorkflowSettings;
}

/**
 * A workflow as a user has changed it: their values in the place of the example's own.
 * @throws Error when a node to change does not exist
 */
export function changed<T extends WorkflowInput>(workflow: T, { parameters = {}, nodes = {}, settings }: Changes): T {
	const names = workflow.nodes.map(({ name }) => name);
	const unknown = [...Object.keys(parameters), ...Object.keys(nodes)].find((name) => !names.includes(name));
	if (unknown) throw new Error(`'${workflow.name}' has no node '${unknown}'.`);
	return {
		...workflow,
		settings: { ...workflow.settings, ...settings },
		nodes: workflow.nodes.map((node) => ({
			...node,
			...nodes[node.name],
			parameters: { ...node.parameters, ...parameters[node.name] },
		})),
	};
}

/** What the products to choose from a list are replaced by, in the nodes that have one. */
export function withProduct<T extends WorkflowInput>(workflow: T, productId: string): T {
	const product = { __rl: true, mode: 'list', value: productId };
	const toChoose = workflow.nodes.filter(({ parameters }) => JSON.stringify(parameters.cartItems)?.includes('"list"'));
	return changed(workflow, {
		parameters: Object.fromEntries(
			toChoose.map(({ name }) => [name, { cartItems: { item: [{ product, quantity: 1 }] } } as INodeParameters]),
		),
	});
}
