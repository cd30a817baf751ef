import type { AccountName, ErrorBody, ListResponse, OrderBatch, Workspace } from '../../dev/mock-service';
import { problemsOf } from '../support/schemas';
import { useService } from '../../dev/harness/serviceClient';
import { orderBatchInput } from '../support/mockService';

const client = useService();

async function list(as: AccountName, query = ''): Promise<Workspace[]> {
	const { status, data } = await client().get<ListResponse<Workspace>>(`/v1/workspaces${query}`, as);
	expect(status).toBe(200);
	expect(problemsOf('WorkspaceList', data)).toEqual([]);
	expect(data.list_meta).toEqual({ total_count: data.data.length });
	return data.data;
}

describe('GET /v1/workspaces', () => {
	it.each<AccountName>(['automation', 'commerce', 'automationMember'])('lists the workspaces of %s', async (as) => {
		const workspaces = await list(as);
		expect(workspaces.map(({ name }) => name)).toEqual(['People Team', 'Customer Success', 'Recruiting']);
		expect(workspaces[0]!.id).toBe(client().service.samples.workspaceId);
	});

	it('has no pages', async () => {
		expect(await list('automation', '?page=2&per_page=1')).toEqual(await list('automation'));
	});
});

describe('a creation', () => {
	async function create<Body>(workspaceId?: string) {
		const body = orderBatchInput(client().service.samples, { workspace_id: workspaceId });
		return await client().post<Body>('/v1/order_batches', body);
	}

	it('goes to the workspace that it names, or to the first one', async () => {
		const workspaces = await list('automation');
		for (const { id, name } of workspaces) {
			expect((await create<OrderBatch>(id)).data).toMatchObject({ workspace_id: id, workspace_name: name });
		}
		expect((await create<OrderBatch>()).data.workspace_id).toBe(workspaces[0]!.id);
	});

	it('refuses a workspace that does not exist', async () => {
		const { status, data } = await create<ErrorBody>('00000000-0000-4000-8000-000000000000');
		expect([status, data]).toEqual([400, { error: 'Workspace not found' }]);
		expect(client().service.orderBatches()).toEqual([]);
	});
});
