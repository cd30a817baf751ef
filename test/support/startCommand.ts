import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What a program has printed once it has ended. */
export async function outputOf(child: ChildProcessWithoutNullStreams) {
	const [stdout, stderr, [exitCode]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'close') as Promise<[number]>,
	]);
	return { stdout, stderr, exitCode };
}

/** Runs a program of this project with these options. */
export const startProgram = (file: string, args: string[], env: NodeJS.ProcessEnv) =>
	spawn(process.execPath, ['--import', 'tsx', file, ...args], { env });

/** Runs `npm start` in a project folder, as a user does. */
export async function npmStart(projectFolder: string, ...args: string[]) {
	// What n8n takes for a test of its own.
	const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
	return await outputOf(spawn(process.execPath, ['dev/demo/start.mjs', ...args], { cwd: projectFolder, env }));
}
