import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { ServiceClient, type Connection } from '../../nodes/GiftOrderBatch/api/client';
import type { Limits } from '../../nodes/GiftOrderBatch/api/limits';
import { passTime } from './fakeDate';

type Send = Connection['send'];

export type PlainRequest = Parameters<Send>[0] & { body?: IDataObject };

/** A response; or an error where there is none. */
export type PlainResponse = { statusCode?: number; headers?: Record<string, unknown>; body?: unknown } | Error;

/** What there is instead of a response when the connection breaks. */
export const dropped = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

/**
 * A client of a service that is a function, and the requests that it has sent. Pauses pass the time of a clock that was stopped.
 * @param respond to each request
 */
export function plainClient(
	respond: (request: PlainRequest, signal: AbortSignal) => PlainResponse | Promise<PlainResponse>,
	limits: Partial<Limits> = {},
	more: Partial<Connection> = {},
) {
	const requests: PlainRequest[] = [];
	const client = new ServiceClient({
		baseUrl: 'https://api.example.com',
		apiKey: 'key',
		signingSecret: '',
		limits,
		sleep: async (ms) => passTime(ms),
		async send(request: PlainRequest, signal) {
			requests.push(request);
			const response = await respond(request, signal);
			if (response instanceof Error) throw response;
			return { statusCode: 200, headers: {}, body: {}, ...response } as IN8nHttpFullResponse;
		},
		...more,
	});
	return { client, requests };
}
