import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nClient, type Workflow } from '../../dev/n8n/n8nClient';
import { startN8n } from '../../dev/n8n/instance';
import { installPackage } from '../../dev/n8n/packageInstall';
import { startService, type RunningService } from '../../dev/mock-service';
import { createBatch } from '../../dev/harness/batches';
import { createApiCredential, STAYS_PENDING_MS } from '../../dev/harness/testInstance';
import { completed } from '../../dev/harness/webhookDeliveries';
import { addressOf, deliver, endedExecutions, outputsOf, publishWorkflow, twoPolls, unsigned } from './executions';
import { chain, pollingTriggerNode, webhookTriggerNode } from '../../dev/harness/workflows';

describe('an upgrade from the oldest to the newest n8n', () => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-upgrade-'));
	let service: RunningService;

	beforeAll(async () => {
		await installPackage(process.cwd(), userFolder);
		service = await startService({ processingDelayMs: STAYS_PENDING_MS });
	});
	afterAll(async () => {
		await service.close();
		rmSync(userFolder, { recursive: true, force: true });
	});

	/** The order batches that have started a workflow, the first one first, once there are `count` of them. */
	const startedFor = async (client: N8nClient, workflow: Workflow, count: number) =>
		outputsOf(await endedExecutions({ client }, workflow, count), 'Trigger').map(({ id }) => id);

	it('keeps in mind which batches have started a workflow', async () => {
		const [polled, delivered, polledLater, deliveredLater, pending] = (await Promise.all(
			[1, 1, 11, 1, 11].map(async (recipients) => await createBatch(service, recipients)),
		)) as [string, string, string, string, string];
		const event = (id: string) => unsigned(completed(id));

		const oldest = await startN8n({ version: 'oldest', userFolder });
		const client = await N8nClient.connect(oldest.baseUrl);
		const credentials = { giftOrderBatchAutomationApi: await createApiCredential({ client, service }) };
		const webhookTrigger = webhookTriggerNode('Trigger', credentials);
		const watched = { watch: 'orderBatches', orderBatchIds: [polled, polledLater, pending].join() };
		const pollingTrigger = pollingTriggerNode('Trigger', credentials, watched);
		const polling = await publishWorkflow({ client }, chain('Polling', pollingTrigger));
		const webhook = await publishWorkflow({ client }, chain('Webhook', webhookTrigger));
		await deliver(addressOf(webhookTrigger, oldest), event(delivered));
		expect(await startedFor(client, webhook, 1)).toEqual([delivered]);
		expect(await startedFor(client, polling, 1)).toEqual([polled]);
		await oldest.stop();

		const newest = await startN8n({ version: 'newest', userFolder });
		try {
			const upgraded = await N8nClient.connect(newest.baseUrl);
			for (const id of [delivered, deliveredLater]) await deliver(addressOf(webhookTrigger, newest), event(id));
			expect(await startedFor(upgraded, webhook, 2)).toEqual([delivered, deliveredLater]);

			service.setBatchState(polledLater, 'complete');
			await startedFor(upgraded, polling, 2);
			await twoPolls({ service }, pending);
			expect(await startedFor(upgraded, polling, 2)).toEqual([polled, polledLater]);
		} finally {
			await newest.stop();
		}
	});
});
