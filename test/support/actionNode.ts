import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { startService, type AccountName, type RunningService, type ServiceOptions } from '../../dev/mock-service';
import { createBatch } from '../../dev/harness/batches';
import { runNode, type NodeRun, type RunOptions } from '../../dev/harness/engine';
import { Client } from '../../dev/harness/serviceClient';
import type { Limits } from '../../nodes/GiftOrderBatch/api/limits';
import { HOUR_MS } from './durations';
import { UNKNOWN_ID } from './samples';

/** A credential for the service at `baseUrl`, as its form holds it. */
export const credentialFor = (baseUrl: string, apiKey: string): ICredentialDataDecryptedObject => ({
	environment: 'custom',
	baseUrl,
	apiKey,
});

/** The value of a resource locator with the mode ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

export type ActionNode = ReturnType<typeof actionNode>;

/**
 * The action node in n8n's engine, with its own mock service for the tests of one file, which is reset before each test.
 * @param limits those of the node that differ from its own
 */
export function actionNode({ limits, ...options }: ServiceOptions & { limits?: Partial<Limits> } = {}) {
	// The node itself waits longer between its attempts.
	const quick = { firstRetryDelayMs: 2, longestRetryDelayMs: 20, ...limits };
	let service: RunningService;
	// The node remembers what it has sent by hand from a workflow today.
	let tests = 0;
	beforeAll(async () => {
		service = await startService({ processingDelayMs: HOUR_MS, ...options });
	});
	beforeEach(() => {
		tests++;
		service.reset();
	});
	afterAll(async () => await service.close());

	/** The credentials of both API variants for the service; `apiKey` replaces their keys, `more` comes to their fields. */
	const credentials = (apiKey?: string, more?: ICredentialDataDecryptedObject) => ({
		giftOrderBatchAutomationApi: { ...credentialFor(service.baseUrl, apiKey ?? service.keys.automation), ...more },
		giftOrderBatchCommerceApi: { ...credentialFor(service.baseUrl, apiKey ?? service.keys.commerce), ...more },
	});
	const untraced = async <Result>(work: () => Promise<Result>): Promise<Result> => {
		const logged = service.requests.length;
		const result = await work();
		service.requests.length = logged;
		return result;
	};
	/** Creates an order batch straight at the service, with the automation key and no trace in the log, and returns its ID. */
	const createBatchOf = async (recipients: number, fields?: object) =>
		await untraced(async () => await createBatch(service, recipients, fields));
	/** Reads straight from the service, without a trace in its log of requests. */
	const read = async (path: string, account?: AccountName) =>
		await untraced(async () => (await new Client(service).get<IDataObject>(path, account)).data);
	/** Reads all pages of a list in the same way. @param path without a query */
	const list = async <Entry = IDataObject>(path: string, account?: AccountName): Promise<Entry[]> => {
		const entries: Entry[] = [];
		for (let page = 1, total = 1; entries.length < total; page++) {
			const { data, list_meta: meta } = await read(`${path}?per_page=100&page=${page}`, account);
			entries.push(...(data as Entry[]));
			total = (meta as { total_count: number }).total_count;
		}
		return entries;
	};
	return {
		/** Only while tests run. Its batches of more than ten recipients stay pending until they are told otherwise. */
		get service() {
			return service;
		},
		/** The requests that the service got, without the reads of products that come before every creation. */
		get requests() {
			return service.requests.filter(({ path }) => !path.startsWith('/v1/products/'));
		},
		unknownId: UNKNOWN_ID,
		credentials,
		/** Credentials with another address of the service: with them, the node remembers nothing of the day, as after a restart of n8n. */
		credentialsAfterRestart: (host = 'localhost', account: AccountName = 'automation') => ({
			giftOrderBatchAutomationApi: credentialFor(`http://${host}:${service.port}`, service.keys[account]),
		}),
		/** Runs the node in the workflow of the test; its credentials are those of the service unless the options have others. */
		run: async (parameters: IDataObject, runOptions?: Partial<RunOptions>): Promise<NodeRun> =>
			await runNode(parameters, {
				credentials: credentials(),
				limits: quick,
				workflowId: `workflow-${tests}`,
				...runOptions,
			}),
		createBatch: createBatchOf,
		/** Creates a complete order batch in the same way, and returns the IDs of its orders, in the order of the recipients. */
		createOrders: async (recipients: number, fields?: object): Promise<string[]> => {
			const batch = await createBatchOf(recipients, fields);
			service.setBatchState(batch, 'complete');
			return (await list<{ id: string }>(`/v1/order_batches/${batch}/orders`)).map(({ id }) => id);
		},
		read,
		list,
	};
}
