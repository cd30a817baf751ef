import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { GIFT_ORDER_BATCH } from '../../dev/harness/workflows';
import { startN8n } from '../../dev/n8n/instance';
import { N8nClient, OWNER } from '../../dev/n8n/n8nClient';
import { freePort, isPortFree } from '../../dev/n8n/ports';
import { until } from '../support/until';
import { copyProject } from '../support/projectCopy';
import { npmStart } from '../support/startCommand';
import { temporaryFolder } from '../support/temporaryFolder';

const project = copyProject();
afterAll(() => rmSync(project, { recursive: true }));
const userFolder = temporaryFolder();

test("starting n8n shows the end of n8n's log when it ends instead", async () => {
	const env = { DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: '127.0.0.1', DB_POSTGRESDB_PORT: '1' };

	await expect(startN8n({ version: 'oldest', userFolder, env })).rejects.toThrow(
		/^n8n ended instead of starting \(exit code 1\)\. The end of its log:\n[^]*ECONNREFUSED/,
	);
});

test('npm start shows the gift links of 3 and 25 recipients from real n8n alone when told --once --n8n', async () => {
	const ports = ['--port', `${await freePort()}`, '--service-port', `${await freePort()}`];
	const { stdout, stderr, exitCode } = await npmStart(project, '--once', '--n8n', ...ports);

	expect(stderr).toBe('');
	expect(stdout.match(/^Order batch .*/gm)).toEqual([
		expect.stringMatching(/: 3 recipients, complete at once$/),
		expect.stringMatching(/: 25 recipients, first pending, then complete$/),
	]);
	expect(new Set(stdout.match(/http:\S+\/gifts\/\S+$/gm)).size).toBe(28);
	expect(exitCode).toBe(0);
});

test('npm run dev lets in nobody but from this machine and with the printed password, shows a changed node in n8n, but not one that does not build, and ends all on Ctrl-C', async () => {
	const source = join(project, 'nodes', 'GiftOrderBatch', 'GiftOrderBatch.node.ts');
	const code = readFileSync(source, 'utf8');
	const ports = [await freePort(), await freePort()];
	const options = ['--port', `${ports[0]}`, '--service-port', `${ports[1]}`];
	const dev = spawn('npm', ['run', 'dev', '--', ...options], { cwd: project, detached: true });
	let errors = '';
	dev.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
	const lines = createInterface(dev.stdout)[Symbol.asyncIterator]();
	/** Waits until it prints a line with `text`, and returns what stands after it. */
	async function printed(text: string): Promise<string> {
		for (;;) {
			const { value, done } = await lines.next();
			if (done) throw new Error(`It ended before it printed '${text}': ${errors}`);
			if (value.includes(text)) return value.split(text)[1]!;
		}
	}
	try {
		const password = await printed('with password ');
		await printed('Watching nodes/ and credentials/');
		for (const port of ports) await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow('fetch failed');
		const address = `http://127.0.0.1:${ports[0]}`;
		await expect(N8nClient.connect(address)).rejects.toThrow('Wrong username or password');
		const client = await N8nClient.connect(address, { ...OWNER, password });
		const shown = async () => (await client.nodeTypes()).find(({ name }) => name === GIFT_ORDER_BATCH)?.description;
		const before = await shown();

		writeFileSync(source, `${code}\n}`);
		await until('the error is shown', () => errors.includes('Declaration or statement expected'));
		expect(await shown()).toBe(before);

		const changed = 'A changed description';
		writeFileSync(source, code.replace('description: NODE_DESCRIPTION', `description: '${changed}'`));
		await printed('n8n runs the changed package');
		await until('the changed description is shown', async () => (await shown()) === changed);
	} finally {
		// As a terminal does: it tells all processes of a command.
		if (dev.exitCode === null) process.kill(-dev.pid!, 'SIGINT');
	}
	await once(dev, 'close');
	expect(await Promise.all(ports.map(isPortFree))).toEqual([true, true]);
});
