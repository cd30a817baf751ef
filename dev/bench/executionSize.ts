import { setTimeout as sleep } from 'node:timers/promises';

import { mapConcurrently } from '../../nodes/GiftOrderBatch/api/concurrency';
import { createApiCredential } from '../harness/testInstance';
import { completed, newSecret, postDelivery, signed } from '../harness/webhookDeliveries';
import { chain, node, webhookTriggerNode } from '../harness/workflows';
import { summarize } from './measure';
import type { Result } from './report';
import type { Setting } from './setting';

const EVENTS = 1_000;
const SENDERS = 16;

/** How much of each stored execution is what the webhook trigger remembers, after many events. */
export async function executionSize(setting: Setting): Promise<Result> {
	const { client, n8n } = setting;
	const signingSecret = newSecret();
	const giftOrderBatchAutomationApi = await createApiCredential(setting, 'Size', signingSecret);
	const trigger = webhookTriggerNode('Trigger', { giftOrderBatchAutomationApi });
	const workflow = await client.createWorkflow(chain('Size', trigger, node('Done', 'n8n-nodes-base.noOp', 1)));
	await client.activate(workflow);
	const deliver = async () => {
		const delivery = signed(completed(await setting.createBatch(1)), { secret: signingSecret });
		const status = await postDelivery(`${n8n.baseUrl}/webhook/${trigger.webhookId}/webhook`, delivery);
		if (status !== 200) throw new Error(`A delivery got the status ${status}`);
	};
	await mapConcurrently(Array.from({ length: EVENTS }), SENDERS, deliver);
	while ((await client.countExecutions(workflow, 'success')) < EVENTS) await sleep(100);
	const { staticData } = await client.workflow(workflow.id);
	await client.deactivate(workflow);
	const bytes = JSON.stringify(staticData).length;
	return {
		title: 'What a trigger remembers',
		method:
			`The static data of a workflow whose webhook trigger has processed ${EVENTS} events. n8n copies it into each execution ` +
			'that it stores.',
		rows: [{ label: `Static data after ${EVENTS} events`, samples: summarize([bytes]), unit: 'bytes' }],
		verdicts: [{ label: 'bytes', value: bytes, atMost: 20_000 }],
	};
}
