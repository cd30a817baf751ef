import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server without anything of the Gift Order Batch Service. */
export interface PlainServer {
	baseUrl: string;
	/** Breaks open connections, and frees the port. */
	close(): Promise<void>;
}

/** Starts it on a free port of this machine, unless another host or port is given. @throws Error when the port is in use */
export async function plainServer(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<PlainServer> {
	const server = createServer(listener);
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
	return {
		baseUrl: `http://${host}:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
