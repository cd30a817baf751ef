import type { Credential, N8nClient, Workflow } from '../n8n/n8nClient';
import {
	credentialData,
	CREDENTIAL_TYPE,
	exampleWorkflow,
	resultOf,
	START,
	type DemoResult,
	type DemoService,
} from './example';

const CREDENTIAL_NAME = 'Local Gift Order Batch Service';
const RUN_TIMEOUT_MS = 120_000;

/**
 * Puts the example workflow and a credential for `service` into n8n (over those of an earlier call, if any), runs the
 * workflow once and returns what it sent.
 *
 * @throws when the workflow fails, with the node's name and its error
 */
export async function sendGifts(client: N8nClient, service: DemoService): Promise<DemoResult & { workflowId: string }> {
	const workflow = await saveExample(client, service);
	const executionId = await client.run(workflow, START);
	const execution = await client.finishedExecution(executionId, RUN_TIMEOUT_MS);
	return { workflowId: workflow.id, ...resultOf(execution) };
}

/** Puts the example workflow and a credential for `service` into n8n, over those of an earlier call, if any. */
export async function saveExample(client: N8nClient, service: DemoService): Promise<Workflow> {
	const example = exampleWorkflow(await saveCredential(client, service), service);
	const existing = (await client.workflows()).find(({ name }) => name === example.name);
	return existing ? await client.updateWorkflow(existing.id, example) : await client.createWorkflow(example);
}

async function saveCredential(client: N8nClient, service: DemoService): Promise<Credential> {
	const data = credentialData(service);
	const existing = (await client.credentials()).find(({ name }) => name === CREDENTIAL_NAME);
	return existing
		? await client.updateCredential(existing, data)
		: await client.createCredential(CREDENTIAL_TYPE, CREDENTIAL_NAME, data);
}
