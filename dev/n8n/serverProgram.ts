import { spawn, type SpawnOptions } from 'node:child_process';
import { basename } from 'node:path';
import { SetupError } from './requirements.cjs';

const LOG_TAIL_LINES = 20;

/** A server that is a program of its own. */
export interface RunningServer {
	processId: number;
	/** Ends it; does nothing when it has ended already. By default, it is asked with SIGTERM. */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ServerOptions extends Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> {
	/** What errors call it; by default the name of the program. */
	name?: string;
	/** How long it may take to be ready; default 5 minutes. */
	startTimeoutMs?: number;
	/** How long it may take to end before it is killed; default 10 s. */
	stopTimeoutMs?: number;
	/** Called with all that it prints. */
	onText?: (text: string) => void;
}

/**
 * Starts a server program and resolves when it has printed `ready`. It ends with this process at the latest.
 *
 * @throws {SetupError} with the end of what it has printed when it ends instead, or is not ready in time
 */
export async function startServer(
	program: string,
	args: string[],
	ready: string,
	options: ServerOptions = {},
): Promise<RunningServer> {
	const {
		name = basename(program),
		startTimeoutMs = 300_000,
		stopTimeoutMs = 10_000,
		onText,
		...spawnOptions
	} = options;
	const child = spawn(program, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	let hasEnded = false;
	const ended = new Promise<string>((resolve) => {
		child.once('error', ({ message }) => resolve(message));
		child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
	}).finally(() => {
		hasEnded = true;
		process.removeListener('exit', kill);
	});
	async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
		if (hasEnded) return;
		child.kill(signal);
		const timer = setTimeout(kill, stopTimeoutMs);
		await ended;
		clearTimeout(timer);
	}

	let printed = '';
	let timer: NodeJS.Timeout | undefined;
	const problem = await new Promise<string | undefined>((resolve) => {
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				onText?.(text);
				// Only what it prints until then is kept here.
				if (timer) printed += text;
				if (timer && printed.includes(ready)) resolve(undefined);
			});
		}
		void ended.then((reason) => resolve(`${name} ended instead of starting (${reason}).`));
		timer = setTimeout(() => resolve(`${name} was not ready within ${startTimeoutMs / 1000} s.`), startTimeoutMs);
	});
	clearTimeout(timer);
	timer = undefined;
	if (problem === undefined) return { processId: child.pid!, stop };
	await stop('SIGKILL');
	const tail = printed.trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
	throw new SetupError(`${problem} The end of its log:\n${tail}`);
}
