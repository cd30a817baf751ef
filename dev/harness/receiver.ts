import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
	method: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A listening address that keeps what it is sent and responds as it is told to. */
export class Receiver {
	readonly received: Received[] = [];
	connectionsEnded = 0;
	private planned: number[] = [];

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Receiver> {
		const server = createServer();
		const receiver = new Receiver(server);
		server.on('request', (request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				receiver.received.push({
					method: request.method ?? '',
					headers: request.headers,
					body: Buffer.concat(chunks).toString(),
				});
				request.socket.once('close', () => (receiver.connectionsEnded += 1));
				const status = receiver.planned.shift() ?? 200;
				if (status === 0) request.socket.destroy();
				else if (status > 0) response.writeHead(status, { location: '/elsewhere' }).end();
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return receiver;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
	}

	/** The statuses of the next responses, and 200 after them. 0 breaks the connection, -1 never responds. */
	respondWith(...planned: number[]): void {
		this.planned = planned;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
