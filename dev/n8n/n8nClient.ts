import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse as parseFlatted } from 'flatted';
import {
	ExecutionStatusList,
	type ExecutionStatus,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeTypeDescription,
	type IPinData,
	type IRunExecutionData,
	type IWorkflowSettings,
} from 'n8n-workflow';
import { send, type Reply } from './http';

/** The owner that `N8nClient.connect` makes, of instances for tests that only this machine reaches. */
export const OWNER = {
	email: 'owner@example.com',
	password: 'Gift-0rder-batch',
	firstName: 'Olivia',
	lastName: 'Owner',
};

export interface WorkflowInput {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** The items that nodes put out without being run by hand, by their names. */
	pinData?: IPinData;
}

export interface Workflow extends WorkflowInput {
	id: string;
	versionId: string;
	active: boolean;
	staticData?: IDataObject | null;
}

/** A row of a data table, with the columns `id`, `createdAt` and `updatedAt` that n8n adds. */
export type DataTableRow = IDataObject & { id: number };

export interface Credential {
	id: string;
	name: string;
	type: string;
}

export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
	mode: string;
}

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

/** A community package as n8n's settings show it. */
export interface CommunityPackage {
	packageName: string;
	installedVersion: string;
	/** Node types such as 'n8n-nodes-gift-order-batch.giftOrderBatch'. */
	installedNodes: Array<{ name: string; type: string }>;
	/** The latest version, where that is another one. */
	updateAvailable?: string;
}

interface StoredExecution extends ExecutionSummary {
	/** In n8n's storage format; an empty list until the data is stored. */
	data: string;
}

interface Publication {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

/** n8n's REST interface refused a request; the message is n8n's own. */
export class N8nRequestError extends Error {
	constructor(
		message: string,
		readonly status: number | undefined,
	) {
		super(message);
	}
}

const UNFINISHED: ExecutionStatus[] = ['new', 'running', 'waiting'];
const POLL_INTERVAL_MS = 100;
/** Far longer than n8n needs, also beside other work on the machine. */
const DEFAULT_TIMEOUT_MS = 180_000;

/** What `read` returns once it is not undefined. @throws Error with `problem` when that takes longer than `timeoutMs` */
async function until<T>(problem: string, timeoutMs: number, read: () => Promise<T | undefined>): Promise<T> {
	for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
		const found = await read();
		if (found !== undefined) return found;
	}
	throw new Error(`${problem} after ${timeoutMs / 1000} s.`);
}

/** Drives n8n, newest and oldest alike, through the REST interface of its editor. */
export class N8nClient {
	private readonly headers: Record<string, string> = { 'browser-id': randomUUID(), 'push-ref': randomUUID() };

	private constructor(private readonly baseUrl: string) {}

	/** Signs in as `owner`; makes that owner first where n8n has none. */
	static async connect(baseUrl: string, owner = OWNER): Promise<N8nClient> {
		const client = new N8nClient(baseUrl);
		const settings = await client.request<{ userManagement: { showSetupOnFirstLoad: boolean } }>('GET', '/settings');
		const { cookies } = settings.userManagement.showSetupOnFirstLoad
			? await client.send('POST', '/owner/setup', owner)
			: await client.send('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password });
		const cookie = cookies.find((entry) => entry.startsWith('n8n-auth='));
		client.headers.cookie = cookie?.split(';')[0] ?? '';
		return client;
	}

	/** The descriptions of all loaded node types. n8n brings them up to date some time after a change. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.types('nodes');
	}

	/** The descriptions of all loaded credential types. n8n brings them up to date some time after a change. */
	async credentialTypes(): Promise<Array<{ name: string; displayName: string }>> {
		return await this.types('credentials');
	}

	async communityPackages(): Promise<CommunityPackage[]> {
		return await this.request('GET', '/community-packages');
	}

	/** Installs the latest version of a community package from the npm registry, as the settings do. */
	async installCommunityPackage(name: string): Promise<CommunityPackage> {
		return await this.request('POST', '/community-packages', { name });
	}

	/** Replaces an installed community package by its latest version. */
	async updateCommunityPackage(name: string): Promise<CommunityPackage> {
		return await this.request('PATCH', '/community-packages', { name });
	}

	async uninstallCommunityPackage(name: string): Promise<void> {
		await this.request('DELETE', `/community-packages?name=${name}`);
	}

	async credentials(): Promise<Credential[]> {
		return await this.request('GET', '/credentials');
	}

	async createCredential(type: string, name: string, data: IDataObject): Promise<Credential> {
		return await this.request('POST', '/credentials', { name, type, data });
	}

	async updateCredential({ id, name, type }: Credential, data: IDataObject): Promise<Credential> {
		return await this.request('PATCH', `/credentials/${id}`, { name, type, data });
	}

	async workflows(): Promise<Array<{ id: string; name: string }>> {
		return await this.request('GET', '/workflows');
	}

	async createWorkflow(workflow: WorkflowInput): Promise<Workflow> {
		const defaults = { settings: { executionOrder: 'v1' }, pinData: {} };
		return await this.request('POST', '/workflows', { ...defaults, ...workflow, active: false });
	}

	async updateWorkflow(id: string, workflow: WorkflowInput): Promise<Workflow> {
		const { versionId } = await this.workflow(id);
		return await this.request('PATCH', `/workflows/${id}`, { ...workflow, versionId });
	}

	async workflow(id: string): Promise<Workflow> {
		return await this.request('GET', `/workflows/${id}`);
	}

	/**
	 * Publishes the workflow and waits until its triggers are registered.
	 *
	 * @throws {N8nRequestError} with n8n's reason when they cannot be
	 */
	async activate({ id, versionId }: Workflow): Promise<void> {
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		const publication = await this.publication(id, ['published', 'partial', 'failed']);
		if (publication && publication.status !== 'published') {
			const reasons = publication.triggers.map(({ errorMessage }) => errorMessage ?? '');
			throw new N8nRequestError(`n8n did not publish the workflow: ${reasons.join(' ')}`, 200);
		}
	}

	/** Takes the workflow back and waits until its triggers are gone. */
	async deactivate({ id }: Workflow): Promise<void> {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
		await this.publication(id, ['not_published']);
	}

	/** Makes a data table with these columns in the owner's personal project; returns its id. */
	async createDataTable(name: string, textColumns: string[], numberColumns: string[] = []): Promise<string> {
		const columns = [
			...textColumns.map((column) => ({ name: column, type: 'string' })),
			...numberColumns.map((column) => ({ name: column, type: 'number' })),
		];
		const { id } = await this.request<{ id: string }>('POST', await this.dataTablesPath(), { name, columns });
		return id;
	}

	/** The rows of a data table, the oldest first, up to the 50 that n8n shows at once. */
	async dataTableRows(id: string): Promise<DataTableRow[]> {
		const path = `${await this.dataTablesPath()}/${id}/rows?take=50&sortBy=id:asc`;
		return (await this.request<{ data: DataTableRow[] }>('GET', path)).data;
	}

	/** Starts the workflow at its trigger `triggerName` as "Execute workflow" does; returns the execution's id. */
	async run(workflow: Workflow, triggerName: string): Promise<string> {
		return await this.start(workflow, { triggerToStartFrom: { name: triggerName } });
	}

	/**
	 * Runs the workflow up to the node `nodeName`, as "Execute step" does, with what the nodes before it put out in an earlier
	 * execution, or have pinned. A node without either runs. Returns the execution's id.
	 */
	async runStep(
		workflow: Workflow,
		nodeName: string,
		{ data }: Pick<Execution, 'data'>,
		...reused: string[]
	): Promise<string> {
		const runs = Object.entries(data.resultData.runData).filter(([name]) => reused.includes(name));
		const destinationNode = { nodeName, mode: 'inclusive' };
		return await this.start(workflow, { runData: Object.fromEntries(runs), destinationNode, dirtyNodeNames: [] });
	}

	/** Runs the workflow as `run` does, to its end. */
	async execute(workflow: Workflow, triggerName = 'Start'): Promise<Execution> {
		return await this.finishedExecution(await this.run(workflow, triggerName));
	}

	/**
	 * Repeats a failed execution from the node that failed on, to its end.
	 * `loadWorkflow` takes the workflow as it is saved now, instead of as it was then.
	 */
	async retry(executionId: string, { loadWorkflow = false } = {}): Promise<Execution> {
		const { id } = await this.request<ExecutionSummary>('POST', `/executions/${executionId}/retry`, { loadWorkflow });
		return await this.finishedExecution(id);
	}

	/** Stops a running execution. */
	async stop(executionId: string): Promise<void> {
		await this.request('POST', `/executions/${executionId}/stop`, {});
	}

	/**
	 * The latest executions of the workflow. Without statuses, n8n reads those that run and those that have ended one after the
	 * other, and one that ends in between is in both lists or in none.
	 */
	async executions({ id }: Workflow): Promise<ExecutionSummary[]> {
		return (await this.storedExecutions(id, ExecutionStatusList, 100)).results;
	}

	/** How many executions of the workflow n8n has stored that are in one of these states. */
	async countExecutions({ id }: Workflow, ...statuses: ExecutionStatus[]): Promise<number> {
		return (await this.storedExecutions(id, statuses, 1)).count;
	}

	/**
	 * The execution once it has ended, well or not, with what every node returned.
	 *
	 * @throws when it takes longer than `timeoutMs`
	 */
	async finishedExecution(id: string, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<Execution> {
		return await until(`Execution ${id} has not ended`, timeoutMs, async () => {
			const execution = await this.unlessMissing<StoredExecution>('GET', `/executions/${id}`);
			if (!execution || UNFINISHED.includes(execution.status)) return undefined;
			const data = parseFlatted(execution.data) as IRunExecutionData | undefined;
			return data && { ...execution, data };
		});
	}

	private async storedExecutions(workflowId: string, status: readonly ExecutionStatus[], limit: number) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
		const path = `/executions?limit=${limit}&filter=${filter}`;
		return await this.request<{ results: ExecutionSummary[]; count: number }>('GET', path);
	}

	private async start(workflow: Workflow, how: object): Promise<string> {
		const body = { workflowData: workflow, ...how };
		return (await this.request<{ executionId: string }>('POST', `/workflows/${workflow.id}/run`, body)).executionId;
	}

	private async dataTablesPath(): Promise<string> {
		const { id } = await this.request<{ id: string }>('GET', '/projects/personal');
		return `/projects/${id}/data-tables`;
	}

	/**
	 * The publication of a workflow once it has one of these statuses. Only the newest n8n publishes in the background; the
	 * oldest has no such thing, and is done when it responds to the request.
	 */
	private async publication(id: string, statuses: string[]): Promise<Publication | undefined> {
		const [found] = await until(`Workflow ${id} is not ${statuses.join(' or ')}`, DEFAULT_TIMEOUT_MS, async () => {
			const publication = await this.unlessMissing<Publication>('GET', `/workflows/${id}/publication-status`);
			return !publication || statuses.includes(publication.status) ? ([publication] as const) : undefined;
		});
		return found;
	}

	/** A list of types that n8n keeps as a file. While n8n writes it, what there is of it is no JSON. */
	private async types<T>(kind: string): Promise<T[]> {
		return await until(`n8n does not finish its list of ${kind}`, DEFAULT_TIMEOUT_MS, async () => {
			// n8n may write the file while it sends it: then it sends more than it announced, which is no response.
			const reply = send<T[] | string>('GET', `${this.baseUrl}/types/${kind}.json`, undefined, this.headers);
			const { data } = await reply.catch(() => ({ data: '' }));
			return typeof data === 'string' ? undefined : data;
		});
	}

	private async unlessMissing<T>(method: string, path: string): Promise<T | undefined> {
		try {
			return await this.request<T>(method, path);
		} catch (error) {
			if (error instanceof N8nRequestError && error.status === 404) return undefined;
			throw error;
		}
	}

	private async request<T>(method: string, path: string, data?: object): Promise<T> {
		return (await this.send<T>(method, path, data)).data.data;
	}

	/** Asks n8n's assistant, allows the one thing that it asks for, and waits until it has ended. */
	async askAssistant(message: string): Promise<void> {
		const { id: projectId } = await this.request<{ id: string }>('GET', '/projects/personal');
		const threadId = randomUUID();
		const thread = `/instance-ai/threads/${threadId}`;
		await this.request('POST', '/instance-ai/threads', { threadId, projectId, source: 'canvas_action_button' });
		await this.request('POST', `/instance-ai/chat/${threadId}`, { message });
		const requestId = await until('The assistant does not ask', DEFAULT_TIMEOUT_MS, async () => {
			const messages = JSON.stringify(await this.request('GET', `${thread}/messages`));
			return /"requestId":"([^"]+)"/.exec(messages)?.[1];
		});
		await this.request('POST', `/instance-ai/confirm/${requestId}`, { kind: 'approval', approved: true });
		await until('The assistant does not end', DEFAULT_TIMEOUT_MS, async () => {
			const status = await this.request<{ hasActiveRun: boolean; isSuspended: boolean }>('GET', `${thread}/status`);
			return status.hasActiveRun || status.isSuspended ? undefined : true;
		});
	}

	/** @throws {N8nRequestError} with n8n's own message */
	private async send<T>(method: string, path: string, body?: object): Promise<Reply<{ data: T }>> {
		// A busy machine may keep n8n's database from responding within the 5 s that n8n gives it. Until it does, n8n does nothing.
		return await until("n8n's database does not respond", DEFAULT_TIMEOUT_MS, async () => {
			const url = `${this.baseUrl}/rest${path}`;
			const reply = await send<{ data: T; message?: string }>(method, url, body, this.headers);
			if (reply.status < 400) return reply;
			const { message } = reply.data;
			if (reply.status === 503 && message === 'Database is not ready!') return undefined;
			throw new N8nRequestError(`n8n, ${method} ${path}: ${message ?? reply.status}`, reply.status);
		});
	}
}

/** The items that a node put out on its first output, of all its runs in one list. */
export function itemsOf({ data }: Pick<Execution, 'data'>, nodeName: string): INodeExecutionData[] {
	const runs = data.resultData.runData[nodeName] ?? [];
	return runs.flatMap((run) => run.data?.main?.[0] ?? []);
}

/** The JSON of these items. */
export const jsonOf = (execution: Pick<Execution, 'data'>, nodeName: string): IDataObject[] =>
	itemsOf(execution, nodeName).map(({ json }) => json);

/** What an execution failed with, if it did. */
export const errorOf = ({ data }: Pick<Execution, 'data'>) =>
	data.resultData.error as { message: string; description?: string | null } | undefined;
