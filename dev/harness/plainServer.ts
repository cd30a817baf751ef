import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { freePort } from '../n8n/ports';

/** A server on a free port of this machine that is no Gift Order Batch Service. */
export async function plainServer(listener: RequestListener): Promise<{ baseUrl: string; close: () => Promise<void> }> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** The address of a port of this machine at which nothing listens. */
export const deadAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
