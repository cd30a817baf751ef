import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { generate } from 'selfsigned';

/** A server with TLS on a free port of this machine, which counts the connections and requests that reach it. */
export async function tlsServer() {
	let connections = 0;
	let requests = 0;
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const server = createServer({ key, cert }, (_request, response) => {
		requests++;
		response.setHeader('content-type', 'application/json').end('{}');
	});
	server.on('connection', () => connections++);
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	return {
		baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`,
		connections: () => connections,
		requests: () => requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
