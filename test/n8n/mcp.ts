import { randomUUID } from 'node:crypto';

import type { IDataObject, INode } from 'n8n-workflow';

import type { TestInstance } from '../../dev/harness/testInstance';
import { node } from '../../dev/harness/workflows';
import { send } from '../../dev/n8n/http';
import { until } from '../support/until';

const MCP = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/**
 * Publishes a workflow in which n8n's MCP Server Trigger offers a tool.
 * @returns calls the tool by its name, in a session of its own, and returns its items
 */
export async function publishTool({ client, n8n }: Pick<TestInstance, 'client' | 'n8n'>, tool: INode) {
	const path = randomUUID();
	const trigger = {
		...node('MCP', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, { path, authentication: 'none' }),
		webhookId: randomUUID(),
	};
	const connections = { [tool.name]: { ai_tool: [[{ node: trigger.name, type: 'ai_tool' as const, index: 0 }]] } };
	await client.activate(await client.createWorkflow({ name: 'MCP', nodes: [trigger, tool], connections }));
	let id = 0;
	const post = async (method: string, params: object, session?: string) =>
		await send(
			'POST',
			`${n8n.baseUrl}/mcp/${path}`,
			{ jsonrpc: '2.0', id: ++id, method, params },
			{ accept: 'application/json, text/event-stream', ...(session && { 'mcp-session-id': session }) },
		);
	return async (name: string, input: IDataObject): Promise<IDataObject[]> => {
		const session = await until(
			'the trigger opens a session',
			async () => (await post('initialize', MCP)).headers['mcp-session-id'],
		);
		const { data } = await post('tools/call', { name, arguments: input }, session);
		const { result } = JSON.parse(/^data: (.*)$/m.exec(String(data))![1]!) as {
			result: { content: Array<{ text: string }> };
		};
		return JSON.parse(result.content[0]!.text) as IDataObject[];
	};
}
