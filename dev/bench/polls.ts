import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { chain, pollingTriggerNode } from '../harness/workflows';
import type { RequestRecord } from '../mock-service';
import { summarize } from './measure';
import type { Result, Row } from './report';
import type { Setting } from './setting';

const KNOWN = [10, 100, 1_000];
const PENDING = 3;
const POLLS = 5;

/** Whether a request is the one of its kind that every poll makes once. */
type Begins = (request: RequestRecord, pending: string[]) => boolean;

const asksForFirstPending: Begins = ({ path }, [first]) => path === `/v1/order_batches/${first}`;
const asksForFirstPage: Begins = ({ path, query }) => path === '/v1/order_batches' && query.page === '1';

/** How many requests each of some polls takes while the trigger knows `known` final order batches and follows three more. */
async function requestsPerPoll(
	setting: Setting,
	known: number,
	parametersOf: (orderBatchIds: string[]) => INodeParameters,
	begins: Begins,
): Promise<number[]> {
	const { client, credential, service } = setting;
	service.reset();
	const ids: string[] = [];
	while (ids.length < known + PENDING) ids.push(await setting.createBatch(1));
	const pending = ids.slice(-PENDING);
	pending.forEach((id) => service.setBatchState(id, 'pending'));
	const credentials = { giftOrderBatchAutomationApi: credential };
	const trigger = pollingTriggerNode('Trigger', credentials, parametersOf(ids));
	const workflow = await client.createWorkflow(chain('Polls', trigger));
	await client.activate(workflow);
	const beginnings = () => service.requests.flatMap((request, index) => (begins(request, pending) ? [index] : []));
	while (beginnings().length < POLLS + 2) await sleep(100);
	await client.deactivate(workflow);
	const starts = beginnings().slice(1);
	return starts.slice(1).map((start, index) => start - (starts[index] as number));
}

/** How many requests a poll takes, by the number of batches that the trigger knows already. */
export async function polls(setting: Setting): Promise<Result> {
	const rows: Row[] = [];
	const measure = async (label: string, begins: Begins, parametersOf: (orderBatchIds: string[]) => INodeParameters) => {
		const medians: number[] = [];
		for (const known of KNOWN) {
			const samples = summarize(await requestsPerPoll(setting, known, parametersOf, begins));
			rows.push({ label: `${label}, ${known} known`, samples, unit: '' });
			medians.push(samples.median);
		}
		return Math.max(...medians);
	};
	const listed = await measure('Order Batches', asksForFirstPending, (ids) => ({
		watch: 'orderBatches',
		orderBatchIds: ids.join(', '),
	}));
	const account = await measure('The whole account', asksForFirstPage, () => ({ watch: 'account' }));
	return {
		title: 'Requests per poll',
		method:
			`The polling trigger follows ${PENDING} pending order batches and remembers others that are final. The counts come ` +
			"from the service's log, for polls after the first.",
		rows,
		verdicts: [
			{ label: 'most requests, Order Batches: one for each pending batch', value: listed, atMost: PENDING },
			{ label: 'most requests, the whole account: one more, for the list', value: account, atMost: PENDING + 1 },
		],
	};
}
