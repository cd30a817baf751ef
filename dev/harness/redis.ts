import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { freePort } from '../n8n/ports';
import { programPath } from './program';
import { startServer, type RunningServer } from '../n8n/serverProgram';

/** Redis that keeps everything in memory. */
export interface RunningRedis extends RunningServer {
	port: number;
	/** How many entries a list has. */
	lengthOf(list: string): Promise<number>;
}

/**
 * Starts Redis on a free port of 127.0.0.1.
 * @throws Error when it is not installed, or ends instead of starting
 */
export async function startRedis(): Promise<RunningRedis> {
	const port = await freePort();
	const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', logfile: '' };
	const server = await startServer(
		programPath('redis-server', 'redis-server'),
		Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
		'Ready to accept connections',
	);
	return {
		...server,
		port,
		async lengthOf(list) {
			const program = programPath('redis-cli', 'redis-tools');
			const { stdout } = await promisify(execFile)(program, ['-p', String(port), 'LLEN', list]);
			return Number(stdout);
		},
	};
}
