import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs `npm start` in a project folder, as a user does, and returns what it printed once it has ended. */
export async function npmStart(projectFolder: string, ...args: string[]) {
	const child = spawn(process.execPath, ['dev/demo/start.mjs', ...args], {
		cwd: projectFolder,
		env: userEnvironment(),
	});
	const [stdout, stderr, [exitCode]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'close') as Promise<[number]>,
	]);
	return { stdout, stderr, exitCode };
}

/** This process's environment without what n8n takes for a test of its own. */
function userEnvironment(): NodeJS.ProcessEnv {
	const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
	return env;
}
