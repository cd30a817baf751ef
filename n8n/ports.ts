import { createServer, type AddressInfo } from 'node:net';

/** Whether nothing listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
	return (await listenBriefly(port)) !== undefined;
}

/** A port of 127.0.0.1 that nothing listens on right now. */
export async function freePort(): Promise<number> {
	const port = await listenBriefly(0);
	if (port === undefined) throw new Error('No port of 127.0.0.1 is free.');
	return port;
}

function listenBriefly(port: number): Promise<number | undefined> {
	return new Promise((resolve) => {
		const server = createServer()
			.once('error', () => resolve(undefined))
			.listen(port, '127.0.0.1', () => {
				const { port: listened } = server.address() as AddressInfo;
				server.close(() => resolve(listened));
			});
	});
}
