import type { IDataObject } from 'n8n-workflow';

import { event, newSecret, signed } from '../../../dev/harness/webhookDeliveries';
import { actionNode, byId } from '../../support/actionNode';
import { passTime, useStoppedClock } from '../../support/fakeDate';
import { activatePolling, deliver, newNode, webhookHooks } from '../../support/triggers';

const SECRET = newSecret();

const node = actionNode({ webhookDelivery: { hold: true } });

const credentials = () => ({ credentials: node.credentials(undefined, { webhookSigningSecret: SECRET }) });

/** Filters, the fields of an order batch that they let pass, and of others that one of them leaves out. */
async function filtering() {
	const { data } = (await node.read('/v1/workspaces')) as { data: Array<{ id: string }> };
	const [mine = '', other = ''] = data.map(({ id }) => id);
	const fieldsOf = (workspace_id: string, customer_reference_id?: string) => ({ workspace_id, customer_reference_id });
	return {
		filters: { workspaceId: byId(mine.toUpperCase()), customerReferenceIdPrefix: 'birthday-' },
		wanted: fieldsOf(mine, 'birthday-1'),
		others: [
			fieldsOf(mine),
			...['Birthday-2', 'a birthday-3'].map((reference) => fieldsOf(mine, reference)),
			fieldsOf(other, 'birthday-4'),
		],
	};
}

/** The order batches and orders of one gift. */
async function giftOf(fields: object) {
	const [order = ''] = await node.createOrders(1, fields);
	const { order_batch_id: batch } = (await node.read(`/v1/orders/${order}`)) as { order_batch_id: string };
	return { batch, order };
}

useStoppedClock();

describe('a trigger with filters', () => {
	test.each([
		['order_batch.completed', 'batch'],
		['order.shipped', 'order'],
	] as const)('starts for the event %s of what passes, and answers others 200', async (kind, of) => {
		const { filters, wanted, others } = await filtering();
		const receive = async (id: string, more: object, options = newNode()) =>
			await deliver(
				{ events: [kind], ...more },
				{ ...credentials(), ...options },
				signed(event(kind, id), { secret: SECRET }),
			);

		const { [of]: id } = await giftOf(wanted);
		expect(await receive(id, { filters })).toMatchObject({ statusCode: 200, items: [{ event: kind, id }] });
		for (const fields of others) {
			const { [of]: other } = await giftOf(fields);
			const trigger = newNode();
			const ignored = { statusCode: 200, items: undefined, record: {} };
			for (const options of [{}, { output: 'orders' }]) {
				expect(await receive(other, { filters, options }, trigger)).toMatchObject(ignored);
			}
			// Sent again after the filter was removed, as the service can.
			expect((await receive(other, {}, trigger)).items).toMatchObject([{ id: other }]);
		}
	});

	const shipped = async (fields: object) => {
		const gift = await giftOf(fields);
		node.service.changeOrder(gift.order, { status: 'shipped' });
		return gift;
	};

	describe.each([
		['account', 'batch'],
		['orders', 'order'],
	] as const)('that polls the %s', (watch, of) => {
		const parameters = { watch, orderStatuses: ['shipped'] };

		test('loses nothing that passes over outages and restarts', async () => {
			const { filters, wanted, others } = await filtering();
			const before = activatePolling({ ...parameters, filters }, credentials());
			await before.poll();
			for (const fields of others) {
				passTime(60_000);
				await shipped(fields);
			}
			expect(await before.poll()).toBeNull();
			passTime(60_000);
			const { [of]: id } = await shipped(wanted);
			node.service.addFault({ effect: { kind: 'response', status: 503 }, times: 1 });
			await before.poll().catch(() => undefined);

			const after = activatePolling({ ...parameters, filters }, { ...credentials(), ...before.stored() });
			expect([await after.pollIds(), await after.poll()]).toEqual([[id], null]);
		});

		test('shows only what passes in a test run, behind many others', async () => {
			const { filters, wanted, others } = await filtering();
			const { [of]: id } = await shipped(wanted);
			for (let count = 0; count < 12; count++) await shipped(others[0]!);
			const { pollIds } = activatePolling({ ...parameters, filters }, { ...credentials(), mode: 'manual' });
			expect(await pollIds()).toEqual([id]);
		});
	});

	test('that polls certain batches starts for those that pass, and reads the others no more', async () => {
		const { filters, wanted, others } = await filtering();
		const ids = await Promise.all([...others, wanted].map(async (fields) => await node.createBatch(1, fields)));
		const parameters = { watch: 'orderBatches', orderBatchIds: ids, filters } as IDataObject;
		const trigger = activatePolling(parameters, credentials());
		expect(await trigger.pollIds()).toEqual(ids.slice(-1));
		node.service.requests.length = 0;
		expect(await trigger.poll()).toBeNull();
		expect(node.service.requests).toEqual([]);
	});
});

test.each<[string, string, IDataObject]>([
	['droppedFields', 'Filters', { filters: '={{ ({ workspaceId: $json.workspace }) }}' }],
	['missing', 'Workspace', { filters: { workspaceId: byId('') } }],
	['invalid', 'Workspace', { filters: { workspaceId: byId('Main') } }],
	['missing', 'Customer Reference ID Prefix', { filters: { customerReferenceIdPrefix: ' ' } }],
	['droppedFields', 'Options', { options: '={{ ({ output: "orders" }) }}' }],
	['invalid', 'Output', { options: { output: '={{ "Orders" }}' } }],
	['invalid', 'Add Customer Reference ID', { options: { addCustomerReferenceId: '={{ "true" }}' } }],
])(
	'A filter or an option is refused at publishing and polling, and an event is asked for again: %s, %s.',
	async (kind, field, more) => {
		const parameters = { watch: 'account', events: ['order_batch.completed'], ...more };
		const refusal = { context: { problems: [{ kind, field }] } };
		await expect(webhookHooks(parameters, credentials()).publish()).rejects.toMatchObject(refusal);
		await expect(activatePolling(parameters, credentials()).poll()).rejects.toMatchObject(refusal);

		const delivery = signed(event('order_batch.completed', await node.createBatch(1)), { secret: SECRET });
		const result = await deliver(parameters, { ...credentials(), ...newNode() }, delivery);
		const warnings = [expect.stringContaining(`"${field}" `)];
		expect(result).toMatchObject({ statusCode: 503, items: undefined, warnings });
	},
);
