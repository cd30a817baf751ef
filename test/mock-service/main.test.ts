import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainServer } from '../../dev/harness/plainServer';
import { until } from '../support/until';

const MAIN = join(__dirname, '..', '..', 'dev', 'mock-service', 'main.ts');

function run(flags: string[], environment: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...flags], {
		env: { ...process.env, ...environment },
	});
	const texts = { output: '', errors: '' };
	child.stdout.on('data', (text: Buffer) => (texts.output += text.toString()));
	child.stderr.on('data', (text: Buffer) => (texts.errors += text.toString()));
	const exitCode = new Promise<number | null>((resolve) => child.on('close', resolve));
	return {
		texts,
		exitCode,
		/** Sends a request once the service listens, then the signal, and gives the status of the response. */
		request: async (path: string, signal: NodeJS.Signals) => {
			await until('the service listens', () => texts.output.includes('Ctrl-C'));
			const [baseUrl] = /http:\/\/127\.0\.0\.1:\d+/.exec(texts.output)!;
			const [, key = 'automation'] = /Automation key +(\S+)/.exec(texts.output) ?? [];
			// What listens at all addresses also responds there.
			await expect(fetch(baseUrl.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
			const { status } = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
			child.kill(signal);
			return [status, await exitCode];
		},
	};
}

describe('npm run mock-service', () => {
	test('takes the port of the environment, says how to use it, responds to this machine only, and stops with Ctrl-C', async () => {
		const { texts, request } = run(['--interface-only'], { PORT: '0' });
		expect(await request('/v1/order_batches', 'SIGINT')).toEqual([404, 0]);
		expect(texts.output).not.toContain('8787');
	});

	test('responds as a recorded service did', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'recording-'));
		const file = join(folder, 'recording.json');
		const exchanges = [{ method: 'GET', url: '/v1/me', sentBy: 'automation', status: 429, body: '{}' }];
		writeFileSync(file, JSON.stringify({ startedAt: '2026-01-01T00:00:00Z', given: ['automation'], exchanges }));
		expect(await run(['--port', '0', '--replay', file]).request('/v1/me', 'SIGTERM')).toEqual([429, 0]);
		rmSync(folder, { recursive: true });
	});

	test('refuses what it cannot do with one sentence, and shows its options', async () => {
		const taken = await plainServer(() => {});
		const results = await Promise.all(
			[
				['--port', new URL(taken.baseUrl).port],
				['--port', 'high'],
				['--colour'],
				['--webhook-url', 'http://127.0.0.1'],
				['--help'],
			].map(async (flags) => {
				const { texts, exitCode } = run(flags);
				return [await exitCode, texts.errors || texts.output];
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
});
