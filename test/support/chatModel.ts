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

/**
 * Starts a chat model that thinks nothing, and says what its script tells it to, in the wire format of OpenAI's chat
 * completions. A request without tools takes no turn.
 */
export async function startChatModel() {
	let script: ScriptedTurn[] = [];
	/** The last request with tools. */
	let last: Request = { messages: [] };
	let turnCount = 0;

	function nextMessage(): Message {
		const next = script.shift();
		if (next === undefined) throw new Error('The script of the chat model is over');
		const turn = typeof next === 'function' ? next(resultsIn(last.messages)) : next;
		turnCount++;
		if (typeof turn === 'string') return { role: 'assistant', content: turn };
		const calls = turn.map(({ tool, input }, index) => ({
			id: `call_${turnCount}_${index}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(input) },
		}));
		return { role: 'assistant', content: null, tool_calls: calls };
	}

	/** The body of the response, and its type: a completion, or a stream of one chunk. */
	function complete(request: Request): [body: string, type: string] {
		if (request.tools) last = request;
		const message: Message = request.tools ? nextMessage() : { role: 'assistant', content: 'A title' };
		const { tool_calls: calls } = message;
		const choice = { index: 0, finish_reason: calls ? 'tool_calls' : 'stop' };
		const bodyWith = (object: string, content: object) =>
			JSON.stringify({
				id: `chatcmpl-${turnCount}`,
				object,
				created: 0,
				model: 'scripted',
				choices: [{ ...choice, ...content }],
				usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
			});
		if (!request.stream) return [bodyWith('chat.completion', { message }), 'application/json'];
		const delta = { ...message, tool_calls: calls?.map((call, index) => ({ index, ...call })) };
		return [`data: ${bodyWith('chat.completion.chunk', { delta })}\n\ndata: [DONE]\n\n`, 'text/event-stream'];
	}

	const { baseUrl, close } = await plainServer(async (request, response) => {
		const answer = (status: number, body: string, type = 'application/json') =>
			response.writeHead(status, { 'content-type': type }).end(body);
		const fail = (status: number, message: string) => answer(status, JSON.stringify({ error: { message } }));
		if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
			fail(404, `There is nothing at ${request.method} ${request.url}`);
			return;
		}
		try {
			answer(200, ...complete((await json(request)) as Request));
		} catch (error) {
			// A status after which the client does not try again.
			fail(400, (error as Error).message);
		}
	});
	return {
		/** The address that stands for https://api.openai.com/v1. */
		baseUrl: `${baseUrl}/v1`,
		/** The tools that it was offered last. */
		get tools() {
			return (last.tools ?? []).map((tool) => tool.function);
		},
		/** What the tools answered in the conversation, in order. */
		get results() {
			return resultsIn(last.messages);
		},
		/** Forgets the last conversation, and takes these turns in the next; it must end with a text. */
		play(turns: ScriptedTurn[]) {
			[script, last] = [[...turns], { messages: [] }];
		},
		close,
	};
}
