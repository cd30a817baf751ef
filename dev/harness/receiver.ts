import type { IncomingHttpHeaders, RequestListener } from 'node:http';

import { plainServer, type PlainServer } from '../mock-service/plainServer';

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
	private server!: PlainServer;

	static async start(): Promise<Receiver> {
		const receiver = new Receiver();
		receiver.server = await plainServer(receiver.receive);
		return receiver;
	}

	get url(): string {
		return `${this.server.baseUrl}/hook`;
	}

	/** The statuses of the next responses, and 200 after them. 0 breaks the connection, -1 never responds. */
	respondWith(...planned: number[]): void {
		this.planned = planned;
	}

	async close(): Promise<void> {
		await this.server.close();
	}

	private readonly receive: RequestListener = (request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (text: string) => (body += text));
		request.on('end', () => {
			this.received.push({ method: request.method ?? '', headers: request.headers, body });
			request.socket.once('close', () => (this.connectionsEnded += 1));
			const status = this.planned.shift() ?? 200;
			if (status === 0) request.socket.destroy();
			else if (status > 0) response.writeHead(status, { location: '/elsewhere' }).end();
		});
	};
}
