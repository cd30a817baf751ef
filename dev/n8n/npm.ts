import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { SetupError } from './requirements.cjs';

const PROGRESS_INTERVAL_MS = 15_000;
const LOG_TAIL_LINES = 15;

export interface NpmRun {
	args: string[];
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Everything npm prints is added to this file. */
	logFile: string;
	/** What is being done, for the progress lines; none are shown without it. */
	activity?: string;
	/** Shows one line of progress. */
	report?: (line: string) => void;
}

/**
 * Runs npm and shows every 15 seconds that it still runs.
 *
 * @throws {SetupError} when npm fails, with the end of its log and where the log is
 */
export async function runNpm({
	args,
	cwd,
	env = process.env,
	logFile,
	activity,
	report = console.log,
}: NpmRun): Promise<void> {
	const started = Date.now();
	const progress = setInterval(() => {
		if (activity) report(`  ${activity}: ${Math.round((Date.now() - started) / 1000)} s`);
	}, PROGRESS_INTERVAL_MS);
	const log = openSync(logFile, 'a');
	writeSync(log, `> npm ${args.join(' ')}\n`);
	try {
		const exitCode = await new Promise<number | null>((resolve, reject) => {
			spawn('npm', args, {
				cwd,
				env,
				stdio: ['ignore', log, log],
				shell: process.platform === 'win32',
			})
				.on('error', reject)
				.on('close', resolve);
		});
		if (exitCode !== 0) {
			const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES);
			throw new SetupError(
				`npm ${args[0]} failed (exit code ${exitCode}). The end of its log, ${logFile}:\n${tail.join('\n')}`,
			);
		}
	} finally {
		clearInterval(progress);
		closeSync(log);
	}
}
