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

const MAX_ATTEMPTS = 100;

/** A port of 127.0.0.1 that nothing listens on, and that no system gives away until it is used. */
export async function freePort(): Promise<number> {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const port = randomInt(FIRST_PORT, LAST_PORT);
		if (await isPortFree(port)) return port;
	}
	throw new Error('No port of 127.0.0.1 is free.');
}
