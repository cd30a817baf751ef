import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { freePort } from '../../dev/n8n/ports';
import { programPath } from '../support/program';

/** Redis that keeps everything in memory. */
export interface RunningRedis {
	port: number;
	/** How many entries a list has. */
	lengthOf(list: string): Promise<number>;
	/** Ends it; everything that it kept is gone. */
	stop(): Promise<void>;
}

/**
 * Starts Redis on a free port of 127.0.0.1; it ends with this process at the latest.
 * @throws Error when it is not installed, or ends instead of starting
 */
export async function startRedis(): Promise<RunningRedis> {
	const port = await freePort();
	const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', logfile: '' };
	const child = spawn(
		programPath('redis-server', 'redis-server'),
		Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	const ended = once(child, 'exit');
	await Promise.race([
		new Promise<void>((resolve) => {
			createInterface(child.stdout).on('line', (line) => {
				if (line.includes('Ready to accept connections')) resolve();
			});
		}),
		ended.then(() => {
			throw new Error('Redis ended instead of starting.');
		}),
	]);
	return {
		port,
		async lengthOf(list) {
			const program = programPath('redis-cli', 'redis-tools');
			const { stdout } = await promisify(execFile)(program, ['-p', String(port), 'LLEN', list]);
			return Number(stdout);
		},
		async stop() {
			kill();
			await ended;
			process.removeListener('exit', kill);
		},
	};
}
