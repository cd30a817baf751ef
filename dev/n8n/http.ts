/** What a server responded. `data` is its JSON, or its text where that is no JSON. */
export interface Reply<Data = unknown> {
	status: number;
	headers: Record<string, string>;
	cookies: string[];
	data: Data;
}

/**
 * Sends a request, follows no redirect, and returns the response with any status.
 *
 * @param body a text or a form as it is, anything else as JSON
 * @throws Error with what broke when there is no response
 */
export async function send<Data = unknown>(
	method: string,
	url: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Reply<Data>> {
	const isReady = body === undefined || typeof body === 'string' || body instanceof FormData;
	const response = await fetch(url, {
		method,
		// A server ends an idle connection, maybe just when the next request is sent on it.
		headers: { connection: 'close', ...(!isReady && { 'content-type': 'application/json' }), ...headers },
		body: isReady ? (body as string | FormData | undefined) : JSON.stringify(body),
		redirect: 'manual',
	}).catch(({ cause = {} }: { cause?: { code?: string; message?: string } }) => {
		throw new Error(`${method} ${url}: ${cause.code} ${cause.message}`, { cause });
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: Object.fromEntries(response.headers),
		cookies: response.headers.getSetCookie(),
		data: jsonOr(text) as Data,
	};
}

function jsonOr(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
