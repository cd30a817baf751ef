import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INode,
	type INodeCredentialTestResult,
	type INodeType,
} from 'n8n-workflow';

import { engineHost, nodeTypesOf } from '../../../dev/harness/engineHost';

/** A rule of a credential's test, of either type. */
interface Rule {
	type: string;
	properties: { value: unknown; message: string; key?: string };
}

interface RequestError {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

/** What n8n makes of a request that failed. */
function verdictOf({ message, cause }: RequestError, rules: Rule[]): string {
	if (!cause?.response) return cause?.code ?? message;
	const { status, statusText } = cause.response;
	const rule = rules.find(({ type, properties }) => type === 'responseCode' && properties.value === status);
	return rule?.properties.message ?? (statusText || `Received HTTP status code: ${status}`);
}

/**
 * Tests a credential as n8n does when its user saves it: n8n's engine sends the request, and this does what n8n's
 * CredentialsTester does with what comes of it. That class is in no package that this project installs; its verdicts are the
 * same in both versions.
 */
export async function testCredential(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	if (!type.test) throw new Error('The credential has no test');
	const { request, rules = [] } = type.test;
	const credential = { id: 'credential', name: 'credential' };
	const node = { id: 'temp', name: 'Temp', type: 'test.noOp', typeVersion: 1, position: [0, 0], parameters: {} };
	const tested = { ...node, credentials: { [type.name]: credential } } as INode;
	const routed = { displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } };
	const nodeType = {
		description: {
			...{ name: 'noOp', version: 1, inputs: [], outputs: [], properties: [routed] },
			credentials: [{ name: type.name, required: true }],
		},
	} as unknown as INodeType;
	const nodeTypes = nodeTypesOf(() => nodeType);
	const context = new ExecuteContext(
		new Workflow({ nodes: [tested], connections: {}, active: false, nodeTypes }),
		tested,
		engineHost([type], { [type.name]: data }),
		'internal',
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node: tested, data: {}, source: null },
		[],
	);
	const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	try {
		const output = await new RoutingNode(context, nodeType, { ...credential, type: type.name, data }).runNode();
		const body = output?.[0]?.[0]?.json as Record<string, unknown> | undefined;
		const rule = (rules as Rule[]).find(
			({ type: kind, properties: { key = '', value } }) => kind === 'responseSuccessBody' && body?.[key] === value,
		);
		return rule ? failed(rule.properties.message) : { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return failed(verdictOf(error as RequestError, rules as Rule[]));
	}
}
