import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { plainServer } from '../../dev/harness/plainServer';

/** A tool as the model is offered it; `parameters` is the JSON schema of its input. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, IDataObject>; required?: string[] };
}

export interface ToolCall {
	tool: string;
	input: IDataObject;
}

/** What a tool answered to a call of the model, as text. */
export interface ToolResult {
	tool: string;
	text: string;
}

/** The items that a tool of this package answered. */
export const itemsIn = ({ text }: ToolResult) => JSON.parse(text) as IDataObject[];

/** The model's text, with which the agent ends, or the tools that it calls, all at once. */
export type Turn = string | ToolCall[];

/** A turn, or how it follows from all that the tools have answered so far. */
export type ScriptedTurn = Turn | ((results: ToolResult[]) => Turn);

export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;

interface Message {
	role: string;
	content: unknown;
	tool_calls?: Array<{ id: string; function: { name: string } }>;
	tool_call_id?: string;
}

interface Request {
	messages: Message[];
	stream?: boolean;
	tools?: Array<{ function: OfferedTool }>;
}

function resultsIn(messages: Message[]): ToolResult[] {
	const calls = messages.flatMap(({ tool_calls: toolCalls = [] }) => toolCalls);
	return messages
		.filter(({ role }) => role === 'tool')
		.map(({ tool_call_id: callId, content }) => ({
			tool: calls.find(({ id }) => id === callId)?.function.name ?? '',
			text: String(content),
		}));
}

/** Responds with a completion as a stream of one chunk. */
function streamTo(response: ServerResponse, completion: IDataObject): void {
	const [choice] = completion.choices as [{ message: { tool_calls?: object[] } }];
	const { tool_calls: calls, ...message } = choice.message;
	const delta = { ...message, ...(calls && { tool_calls: calls.map((call, index) => ({ index, ...call })) }) };
	const chunk = { ...completion, object: 'chat.completion.chunk', choices: [{ ...choice, delta }] };
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
}

/**
 * Starts a chat model that thinks nothing, and says what its script tells it to, in the wire format of OpenAI's chat
 * completions. A request without tools takes no turn.
 */
export async function startChatModel() {
	let script: ScriptedTurn[] = [];
	let tools: OfferedTool[] = [];
	let results: ToolResult[] = [];
	let turnCount = 0;

	function nextMessage(): IDataObject {
		const next = script.shift();
		if (next === undefined) throw new Error('The script of the chat model is over');
		const turn = typeof next === 'function' ? next(results) : next;
		turnCount++;
		if (typeof turn === 'string') return { role: 'assistant', content: turn };
		return {
			role: 'assistant',
			content: null,
			tool_calls: turn.map(({ tool, input }, index) => ({
				id: `call_${turnCount}_${index}`,
				type: 'function',
				function: { name: tool, arguments: JSON.stringify(input) },
			})),
		};
	}

	function complete(request: Request): IDataObject {
		if (request.tools) {
			tools = request.tools.map((tool) => tool.function);
			results = resultsIn(request.messages);
		}
		const message = request.tools ? nextMessage() : { role: 'assistant', content: 'A title' };
		return {
			id: `chatcmpl-${turnCount}`,
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, message, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' }],
			usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
		};
	}

	const { baseUrl, close } = await plainServer(async (request, response) => {
		const answer = (status: number, body: object) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
			answer(404, { error: { message: `There is nothing at ${request.method} ${request.url}` } });
			return;
		}
		try {
			const asked = (await json(request)) as Request;
			const completion = complete(asked);
			if (asked.stream) streamTo(response, completion);
			else answer(200, completion);
		} catch (error) {
			// A status after which the client does not try again.
			answer(400, { error: { message: (error as Error).message } });
		}
	});
	return {
		/** The address that stands for https://api.openai.com/v1. */
		baseUrl: `${baseUrl}/v1`,
		/** The tools that it was offered last. */
		get tools() {
			return tools;
		},
		/** What the tools answered in the conversation, in order. */
		get results() {
			return results;
		},
		/** Forgets the last conversation, and takes these turns in the next; it must end with a text. */
		play(turns: ScriptedTurn[]) {
			[script, tools, results] = [[...turns], [], []];
		},
		close,
	};
}
