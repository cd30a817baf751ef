import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/** The decrypted data of credentials, by credential type name. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/** The node types that workflows may use; `nodeNamed` returns undefined for those that there are not. */
export const nodeTypesOf = (nodeNamed: (type: string) => INodeType | undefined): INodeTypes =>
	({
		getByName: nodeNamed,
		getByNameAndVersion: (type: string) => {
			const node = nodeNamed(type);
			return node && NodeHelpers.getVersionedNodeType(node);
		},
		getKnownTypes: () => ({}),
	}) as unknown as INodeTypes;

const credentialsHelper = (credentialTypes: ICredentialType[], credentials: CredentialData) => ({
	getParentTypes: () => [],
	isCredentialUsableByNode: () => true,
	/** With the values of expressions for an input item, as n8n evaluates them. */
	getDecrypted: async (...[, , type, mode, executeData, , values]: Parameters<ICredentialsHelper['getDecrypted']>) =>
		values?.workflow.expression.getParameterValue(
			credentials[type] as INodeParameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{},
			executeData,
		) ?? credentials[type],
	getCredentials: async (_node: unknown, type: string) => ({ id: 'credential', name: type, type, data: '' }),
	preAuthentication: async () => undefined,
	updateCredentials: async () => {},
	getCredentialsProperties: (type: string) => credentialTypes.find(({ name }) => name === type)?.properties ?? [],
	authenticate: async (data: ICredentialDataDecryptedObject, type: string, request: IHttpRequestOptions) => {
		const authenticate = credentialTypes.find(({ name }) => name === type)?.authenticate;
		return typeof authenticate === 'function' ? await authenticate(data, request) : request;
	},
});

/** What n8n gives its execution engine, for workflows whose credentials hold this data. */
export function engineHost(
	credentialTypes: ICredentialType[],
	credentials: CredentialData,
	currentNodeParameters?: INode['parameters'],
): IWorkflowExecuteAdditionalData {
	const address = 'http://localhost/';
	return {
		credentialsHelper: credentialsHelper(credentialTypes, credentials),
		hooks: new ExecutionLifecycleHooks('manual', 'execution', {
			id: 'workflow',
			name: 'workflow',
			nodes: [],
			connections: {},
		} as never),
		executionId: randomUUID(),
		restApiUrl: address,
		instanceBaseUrl: address,
		formWaitingBaseUrl: address,
		webhookBaseUrl: address,
		webhookWaitingBaseUrl: address,
		webhookTestBaseUrl: address,
		variables: {},
		currentNodeParameters,
		userId: 'user',
		logAiEvent: () => {},
		sendDataToUI: () => {},
		setExecutionStatus: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
