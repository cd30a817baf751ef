import type { IDataObject } from 'n8n-workflow';

import { itemsOf, type Execution, type N8nClient, type Workflow } from '../../dev/n8n/n8nClient';
import { until } from '../support/until';

/** The executions of a workflow, the first one first, once there are at least `count` and all of them have ended. */
export async function endedExecutions(client: N8nClient, workflow: Workflow, count: number): Promise<Execution[]> {
	const summaries = await until(`the workflow has ${count} executions`, async () => {
		const found = await client.executions(workflow);
		return found.length >= count && found;
	});
	const ids = summaries.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
	return await Promise.all(ids.map(async (id) => await client.finishedExecution(id)));
}

/** The JSON of all items that a node put out in these executions. */
export const outputsOf = (executions: Execution[], nodeName: string): IDataObject[] =>
	executions.flatMap((execution) => itemsOf(execution, nodeName).map(({ json }) => json));
