import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { send } from '../../dev/n8n/http';
import { jsonOf, N8nClient, type Workflow } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { startN8n, type RunningN8n } from '../../dev/n8n/instance';
import { startLocalRegistry, type LocalRegistry } from '../support/localRegistry';
import { packProject, unpack } from '../../dev/n8n/packageInstall';
import { startService, type RunningService } from '../../dev/mock-service';
import orderPreview from '../../nodes/GiftOrderBatch/__schema__/v1.0.0/order/get.json';
import { name as PACKAGE, version as VERSION } from '../../package.json';
import { programPath } from '../../dev/harness/program';
import { until } from '../support/until';
import {
	createParameters,
	GIFT_ORDER_BATCH,
	giftNode,
	itemsNode,
	manualWorkflow,
	recipients,
} from '../../dev/harness/workflows';

const NODE_TYPES = ['', 'PollingTrigger', 'Trigger'].map((kind) => GIFT_ORDER_BATCH + kind);
const CREDENTIAL_TYPES = ['giftOrderBatchAutomationApi', 'giftOrderBatchCommerceApi'];
const NEXT_VERSION = '999.0.0';
const ACTION_NODE = 'Gift Order Batch';
const NEXT_ACTION_NODE = 'Gift Order Batch (next version)';
const TRIGGERS = ['Gift Order Batch Polling Trigger', 'Gift Order Batch Trigger'];
const DISPLAY_NAMES = [ACTION_NODE, ...TRIGGERS];

describe.each(N8N_VERSIONS)('the package among the community nodes of the %s n8n', (version) => {
	const folder = mkdtempSync(join(tmpdir(), `community-nodes-${version}-`));
	let registry: LocalRegistry;
	let service: RunningService;
	let n8n: RunningN8n;
	let client: N8nClient;
	let tarball: string;
	let workflow: Workflow;

	beforeAll(async () => {
		registry = await startLocalRegistry(programPath('openssl', 'openssl'));
		tarball = await packProject(process.cwd(), folder);
		await registry.publish(tarball);
		service = await startService();
		const userFolder = join(folder, 'user');
		n8n = await startN8n({ version, userFolder, env: registry.serve(userFolder) });
		client = await N8nClient.connect(n8n.baseUrl);
	});

	afterAll(async () => {
		await n8n?.stop();
		await service?.close();
		await registry?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	/** The next version of the package: the same but for the name that the action node shows. */
	async function nextVersion(): Promise<string> {
		const next = join(folder, 'next');
		await unpack(tarball, next);
		const replace = (file: string, text: string, by: string) => {
			const content = readFileSync(join(next, file), 'utf8');
			expect(content).toContain(text);
			writeFileSync(join(next, file), content.replace(text, by));
		};
		replace('package.json', `"version": "${VERSION}"`, `"version": "${NEXT_VERSION}"`);
		replace('dist/shared/nodes.js', `displayName: "${ACTION_NODE}"`, `displayName: "${NEXT_ACTION_NODE}"`);
		return next;
	}

	/** Waits until n8n shows the nodes of the package under these names, and no others. */
	async function untilShown(displayNames: string[]): Promise<void> {
		await untilEqual(async () => {
			const ours = (await client.nodeTypes()).filter(({ name }) => name.startsWith(PACKAGE) && !name.endsWith('Tool'));
			return ours.map(({ displayName }) => displayName).sort();
		}, displayNames);
	}

	/** Runs the workflow and answers the statuses of the order batches that it creates. */
	async function sentStatuses(): Promise<unknown[]> {
		return jsonOf(await client.execute(workflow), 'Create').map(({ send_status: status }) => status);
	}

	it('is installed by its name, works at once, and shows what an operation returns before it runs', async () => {
		const installed = await client.installCommunityPackage(PACKAGE);

		expect(installed).toMatchObject({ packageName: PACKAGE, installedVersion: VERSION });
		expect(installed.installedNodes.map(({ type }) => type).sort()).toEqual(NODE_TYPES);
		await untilShown(DISPLAY_NAMES);
		await untilEqual(async () => {
			const names = (await client.credentialTypes()).map(({ name }) => name);
			return CREDENTIAL_TYPES.filter((name) => names.includes(name));
		}, CREDENTIAL_TYPES);
		const preview = `${n8n.baseUrl}/schemas/${GIFT_ORDER_BATCH}/1.0.0/order/get.json`;
		expect((await send('GET', preview)).data).toEqual(orderPreview);

		const credential = await client.createCredential('giftOrderBatchAutomationApi', 'Automation API', {
			environment: 'custom',
			baseUrl: service.baseUrl,
			apiKey: service.keys.automation,
		});
		workflow = await client.createWorkflow(
			manualWorkflow(
				'Send gifts',
				itemsNode('People', [{ recipients: recipients(2) }]),
				giftNode('Create', credential, createParameters(service.samples.productId)),
			),
		);
		expect(await sentStatuses()).toEqual(['complete']);
	});

	it('is updated to a newer version, which works with the same workflow and credential, also after a restart', async () => {
		await registry.publish(await nextVersion());
		expect(await client.communityPackages()).toMatchObject([
			{ installedVersion: VERSION, updateAvailable: NEXT_VERSION },
		]);

		expect(await client.updateCommunityPackage(PACKAGE)).toMatchObject({ installedVersion: NEXT_VERSION });

		await untilShown([NEXT_ACTION_NODE, ...TRIGGERS]);
		const [installed] = await client.communityPackages();
		expect(installed).toMatchObject({ installedVersion: NEXT_VERSION });
		expect(installed!.updateAvailable).toBeUndefined();
		expect(await sentStatuses()).toEqual(['complete']);
		await n8n.restart();
		expect(await sentStatuses()).toEqual(['complete']);
	});

	it('is gone at once when it is uninstalled', async () => {
		await client.uninstallCommunityPackage(PACKAGE);

		await untilShown([]);
		expect(await client.communityPackages()).toEqual([]);
	});
});

/** Reads again until the value is the expected one: n8n brings its lists of types up to date after it has answered. */
async function untilEqual(read: () => Promise<unknown>, expected: unknown): Promise<void> {
	await until(`n8n shows ${JSON.stringify(expected)}`, async () => isDeepStrictEqual(await read(), expected));
}
