import type { INode, INodeParameters, NodeConnectionType } from 'n8n-workflow';

import type { Credential, WorkflowInput } from '../../dev/n8n/n8nClient';
import { GIFT_ORDER_BATCH, chain, giftNode, node } from '../../dev/harness/workflows';

/** What n8n makes of the action node for agents. */
export const GIFT_ORDER_BATCH_TOOL = `${GIFT_ORDER_BATCH}Tool`;

/** Of n8n's AI Agent node: up to 2 it runs its tools itself, from 3 on it has n8n run them like other nodes. */
export const AGENT_VERSIONS = [2.2, 3];

/** The action node as a tool, with an Automation API credential. */
export function giftTool(
	name: string,
	credential: Credential,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode {
	return { ...giftNode(name, credential, parameters), type: GIFT_ORDER_BATCH_TOOL, ...more };
}

/** A workflow that starts at `start`, whose agent 'Agent' has a chat model and these tools. */
export function agentWorkflow(start: INode, model: Credential, tools: INode[], agentVersion: number): WorkflowInput {
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', agentVersion, {
		promptType: 'define',
		text: 'Send a gift to Nathan.',
		options: {},
	});
	const chatModel = {
		...node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		credentials: { openAiApi: { id: model.id, name: model.name } },
	};
	const { nodes, connections, name } = chain('Agent', start, agent);
	const toAgent = (type: NodeConnectionType) => ({ [type]: [[{ node: agent.name, type, index: 0 }]] });
	return {
		name,
		nodes: [...nodes, chatModel, ...tools],
		connections: {
			...connections,
			[chatModel.name]: toAgent('ai_languageModel'),
			...Object.fromEntries(tools.map((tool) => [tool.name, toAgent('ai_tool')])),
		},
	};
}
