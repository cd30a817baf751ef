import { spawn, type SpawnOptions } from 'node:child_process';

/** A server that is a program of its own. */
export interface RunningServer {
	processId: number;
	stop(): Promise<void>;
}

/**
 * Starts a server program and resolves when it has printed `ready`. It ends with this process at the latest.
 * @throws Error with all that it has printed when it ends instead
 */
export async function startServer(
	program: string,
	args: string[],
	ready: string,
	options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'> = {},
): Promise<RunningServer> {
	const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	const end = () => child.kill('SIGINT');
	process.once('exit', end);
	const closed = new Promise((resolve) => child.once('close', resolve));
	let printed = '';
	await new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				printed += text;
				if (printed.includes(ready)) resolve();
			});
		}
		child.once('error', reject);
		void closed.then(() => reject(new Error(`${program} ended instead of starting:\n${printed}`)));
	});
	return {
		processId: child.pid!,
		async stop() {
			end();
			await closed;
			process.removeListener('exit', end);
		},
	};
}
