import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { N8nClient, OWNER } from '../../dev/n8n/n8nClient';
import { freePort, isPortFree } from '../../dev/n8n/ports';
import { until } from '../support/until';
import { copyProject } from '../support/projectCopy';

describe('npm run dev', () => {
	const project = copyProject();
	const source = join(project, 'nodes', 'GiftOrderBatch', 'GiftOrderBatch.node.ts');
	const code = readFileSync(source, 'utf8');
	let dev: ChildProcess;
	let ports: [n8n: number, service: number];
	let lines: AsyncIterator<string>;
	let errors = '';

	beforeAll(async () => {
		ports = [await freePort(), await freePort()];
		const options = ['--port', `${ports[0]}`, '--service-port', `${ports[1]}`];
		dev = spawn('npm', ['run', 'dev', '--', ...options], { cwd: project, detached: true });
		dev.stderr!.setEncoding('utf8').on('data', (text: string) => (errors += text));
		lines = createInterface(dev.stdout!)[Symbol.asyncIterator]();
	});
	/** As a terminal does: it tells all processes of a command. */
	const interrupt = () => process.kill(-dev.pid!, 'SIGINT');
	afterAll(() => {
		if (dev.exitCode === null && dev.signalCode === null) interrupt();
		rmSync(project, { recursive: true });
	});

	/** Waits until it prints a line with `text`, and returns what stands after it. */
	async function printed(text: string): Promise<string> {
		for (;;) {
			const { value, done } = await lines.next();
			if (done) throw new Error(`It ended before it printed '${text}': ${errors}`);
			if (value.includes(text)) return value.split(text)[1]!;
		}
	}

	async function shownDescription(client: N8nClient): Promise<string | undefined> {
		const types = await client.nodeTypes();
		return types.find(({ name }) => name === 'n8n-nodes-gift-order-batch.giftOrderBatch')?.description;
	}

	it('lets in nobody but from this machine and with the printed password, shows a changed node in n8n, but not one that does not build, and ends all on Ctrl-C', async () => {
		const password = await printed('with password ');
		await printed('Watching nodes/ and credentials/');
		for (const port of ports) await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow('fetch failed');
		const address = `http://127.0.0.1:${ports[0]}`;
		await expect(N8nClient.connect(address)).rejects.toThrow('Wrong username or password');
		const client = await N8nClient.connect(address, { ...OWNER, password });
		const before = await shownDescription(client);

		writeFileSync(source, `${code}\n}`);
		await until('the error is shown', () => errors.includes('Declaration or statement expected'));
		expect(await shownDescription(client)).toBe(before);

		writeFileSync(source, code.replace('description: NODE_DESCRIPTION', "description: 'A changed description'"));
		await printed('n8n runs the changed package');
		await until(
			'the changed description is shown',
			async () => (await shownDescription(client)) === 'A changed description',
		);

		interrupt();
		await once(dev, 'close');
		expect(await Promise.all(ports.map(isPortFree))).toEqual([true, true]);
	});
});
