import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { watch } from 'gulp';
import { startService, type RunningService } from '../mock-service';
import { N8nClient, OWNER } from '../n8n/n8nClient';
import { installN8n } from '../n8n/install';
import { startN8n, type RunningN8n } from '../n8n/instance';
import { runNpm } from '../n8n/npm';
import { installPackage } from '../n8n/packageInstall';
import { isPortFree } from '../n8n/ports';
import { SetupError } from '../n8n/requirements.cjs';
import type { DemoResult, DemoService } from './example';
import { saveExample, sendGifts } from './sendGiftsInN8n';
import { sendGiftsInEngine } from './sendGiftsInEngine';

/** In a file of its own, so that `--help` needs nothing installed. */
const USAGE = readFileSync(join(__dirname, 'usage.txt'), 'utf8');

const PROJECT_FOLDER = join(__dirname, '..', '..');
const DEMO_FOLDER = join(PROJECT_FOLDER, '.cache', 'demo');

/** As usage.txt explains them. */
type Options = ReturnType<typeof readOptions>;

/** What keeps running and has to be ended, in the order in which it was started. */
type Running = Array<() => Promise<void>>;

/**
 * Runs the demo that `npm start` promises, until Ctrl-C unless told `--once`.
 *
 * @returns the exit code
 * @throws {SetupError} when something outside the project stands in the way, such as a port in use
 */
export async function main(args: string[]): Promise<number> {
	const options = readOptions(args);
	const running: Running = [];
	const interrupted = new Promise<number>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(130));
	});
	try {
		const shown = show(options, running).then(() => 0);
		const exitCode = await Promise.race([shown, interrupted]);
		if (exitCode !== 0 || options.once) return exitCode;
		await interrupted;
		return 0;
	} finally {
		for (const stop of running.reverse()) await stop();
	}
}

async function show(options: Options, running: Running): Promise<void> {
	const inEngineOnly = options.once && !options.n8n;
	if (!inEngineOnly) await requireFreePort(options.port, '--port');
	await requireFreePort(options.servicePort, '--service-port');
	if (options.fresh) rmSync(DEMO_FOLDER, { recursive: true, force: true });
	mkdirSync(DEMO_FOLDER, { recursive: true });

	await build();
	const service = await startService({ port: options.servicePort });
	running.push(() => service.close());
	if (!options.n8n) await showInEngine(service);
	if (!inEngineOnly) await showInN8n(service, options, running);
}

async function build(): Promise<void> {
	console.log('Building the node package (a few seconds) ...');
	await runNpm({
		args: ['run', 'build'],
		cwd: PROJECT_FOLDER,
		logFile: join(DEMO_FOLDER, 'build.log'),
	});
}

async function showInEngine(service: RunningService): Promise<void> {
	console.log("Sending gifts in n8n's execution engine (a few seconds) ...");
	// The engine writes its settings there, and logs what the error of a failed run says, too.
	process.env.N8N_USER_FOLDER = join(DEMO_FOLDER, 'engine');
	process.env.N8N_LOG_LEVEL = 'silent';
	showResult(await sendGiftsInEngine(PROJECT_FOLDER, demoServiceOf(service)));
}

async function showInN8n(service: RunningService, options: Options, running: Running): Promise<void> {
	await installN8n('newest', { fresh: options.fresh });
	console.log('Starting n8n with the node package (about half a minute) ...');
	await installPackage(PROJECT_FOLDER, DEMO_FOLDER);
	const n8n = await startN8n({ version: 'newest', userFolder: DEMO_FOLDER, port: options.port });
	running.push(() => n8n.stop());

	const owner = { ...OWNER, password: demoPassword() };
	const client = await N8nClient.connect(n8n.baseUrl, owner).catch((error: Error) => {
		throw new SetupError(`n8n refused the password of the demo: ${error.message}. Start it anew: npm start -- --fresh`);
	});
	const workflowId = await useExample(client, demoServiceOf(service), options);
	if (options.once) return;
	console.log(`n8n is running. Press Ctrl-C to stop it.
  Workflow  ${n8n.baseUrl}/workflow/${workflowId}
  Sign in   ${owner.email} with password ${owner.password}
  Service   ${service.baseUrl} with API key ${service.keys.automation}

Things to try:
  Open a gift link, accept the gift and press Ship. Read the order with Order: Get.
  Publish a workflow with the Gift Order Batch Polling Trigger that watches All Orders. Open a gift link.
  Publish a workflow with On gift accepted of Gift Order Batch. Accept a gift: the webhook starts the workflow at once.`);
	if (options.watch) running.push(await watchPackage(n8n));
}

/** The password of the demo's n8n, which is made once: others on this machine can reach it, too. */
function demoPassword(): string {
	const file = join(DEMO_FOLDER, 'password');
	// n8n wants a number and a capital letter.
	if (!existsSync(file)) writeFileSync(file, `${randomBytes(12).toString('base64url')}1A`, { mode: 0o600 });
	return readFileSync(file, 'utf8');
}

/** Puts the example workflow into n8n and, unless told to watch, runs it; returns its ID. */
async function useExample(client: N8nClient, service: DemoService, options: Options): Promise<string> {
	if (options.watch) return (await saveExample(client, service)).id;
	console.log('Sending gifts in n8n (about 10 seconds) ...');
	const result = await sendGifts(client, service);
	showResult(result);
	return result.workflowId;
}

/**
 * Builds the package and restarts n8n with it after each change of its source. After a build that fails, n8n keeps the
 * package that it has.
 *
 * @returns what ends it
 */
async function watchPackage(n8n: RunningN8n): Promise<() => Promise<void>> {
	const watcher = watch(['nodes/**', 'credentials/**'], { cwd: PROJECT_FOLDER }, async () => {
		try {
			await build();
			await installPackage(PROJECT_FOLDER, DEMO_FOLDER);
			await n8n.restart();
			console.log('n8n runs the changed package. Reload its page in the browser.');
		} catch (error) {
			console.error(error instanceof SetupError ? error.message : error);
		}
	});
	await once(watcher, 'ready');
	console.log('Watching nodes/ and credentials/ ...');
	return async () => await watcher.close();
}

const demoServiceOf = ({ baseUrl, keys, samples }: RunningService): DemoService => ({
	baseUrl,
	apiKey: keys.automation,
	productId: samples.productId,
});

function showResult({ batches, gifts }: DemoResult): void {
	console.log();
	for (const { id, recipients, statusAtFirst, statusAtLast } of batches) {
		console.log(
			statusAtFirst === statusAtLast
				? `Order batch ${id}: ${recipients} recipients, ${statusAtLast} at once`
				: `Order batch ${id}: ${recipients} recipients, first ${statusAtFirst}, then ${statusAtLast}`,
		);
	}
	console.log();
	const rows = [{ recipient: 'Recipient', email: 'Email', link: 'Gift link' }, ...gifts];
	const width = (column: 'recipient' | 'email') => Math.max(...rows.map((row) => row[column].length));
	for (const { recipient, email, link } of rows) {
		console.log(`${recipient.padEnd(width('recipient'))}  ${email.padEnd(width('email'))}  ${link}`);
	}
	console.log();
}

/** @throws {SetupError} for options that there are not */
function readOptions(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				once: { type: 'boolean', default: false },
				n8n: { type: 'boolean', default: false },
				watch: { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				'service-port': { type: 'string', default: '8787' },
				fresh: { type: 'boolean', default: false },
			},
		});
		return {
			...values,
			n8n: values.n8n || values.watch,
			port: readPort(values.port, '--port'),
			servicePort: readPort(values['service-port'], '--service-port'),
		};
	} catch (error) {
		throw new SetupError(`${(error as Error).message}\n\n${USAGE}`);
	}
}

function readPort(value: string, flag: string): number {
	const port = Number(value);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Error(`${flag} takes a port from 1 to 65535, not '${value}'.`);
	}
	return port;
}

async function requireFreePort(port: number, flag: string): Promise<void> {
	if (!(await isPortFree(port))) {
		throw new SetupError(
			`Port ${port} is in use. Stop what uses it, or choose another port: npm start -- ${flag} ${port + 1}`,
		);
	}
}
