import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '../../dev/n8n/ports';

describe('npm start', () => {
	async function start(...args: string[]) {
		const child = spawn(process.execPath, ['dev/demo/start.mjs', ...args]);
		const [stdout, stderr, [exitCode]] = await Promise.all([
			text(child.stdout),
			text(child.stderr),
			once(child, 'close') as Promise<[number]>,
		]);
		return { stdout, stderr, exitCode };
	}

	it('explains its options', async () => {
		const { stdout, exitCode } = await start('--help');

		expect(stdout).toContain('npm start -- [options]');
		expect(exitCode).toBe(0);
	});

	it('refuses options that it does not know', async () => {
		const { stderr, exitCode } = await start('--twice');

		expect(stderr).toContain("Unknown option '--twice'");
		expect(exitCode).toBe(1);
	});

	it('refuses what is not a port', async () => {
		const { stderr, exitCode } = await start('--port', 'seven');

		expect(stderr).toContain("--port takes a port from 1 to 65535, not 'seven'.");
		expect(exitCode).toBe(1);
	});

	describe('when a port is in use', () => {
		let other: Server;
		let port: number;

		beforeAll(async () => {
			other = createServer().listen(0, '127.0.0.1');
			await once(other, 'listening');
			({ port } = other.address() as AddressInfo);
		});

		afterAll(() => {
			other.close();
		});

		it.each([
			['--port', '--service-port'],
			['--service-port', '--port'],
		])('names it and %s', async (flag, otherFlag) => {
			const { stderr, exitCode } = await start(...['--once', flag, `${port}`, otherFlag, `${await freePort()}`]);

			expect(stderr).toBe(
				`Port ${port} is in use. End what uses it, or choose another port: npm start -- ${flag} ${port + 1}\n`,
			);
			expect(exitCode).toBe(1);
		});
	});
});
