import { startService, type AccountName, type RunningService, type ServiceOptions } from '../mock-service';
import { send, type Reply } from '../n8n/http';

/** A plain HTTP client of one service; it returns every response, whatever its status. */
export class Client {
	constructor(readonly service: RunningService) {}

	async get<Body = unknown>(path: string, as: AccountName = 'automation'): Promise<Reply<Body>> {
		return await this.send<Body>('GET', path, undefined, as);
	}

	async post<Body = unknown>(path: string, body?: unknown, as: AccountName = 'automation'): Promise<Reply<Body>> {
		return await this.send<Body>('POST', path, body, as);
	}

	/** @param as whose key to send; `null` for none. */
	async send<Body = unknown>(
		method: string,
		path: string,
		body: unknown,
		as: AccountName | null,
	): Promise<Reply<Body>> {
		const { baseUrl, keys } = this.service;
		return await send<Body>(method, baseUrl + path, body, as ? { authorization: `Bearer ${keys[as]}` } : {});
	}
}

/**
 * Starts a service for the tests of a file, and empties it before each.
 * @returns a function that gives the client, once tests run.
 */
export function useService(options: ServiceOptions = {}): () => Client {
	let client: Client;
	beforeAll(async () => {
		client = new Client(await startService(options));
	});
	beforeEach(() => client.service.reset());
	afterAll(async () => await client.service.close());
	return () => client;
}
