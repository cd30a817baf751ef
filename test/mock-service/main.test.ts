import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { until } from '../../dev/harness/serviceClient';

const ROOT = join(__dirname, '..', '..');

interface Run {
	process: ChildProcess;
	output: () => string;
	errors: () => string;
	exitCode: Promise<number | null>;
}

function run(flags: string[], environment: Record<string, string> = {}): Run {
	const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'dev', 'mock-service', 'main.ts'), ...flags], {
		cwd: ROOT,
		env: { ...process.env, ...environment },
	});
	let output = '';
	let errors = '';
	child.stdout.on('data', (text: Buffer) => (output += text.toString()));
	child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
	return {
		process: child,
		output: () => output,
		errors: () => errors,
		exitCode: new Promise((resolve) => child.on('close', resolve)),
	};
}

describe('npm run mock-service', () => {
	it('says how to use it, responds, and stops with Ctrl-C', async () => {
		const service = run(['--port', '0', '--interface-only']);
		await until(() => service.output().includes('Ctrl-C'));
		const baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(service.output())![0];
		const key = /Automation key +(\S+)/.exec(service.output())![1]!;
		const response = await axios.get(`${baseUrl}/v1/order_batches`, {
			headers: { authorization: `Bearer ${key}` },
			validateStatus: null,
		});
		expect(response.status).toBe(404);

		service.process.kill('SIGINT');
		expect(await service.exitCode).toBe(0);
	});

	it('responds as a recorded service did', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'recording-'));
		const file = join(folder, 'recording.json');
		const exchange = { method: 'GET', url: '/v1/orders?page=1', sentBy: 'automation' };
		const exchanges = [
			{ ...exchange, status: 429, body: '{"error":"Slow down"}' },
			{ ...exchange, status: 200, body: '{"data":[]}' },
		];
		writeFileSync(file, JSON.stringify({ startedAt: '2026-01-01T00:00:00Z', given: ['automation'], exchanges }));
		const service = run(['--port', '0', '--replay', file]);
		await until(() => service.output().includes('Ctrl-C'));
		const baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(service.output())![0];
		const responses = [];
		for (const [path, key] of [
			['/v1/orders?page=1', 'automation'],
			['/v1/orders?page=1', 'automation'],
			['/v1/orders?page=1', 'automation'],
			['/v1/orders?page=1', 'other'],
			['/v1/orders?page=2', 'automation'],
		]) {
			const headers = { authorization: `Bearer ${key}` };
			responses.push((await axios.get(baseUrl + path, { headers, validateStatus: null })).status);
		}
		expect(responses).toEqual([429, 200, 200, 501, 501]);

		service.process.kill('SIGINT');
		expect(await service.exitCode).toBe(0);
		rmSync(folder, { recursive: true });
	});

	it('takes the port of the environment', async () => {
		const service = run([], { PORT: '0' });
		await until(() => service.output().includes('Ctrl-C'));
		expect(service.output()).not.toContain('8787');
		service.process.kill('SIGTERM');
		expect(await service.exitCode).toBe(0);
	});

	it('says in one sentence that the port is in use', async () => {
		const taken = createServer();
		await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
		const service = run(['--port', String((taken.address() as AddressInfo).port)]);
		expect(await service.exitCode).toBe(1);
		expect(service.errors()).toMatch(/^The port is in use[^\n]*\n$/);
		taken.close();
	});

	it.each<[string[], string]>([
		[['--port', 'high'], '--port'],
		[['--colour'], '--colour'],
		[['--webhook-url', 'http://127.0.0.1'], '--webhook-secret'],
	])('refuses %j with one sentence', async (flags, mentioned) => {
		const service = run(flags);
		expect(await service.exitCode).toBe(1);
		expect(service.errors()).toContain(mentioned);
		expect(service.errors().trim().split('\n')).toHaveLength(1);
	});

	it('shows its options', async () => {
		const service = run(['--help']);
		expect(await service.exitCode).toBe(0);
		expect(service.output()).toContain('--processing-delay-ms');
	});
});
