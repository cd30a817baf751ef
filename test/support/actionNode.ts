import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import {
	startService,
	type AccountName,
	type RequestRecord,
	type RunningService,
	type ServiceOptions,
} from '../../dev/mock-service';
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

/** The action node in n8n's engine, with its own mock service, which is reset before each test. */
export interface ActionNode {
	/** Only while tests run. Its batches of more than ten recipients stay pending until they are told otherwise. */
	readonly service: RunningService;
	/** The requests that the service got, without the reads of products that come before every creation. */
	readonly requests: RequestRecord[];
	/** An ID that belongs to nothing. */
	readonly unknownId: string;
	/** The credentials of both API variants for the service; `apiKey` replaces their keys, `more` comes to their fields. */
	credentials(apiKey?: string, more?: ICredentialDataDecryptedObject): RunOptions['credentials'];
	/** Other credentials of the same account: with them, the node remembers nothing of the day, as after a restart of n8n. */
	credentialsAfterRestart(): RunOptions['credentials'];
	/** Runs the node in the workflow of the test; its credentials are those of the service unless the options have others. */
	run(parameters: IDataObject, options?: Partial<RunOptions>): Promise<NodeRun>;
	/** Creates an order batch straight at the service, with the automation key and no trace in the log, and returns its ID. */
	createBatch(recipients: number, fields?: object): Promise<string>;
	/** Creates a complete order batch in the same way, and returns the IDs of its orders, in the order of the recipients. */
	createOrders(recipients: number, fields?: object): Promise<string[]>;
	/** Reads straight from the service, without a trace in its log of requests. */
	read(path: string, account?: AccountName): Promise<IDataObject>;
	/** Reads all pages of a list in the same way. @param path without a query */
	list<Entry = IDataObject>(path: string, account?: AccountName): Promise<Entry[]>;
}

/** Starts the service for the tests of one file. @param limits those of the node that differ from its own */
export function actionNode({ limits, ...options }: ServiceOptions & { limits?: Partial<Limits> } = {}): ActionNode {
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

	const credentials: ActionNode['credentials'] = (apiKey, more) => ({
		giftOrderBatchAutomationApi: { ...credentialFor(service.baseUrl, apiKey ?? service.keys.automation), ...more },
		giftOrderBatchCommerceApi: { ...credentialFor(service.baseUrl, apiKey ?? service.keys.commerce), ...more },
	});
	const untraced = async <Result>(work: () => Promise<Result>): Promise<Result> => {
		const logged = service.requests.length;
		const result = await work();
		service.requests.length = logged;
		return result;
	};
	const createBatchOf: ActionNode['createBatch'] = async (recipients, fields) =>
		await untraced(async () => await createBatch(service, recipients, fields));
	const read: ActionNode['read'] = async (path, account) =>
		await untraced(async () => (await new Client(service).get<IDataObject>(path, account)).data);
	const list = async <Entry>(path: string, account?: AccountName): Promise<Entry[]> => {
		const entries: Entry[] = [];
		for (let page = 1, total = 1; entries.length < total; page++) {
			const { data, list_meta: meta } = await read(`${path}?per_page=100&page=${page}`, account);
			entries.push(...(data as Entry[]));
			total = (meta as { total_count: number }).total_count;
		}
		return entries;
	};
	return {
		get service() {
			return service;
		},
		get requests() {
			return service.requests.filter(({ path }) => !path.startsWith('/v1/products/'));
		},
		unknownId: UNKNOWN_ID,
		credentials,
		credentialsAfterRestart: () => ({
			giftOrderBatchAutomationApi: credentialFor(`http://localhost:${service.port}`, service.keys.automation),
		}),
		run: async (parameters, runOptions) =>
			await runNode(parameters, {
				credentials: credentials(),
				limits,
				workflowId: `workflow-${tests}`,
				...runOptions,
			}),
		createBatch: createBatchOf,
		createOrders: async (recipients, fields) => {
			const batch = await createBatchOf(recipients, fields);
			service.setBatchState(batch, 'complete');
			return (await list<{ id: string }>(`/v1/order_batches/${batch}/orders`)).map(({ id }) => id);
		},
		read,
		list,
	};
}
