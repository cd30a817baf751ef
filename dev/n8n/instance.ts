import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installN8n, type N8nVersion } from './install';
import { freePort, isPortFree } from './ports';
import { SetupError } from './requirements.cjs';
import { startServer, type RunningServer } from './serverProgram';

/**
 * What a process of n8n can be: `start` has the editor and runs everything, or in queue mode everything but the executions;
 * `worker` runs executions and `webhook` answers calls of webhooks, both in queue mode only.
 */
export type N8nCommand = 'start' | 'worker' | 'webhook';

/** n8n prints it when it answers requests; the oldest n8n has published its workflows again by then, too. */
const READY_LINES: Record<N8nCommand, string> = {
	start: 'Editor is now accessible via:',
	worker: 'n8n worker is now ready',
	webhook: 'Webhook listener waiting for requests.',
};

export interface StartOptions {
	version: N8nVersion;
	/** Default `start`. */
	command?: N8nCommand;
	/** The folder that n8n keeps its data in (below `.n8n`); made when it is missing. */
	userFolder: string;
	/** A free one when absent. */
	port?: number;
	/** Added to n8n's environment. */
	env?: Record<string, string>;
	/** How long n8n may take to end before it is killed; default 10 s. */
	stopTimeoutMs?: number;
}

export interface RunningN8n {
	version: N8nVersion;
	/** Such as 'http://127.0.0.1:5678'. A worker answers there only when its health check is switched on. */
	baseUrl: string;
	userFolder: string;
	/** Of the process that was started last. */
	processId(): number | undefined;
	/** Everything n8n has printed since the first start. */
	logs(): string;
	/** Ends n8n; does nothing when it has ended already. */
	stop(): Promise<void>;
	/** Ends n8n at once, as a machine that loses its power does: it can finish and store nothing. */
	kill(): Promise<void>;
	/**
	 * Stops n8n if it runs, and starts it on the same port and user folder; resolves when it answers.
	 * @param env added to its environment, for this start only
	 */
	restart(env?: Record<string, string>): Promise<void>;
}

/**
 * Starts a process of real n8n (installed first, if need be) on 127.0.0.1 and resolves when it is ready for what its
 * command is for; with `start`, when its editor and REST interface answer. The newest n8n publishes its
 * workflows again in the background, some time after that. It ends with this process at the latest.
 *
 * @throws {SetupError} when the port is in use, or n8n ends or is not ready in five minutes
 */
export async function startN8n({
	version,
	command = 'start',
	userFolder,
	port,
	env = {},
	stopTimeoutMs,
}: StartOptions): Promise<RunningN8n> {
	const installed = await installN8n(version);
	mkdirSync(userFolder, { recursive: true });
	const n8nPort = port ?? (await freePort());
	const baseUrl = `http://127.0.0.1:${n8nPort}`;
	const environment = {
		...inheritedEnvironment(),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(n8nPort),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		QUEUE_HEALTH_CHECK_PORT: String(n8nPort),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_USER_FOLDER: userFolder,
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		// Without a pool, the oldest n8n stores that an execution has ended some time before what its nodes put out.
		DB_SQLITE_POOL_SIZE: '3',
		// The newest n8n starts about a second sooner.
		NODE_COMPILE_CACHE: join(installed.modulesFolder, '.compile-cache'),
		GENERIC_TIMEZONE: 'UTC',
		...env,
	};

	let logs = '';
	let server: RunningServer | undefined;

	async function start(more: Record<string, string> = {}): Promise<void> {
		if (!(await isPortFree(n8nPort))) {
			throw new SetupError(`Port ${n8nPort}, which n8n is to listen on, is in use.`);
		}
		server = await startServer(installed.node, [installed.cli, command], READY_LINES[command], {
			name: 'n8n',
			env: { ...environment, ...more },
			stopTimeoutMs,
			onText: (text) => (logs += text),
		});
	}

	await start();
	return {
		version,
		baseUrl,
		userFolder,
		processId: () => server?.processId,
		logs: () => logs,
		stop: async () => await server?.stop(),
		kill: async () => await server?.stop('SIGKILL'),
		async restart(more) {
			await server?.stop();
			await start(more);
		},
	};
}

/** This process's environment without what would configure n8n by accident: npm's, Jest's, or another n8n's settings. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) => !/^(N8N_|DB_|QUEUE_|EXECUTIONS_|OFFLOAD_|npm_|JEST_|NODE_ENV$|NODE_OPTIONS$)/i.test(name),
		),
	);
}
