import { plainServer, type PlainServer } from './plainServer';
import type { RecordedExchange, Recording } from './recording';

/**
 * Responds to each request as the recorded service did to the same one: by sender, method and address. Where it was sent
 * several times, the responses come in their order, and the last one stays. The key of a sender is its name.
 */
export async function startReplay(recording: Recording, host?: string, port?: number): Promise<PlainServer> {
	const responses = new Map<string, RecordedExchange[]>();
	for (const exchange of recording.exchanges) {
		const request = `${exchange.sentBy} ${exchange.method} ${exchange.url}`;
		responses.set(request, [...(responses.get(request) ?? []), exchange]);
	}
	return await plainServer(
		({ method, url, headers }, response) => {
			const key = headers.authorization?.replace('Bearer ', '');
			const sender = key === undefined || recording.given.includes(key) ? (key ?? 'nobody') : 'stranger';
			const request = `${sender} ${method} ${url}`;
			const [next, ...later] = responses.get(request) ?? [];
			if (later.length > 0) responses.set(request, later);
			response.statusCode = next?.status ?? 501;
			response.setHeader('content-type', 'application/json');
			response.end(next?.body ?? JSON.stringify({ error: `The recording does not have: ${request}` }));
		},
		host,
		port,
	);
}
