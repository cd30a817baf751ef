import 'reflect-metadata';

import { PackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import { Workflow, type INodeProperties, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { engineHost, nodeTypesOf } from '../harness/engineHost';
import {
	credentialData,
	CREDENTIAL_TYPE,
	exampleWorkflow,
	resultOf,
	START,
	type DemoResult,
	type DemoService,
} from './example';

const PACKAGE_PREFIX = 'n8n-nodes-gift-order-batch.';

/**
 * Runs the example workflow in n8n's execution engine alone, with the built package of `projectFolder` loaded as n8n
 * loads it, and returns what it sent.
 *
 * @throws when the workflow fails, with the node's name and its error
 */
export async function sendGiftsInEngine(projectFolder: string, service: DemoService): Promise<DemoResult> {
	const loaded = new PackageDirectoryLoader(projectFolder);
	await loaded.loadAll();
	const workflow = new Workflow({
		id: 'example',
		active: false,
		nodeTypes: nodeTypesOf((type) =>
			type.startsWith(PACKAGE_PREFIX)
				? (loaded.getNode(type.slice(PACKAGE_PREFIX.length)).type as INodeType)
				: BUILT_IN[type],
		),
		...exampleWorkflow({ id: 'example', name: 'example' }, service),
	});
	const { type: credentialType } = loaded.getCredential(CREDENTIAL_TYPE);
	const host = engineHost([credentialType], { [CREDENTIAL_TYPE]: credentialData(service) });
	const startNode = workflow.getNode(START)!;
	return resultOf(await new WorkflowExecute(host, 'manual').run({ workflow, startNode }));
}

/** Those of n8n's own nodes that the example uses, in short: their package has half of n8n as its dependencies. */
const BUILT_IN: Record<string, INodeType> = {
	'n8n-nodes-base.manualTrigger': {
		description: descriptionOf('manualTrigger'),
		execute: async () => [[{ json: {} }]],
	},
	'n8n-nodes-base.code': {
		description: descriptionOf('code', { displayName: 'JavaScript', name: 'jsCode', type: 'string', default: '' }),
		async execute() {
			return [new Function(this.getNodeParameter('jsCode', 0) as string)()];
		},
	},
};

function descriptionOf(name: string, ...properties: INodeProperties[]): INodeTypeDescription {
	return { name, displayName: name, version: 1, properties } as unknown as INodeTypeDescription;
}
