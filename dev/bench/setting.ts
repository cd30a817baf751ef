import { createBatch } from '../harness/batches';
import { createApiCredential, startTestInstance, type TestInstance } from '../harness/testInstance';
import type { Credential } from '../n8n/n8nClient';

/** How long the mock service takes for each response, in milliseconds. */
export const LATENCY_MS = 20;

/** Real n8n with the packed package and its credential, and a mock service that responds with latency. */
export interface Setting extends TestInstance {
	credential: Credential;
	/** Makes a complete order batch at the service, without latency and without a trace in its log. */
	createBatch(recipients: number): Promise<string>;
}

export async function startSetting(): Promise<Setting> {
	const instance = await startTestInstance('newest');
	const { service } = instance;
	const credential = await createApiCredential(instance, 'Benchmark');
	const addLatency = () => service.addFault({ effect: { kind: 'latency', ms: LATENCY_MS } });
	addLatency();
	return {
		...instance,
		credential,
		async createBatch(recipients) {
			service.clearFaults();
			const id = await createBatch(service, recipients);
			service.setBatchState(id, 'complete');
			service.requests.pop();
			addLatency();
			return id;
		},
	};
}
