import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { event, newSecret, signed } from '../../../dev/harness/webhookDeliveries';
import { GiftOrderBatchPollingTrigger } from '../../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { GiftOrderBatchTrigger } from '../../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { actionNode, byId } from '../../support/actionNode';
import { passTime, useStoppedClock } from '../../support/fakeDate';
import { activatePolling, deliver, newNode, storedStaticData, webhookHooks } from '../../support/triggers';

const SECRET = newSecret();
const AUTOMATION = { authentication: 'automationApi' };

const node = actionNode({ webhookDelivery: { hold: true } });

const credentials = () => ({ credentials: node.credentials(undefined, { webhookSigningSecret: SECRET }) });

/** The workspaces of the account: that of the gifts that are wanted, and another one. */
async function workspaces(): Promise<[wanted: string, other: string]> {
	const { data } = (await node.read('/v1/workspaces')) as { data: Array<{ id: string }> };
	return data.map(({ id }) => id) as [string, string];
}

/** What two filters ask for, and the fields of order batches that they let pass, or leave out. */
const FILTERS: Array<[string, () => Promise<{ filters: IDataObject; wanted: object; others: object[] }>]> = [
	[
		'workspace',
		async () => {
			const [workspace, other] = await workspaces();
			const filters = { workspaceId: byId(workspace.toUpperCase()) };
			return { filters, wanted: { workspace_id: workspace }, others: [{ workspace_id: other }] };
		},
	],
	[
		'customer reference',
		async () => {
			const others = ['Birthday-2', 'a birthday-3', undefined].map((id) => ({ customer_reference_id: id }));
			const reference = { customer_reference_id: `birthday-${randomUUID()}` };
			return { filters: { customerReferenceIdPrefix: 'birthday-' }, wanted: reference, others };
		},
	],
	[
		'workspace and the customer reference',
		async () => {
			const [workspace_id, other] = await workspaces();
			const reference = () => ({ customer_reference_id: `birthday-${randomUUID()}` });
			return {
				filters: { workspaceId: byId(workspace_id), customerReferenceIdPrefix: 'birthday-' },
				wanted: { workspace_id, ...reference() },
				others: [{ workspace_id }, { workspace_id: other, ...reference() }],
			};
		},
	],
];

/** The order batches and orders of one gift. */
async function giftOf(fields: object) {
	const [order = ''] = await node.createOrders(1, fields);
	const { order_batch_id: batch } = (await node.read(`/v1/orders/${order}`)) as { order_batch_id: string };
	return { batch, order };
}

describe.each(FILTERS)('a trigger with a filter by %s', (_what, filterOf) => {
	test.each([
		['order_batch.completed', 'batch'],
		['order.shipped', 'order'],
	] as const)(
		'starts for the event %s of a gift that passes, and for no other, which it answers 200',
		async (kind, of) => {
			const { filters, wanted, others } = await filterOf();
			const parameters = { ...AUTOMATION, events: [kind] };
			const receive = async (id: string, more: object, options: object) =>
				await deliver(
					{ ...parameters, ...more },
					{ ...credentials(), ...options },
					signed(event(kind, id), { secret: SECRET }),
				);

			const { [of]: id } = await giftOf(wanted);
			const item = { event: kind, id };
			expect(await receive(id, { filters }, newNode())).toMatchObject({ statusCode: 200, items: [item] });
			for (const fields of others) {
				const { [of]: other } = await giftOf(fields);
				const trigger = newNode();
				expect(await receive(other, { filters }, trigger)).toMatchObject({
					statusCode: 200,
					items: undefined,
					record: {},
				});
				// Sent again after the filter was removed, as the service can.
				expect((await receive(other, {}, trigger)).items).toMatchObject([{ id: other }]);
			}
		},
	);

	describe('that polls', () => {
		useStoppedClock();

		const poll = async ({ poll }: ReturnType<typeof activatePolling>) => (await poll())?.map(({ id }) => id) ?? null;

		test.each([
			['account', 'batch', {}],
			['orders', 'order', { orderStatuses: ['shipped'] }],
		] as const)(
			'watches the %s, starts for what passes, and loses nothing over outages and restarts',
			async (watch, of, more) => {
				const { filters, wanted, others } = await filterOf();
				const parameters = { ...AUTOMATION, watch, ...more, filters };
				const before = activatePolling(parameters, credentials());
				await before.poll();
				const happen = async (fields: object) => {
					passTime(60_000);
					const gift = await giftOf(fields);
					node.service.changeOrder(gift.order, { status: 'shipped' });
					return gift[of];
				};
				for (const fields of others) await happen(fields);
				expect(await poll(before)).toBeNull();
				const id = await happen(wanted);
				node.service.addFault({ effect: { kind: 'response', status: 503 }, times: 1 });
				await before.poll().catch(() => undefined);

				const after = activatePolling(parameters, { ...credentials(), staticData: storedStaticData(before.workflow) });
				expect(await poll(after)).toEqual([id]);
				expect(await poll(after)).toBeNull();
			},
		);

		test('starts for those of certain batches that pass, and reads the others no more', async () => {
			const { filters, wanted, others } = await filterOf();
			const ids = await Promise.all([...others, wanted].map(async (fields) => await node.createBatch(1, fields)));
			const parameters = { ...AUTOMATION, watch: 'orderBatches', orderBatchIds: ids, filters } as IDataObject;
			const trigger = activatePolling(parameters, credentials());
			expect(await poll(trigger)).toEqual(ids.slice(-1));
			node.service.requests.length = 0;
			expect(await poll(trigger)).toBeNull();
			expect(node.service.requests).toEqual([]);
		});

		test.each(['account', 'orders'])('shows only what passes in a test run, behind many others: %s', async (watch) => {
			const { filters, wanted, others } = await filterOf();
			const { batch, order } = await giftOf(wanted);
			node.service.changeOrder(order, { status: 'shipped' });
			for (let count = 0; count < 12; count++) {
				const reference = count > 0 &&
					others[0] &&
					'customer_reference_id' in others[0] && { customer_reference_id: `x${count}` };
				const { order: other } = await giftOf({ ...others[0], ...reference });
				node.service.changeOrder(other, { status: 'shipped' });
			}
			const run = activatePolling(
				{ ...AUTOMATION, watch, orderStatuses: ['shipped'], filters },
				{ ...credentials(), mode: 'manual' },
			);
			expect(await poll(run)).toEqual([watch === 'account' ? batch : order]);
		});
	});
});

describe('a filter without a value', () => {
	test.each<[string, IDataObject | string]>([
		['"Filters" is one expression or text', '={{ ({ workspaceId: $json.workspace }) }}'],
		['"Workspace" is missing', { workspaceId: byId('') }],
		['"Workspace" must be a UUID', { workspaceId: byId('Main') }],
		['"Customer Reference ID Prefix" is missing', { customerReferenceIdPrefix: ' ' }],
	])('is refused at publishing and polling, and an event is asked for again: %s', async (problem, filters) => {
		await expect(
			webhookHooks({ ...AUTOMATION, events: ['order.shipped'], filters }, credentials()).publish(),
		).rejects.toThrow(problem);
		const polling = activatePolling({ ...AUTOMATION, watch: 'account', filters }, credentials());
		await expect(polling.poll()).rejects.toThrow(problem);

		const delivery = signed(event('order_batch.completed', await node.createBatch(1)), { secret: SECRET });
		const result = await deliver({ ...AUTOMATION, filters }, { ...credentials(), ...newNode() }, delivery);
		expect(result).toMatchObject({ statusCode: 503, items: undefined, warnings: [expect.stringContaining(problem)] });
	});
});

test.each([new GiftOrderBatchTrigger(), new GiftOrderBatchPollingTrigger()])(
	'$description.displayName has the methods that fill its dropdowns',
	({ description, methods }) => {
		const named = JSON.stringify(description.properties).matchAll(/"searchListMethod":"(\w+)"/g);
		expect([...named].map(([, method]) => method)).toEqual(Object.keys(methods.listSearch));
	},
);
