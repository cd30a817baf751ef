import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { N8nClient, type Credential } from '../../dev/n8n/n8nClient';
import { startN8n } from '../../dev/n8n/instance';
import { installPackage } from '../../dev/n8n/packageInstall';
import { startService, type RunningService } from '../../dev/mock-service';
import { createBatch } from '../../dev/harness/batches';
import { chain, pollingTriggerNode, webhookTriggerNode } from '../../dev/harness/workflows';

describe('an upgrade from the oldest to the newest n8n', () => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-upgrade-'));
	let service: RunningService;

	beforeAll(async () => {
		await installPackage(process.cwd(), userFolder);
		service = await startService({ processingDelayMs: 3_600_000 });
	});
	afterAll(async () => {
		await service.close();
		rmSync(userFolder, { recursive: true, force: true });
	});

	it('keeps in mind which batches have started a workflow', async () => {
		const [polled, delivered, later] = [
			await createBatch(service, 1),
			await createBatch(service, 1),
			await createBatch(service, 11),
		];
		const event = { event_type: 'order_batch.completed', id: 'evt_1', data: { id: delivered } };

		const oldest = await startN8n({ version: 'oldest', userFolder });
		const client = await N8nClient.connect(oldest.baseUrl);
		const credential: Credential = await client.createCredential('giftOrderBatchAutomationApi', 'Automation API', {
			environment: 'custom',
			baseUrl: service.baseUrl,
			apiKey: service.keys.automation,
		});
		const credentials = { giftOrderBatchAutomationApi: credential };
		const webhookTrigger = webhookTriggerNode('Completed', credentials);
		const polling = await client.createWorkflow(
			chain(
				'Polling',
				pollingTriggerNode('Finished', credentials, { watch: 'orderBatches', orderBatchIds: `${polled},${later}` }),
			),
		);
		const webhook = await client.createWorkflow(chain('Webhook', webhookTrigger));
		await client.activate(polling);
		await client.activate(webhook);
		/** Delivers as a sender does: again and again until it is accepted, since n8n registers webhooks after it has started. */
		const deliver = async (baseUrl: string) => {
			for (let tries = 1; ; tries++) {
				const address = `${baseUrl}/webhook/${webhookTrigger.webhookId}/webhook`;
				const { status } = await axios.post(address, event, { proxy: false, validateStatus: null });
				if (status === 200 || tries === 30) return status;
				await sleep(1_000);
			}
		};
		expect(await deliver(oldest.baseUrl)).toBe(200);
		await sleep(3_000);
		expect([await client.executions(polling), await client.executions(webhook)]).toEqual([
			[expect.anything()],
			[expect.anything()],
		]);
		await oldest.stop();

		const newest = await startN8n({ version: 'newest', userFolder });
		try {
			const upgraded = await N8nClient.connect(newest.baseUrl);
			expect(await deliver(newest.baseUrl)).toBe(200);
			service.setBatchState(later, 'complete');
			await sleep(8_000);
			expect(await upgraded.executions(webhook)).toHaveLength(1);
			expect(await upgraded.executions(polling)).toHaveLength(2);
		} finally {
			await newest.stop();
		}
	});
});
