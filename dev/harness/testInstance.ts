import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient, type Credential } from '../n8n/n8nClient';
import type { N8nVersion } from '../n8n/install';
import { startN8n, type RunningN8n } from '../n8n/instance';
import { installPackage } from '../n8n/packageInstall';
import { startService, type RunningService, type ServiceOptions } from '../mock-service';

/** Batches of more than 10 recipients stay pending for this long. */
const PROCESSING_DELAY_MS = 500;

/** The `processingDelayMs` with which they stay pending until a test completes them. */
export const STAYS_PENDING_MS = 3_600_000;

/** A webhook that n8n was too busy to handle comes again soon, instead of in minutes. */
const RETRY_DELAYS_MS = Array<number>(120).fill(1_000);

export interface TestInstance {
	n8n: RunningN8n;
	client: N8nClient;
	service: RunningService;
	/** Ends both and removes what n8n stored. */
	stop(): Promise<void>;
}

/** Puts the packed project into n8n's user folder. */
const withPackage = async (userFolder: string) => {
	await installPackage(process.cwd(), userFolder);
	return {};
};

/**
 * Starts real n8n with an empty database, and a local service.
 * @param prepare makes the user folder ready, by default with the packed project in it, and returns what to add to n8n's environment
 */
export async function startTestInstance(
	version: N8nVersion,
	options: ServiceOptions = {},
	prepare: (userFolder: string) => Promise<Record<string, string>> = withPackage,
): Promise<TestInstance> {
	const userFolder = mkdtempSync(join(tmpdir(), `n8n-${version}-`));
	const env = await prepare(userFolder);
	const [n8n, service] = await Promise.all([
		startN8n({ version, userFolder, env }),
		startService({
			processingDelayMs: PROCESSING_DELAY_MS,
			webhookDelivery: { retryDelaysMs: RETRY_DELAYS_MS },
			...options,
		}),
	]);
	return {
		n8n,
		client: await N8nClient.connect(n8n.baseUrl),
		service,
		async stop() {
			await Promise.all([n8n.stop(), service.close()]);
			rmSync(userFolder, { recursive: true, force: true });
		},
	};
}

/** Makes a credential for the Automation API of the instance's service. @param webhookSigningSecret for triggers that are registered by hand */
export async function createApiCredential(
	{ client, service }: Pick<TestInstance, 'client' | 'service'>,
	name = 'Automation API',
	webhookSigningSecret = '',
): Promise<Credential> {
	return await client.createCredential('giftOrderBatchAutomationApi', name, {
		environment: 'custom',
		baseUrl: service.baseUrl,
		apiKey: service.keys.automation,
		webhookSigningSecret,
	});
}

/**
 * Starts n8n, a service and a credential for it for the tests of a block, and empties the service before each test.
 * @returns what there is as soon as the tests run
 */
export function useInstance(
	version: N8nVersion,
	options: ServiceOptions = {},
	credentialName?: string,
	webhookSigningSecret?: string,
): TestInstance & { credential: Credential } {
	const instance = {} as TestInstance & { credential: Credential };
	beforeAll(async () => {
		Object.assign(instance, await startTestInstance(version, options));
		instance.credential = await createApiCredential(instance, credentialName, webhookSigningSecret);
	});
	beforeEach(() => instance.service.reset());
	afterAll(async () => await instance.stop?.());
	return instance;
}
