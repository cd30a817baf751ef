import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainServer } from '../../dev/harness/plainServer';
import { freePort } from '../../dev/n8n/ports';
import { copyProject } from '../support/projectCopy';
import { npmStart } from '../support/startCommand';
import { temporaryFolder } from '../support/temporaryFolder';

describe('npm start', () => {
	const bare = temporaryFolder();
	const project = copyProject();
	afterAll(() => rmSync(project, { recursive: true }));

	const start = async (...args: string[]) => await npmStart(project, ...args);

	/** `npm start` in n8n's execution engine alone. */
	const startOnce = async () => await start('--once', '--service-port', `${await freePort()}`);

	it('explains its options without installing anything', async () => {
		cpSync(join(project, 'dev'), join(bare, 'dev'), { recursive: true });

		const { stdout, stderr, exitCode } = await npmStart(bare, '--help');

		expect(stdout).toContain('npm start -- [options]');
		expect([stderr, exitCode, readdirSync(bare)]).toEqual(['', 0, ['dev']]);
	});

	it.each([
		[['--twice'], "Unknown option '--twice'"],
		[['--port', 'seven'], "--port takes a port from 1 to 65535, not 'seven'."],
	])('refuses %j', async (args, error) => {
		const { stderr, exitCode } = await start(...args);

		expect(stderr).toContain(error);
		expect(exitCode).toBe(1);
	});

	it("shows the gift links of 3 and 25 recipients from n8n's execution engine", async () => {
		const { stdout, stderr, exitCode } = await startOnce();

		expect(stderr).toBe('');
		expect(stdout).toMatch(/^Order batch [\w-]+: 3 recipients, complete at once$/m);
		expect(stdout).toMatch(/^Order batch [\w-]+: 25 recipients, first pending, then complete$/m);
		const links = stdout.match(/http:\S+\/gifts\/\S+$/gm);
		expect(new Set(links).size).toBe(28);
		expect(exitCode).toBe(0);
	});

	it('names the node of an example that fails, and its error, and ends with exit code 1', async () => {
		const file = join(project, 'examples', 'send-a-gift-batch.json');
		const example = readFileSync(file, 'utf8');
		writeFileSync(file, example.replaceAll('@example.com', ''));

		const { stdout, stderr, exitCode } = await startOnce().finally(() => writeFileSync(file, example));

		expect(stderr).toContain("'Create order batches' failed: ");
		expect(stdout).not.toContain('/gifts/');
		expect(exitCode).toBe(1);
	});

	it.each([
		['--port', '--service-port'],
		['--service-port', '--port'],
	])('names a port that is in use, and %s', async (flag, otherFlag) => {
		const other = await plainServer(() => {});
		const port = Number(new URL(other.baseUrl).port);
		const args = ['--once', '--n8n', flag, `${port}`, otherFlag, `${await freePort()}`];

		expect(await start(...args).finally(other.close)).toMatchObject({
			stderr: `Port ${port} is in use. Stop what uses it, or choose another port: npm start -- ${flag} ${port + 1}\n`,
			exitCode: 1,
		});
	});
});
