import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainServer } from '../../dev/harness/plainServer';
import { PROJECT } from '../support/project';
import { outputOf, startProgram } from '../support/startCommand';
import { temporaryFolder } from '../support/temporaryFolder';

const start = (...flags: string[]) =>
	startProgram(join(PROJECT, 'dev', 'mock-service', 'main.ts'), flags, { ...process.env, PORT: '0' });

/** Sends a request once the service listens, then the signal. Returns the status of the response and that of the program. */
async function request(path: string, signal: NodeJS.Signals, ...flags: string[]) {
	const child = start(...flags);
	const [introduction] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
	const [baseUrl] = /http:\/\/127\.0\.0\.1:\d+/.exec(introduction)!;
	const [, key = 'automation'] = /Automation key +(\S+)/.exec(introduction) ?? [];
	// What listens at all addresses also responds there.
	await expect(fetch(baseUrl.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
	const { status } = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
	child.kill(signal);
	return [baseUrl.endsWith(':8787'), status, (await outputOf(child)).exitCode];
}

const file = join(temporaryFolder(), 'recording.json');

test('npm run mock-service takes the port of the environment, responds to this machine only, and stops', async () => {
	expect(await request('/v1/order_batches', 'SIGINT', '--interface-only')).toEqual([false, 404, 0]);
});

test('npm run mock-service responds as a recorded service did', async () => {
	const exchanges = [{ method: 'GET', url: '/v1/me', sentBy: 'automation', status: 429, body: '{}' }];
	writeFileSync(file, JSON.stringify({ startedAt: '2026-01-01T00:00:00Z', given: ['automation'], exchanges }));
	expect(await request('/v1/me', 'SIGTERM', '--replay', file)).toEqual([false, 429, 0]);
});

test('npm run mock-service refuses what it cannot do with one sentence, and shows its options', async () => {
	const taken = await plainServer(() => {});
	const results = await Promise.all(
		[
			['--port', new URL(taken.baseUrl).port],
			['--port', 'high'],
			['--colour'],
			['--webhook-url', 'http://127.0.0.1'],
			['--help'],
		].map(async (flags) => {
			const { exitCode, stderr, stdout } = await outputOf(start(...flags));
			return [exitCode, stderr || stdout];
		}),
	);
	await taken.close();
	expect(results).toEqual([
		[1, expect.stringMatching(/^The port is in use[^\n]*\n$/)],
		[1, '--port takes a whole number, not "high"\n'],
		[1, expect.stringMatching(/^Unknown option '--colour'[^\n]*\n$/)],
		[1, '--webhook-url and --webhook-secret go together\n'],
		[0, expect.stringContaining('--processing-delay-ms')],
	]);
});
