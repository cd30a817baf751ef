import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAfterCommit, type Failure } from './faults';

const HTML = '<!doctype html><html><head><title>Gateway</title></head><body><h1>Welcome</h1></body></html>';

/**
 * Lets the first half of a failure happen, before the handler runs.
 * @returns whether the handler must not run.
 */
export async function failBeforeHandler({ latencyMs, effect }: Failure): Promise<boolean> {
	if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
	return effect !== null && !isAfterCommit(effect);
}

/**
 * Does the second half to the response.
 * @returns the text to send instead of `payload`; never returns for `drop` and `hang`.
 */
export async function failResponse(
	{ effect }: Failure,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: string,
): Promise<string> {
	switch (effect?.kind) {
		case undefined:
			return payload;
		case 'drop':
			request.raw.socket.destroy();
			return await never();
		case 'hang':
			return await never();
		case 'garbage':
			void reply.code(200).type('text/html; charset=utf-8');
			return HTML;
		case 'malformed':
			void reply.type('application/json; charset=utf-8');
			return effect.form === 'truncated' ? payload.slice(0, payload.length / 2) : '{"unexpected":["shape"]}';
		case 'response':
			void reply
				.code(effect.status)
				.type('application/json; charset=utf-8')
				.headers(effect.headers ?? {});
			return typeof effect.body === 'string'
				? effect.body
				: JSON.stringify(effect.body ?? { error: `The service responds with ${effect.status}` });
	}
}

async function never(): Promise<never> {
	return await new Promise<never>(() => {});
}
