import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether nothing listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer()
			.once('error', () => resolve(false))
			.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** Below the ports that systems give to connections and to servers that ask for any port: only who chooses takes one. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** Begins anywhere, so that processes that choose at the same time choose different ports. */
let next = randomInt(FIRST_PORT, LAST_PORT);

/** A port of 127.0.0.1 that nothing listens on, and that neither a system nor this process gives away again. */
export async function freePort(): Promise<number> {
	for (let attempt = FIRST_PORT; attempt < LAST_PORT; attempt++) {
		const port = next;
		next = port + 1 < LAST_PORT ? port + 1 : FIRST_PORT;
		if (await isPortFree(port)) return port;
	}
	throw new Error('No port of 127.0.0.1 is free.');
}
