import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import { forEachConcurrently } from '../../../api/concurrency';
import { CustomerReferences } from '../../../api/customerReferences';
import { statusOf } from '../../../api/errors';
import { grouped, isBlank } from '../../../api/values';
import type { GiftRequest } from '../giftRequest';
import type { PriceInput } from '../rules/input';
import type { Ledger } from './ledger';

const references = new CustomerReferences();

/** The order batch that an item is about: that of an order, or the order batch itself. */
const orderBatchIdOf = ({ order_batch_id: ofOrder, send_status: status, id }: IDataObject) =>
	ofOrder ?? (status === undefined ? undefined : id);

/** Whether this node has sent the order batch that an item is about: this process remembers it, or its reference shows it. */
async function isOwn(id: string, json: IDataObject, ledger: Ledger, client: ServiceClient): Promise<boolean> {
	if (ledger.hasSent(id)) return true;
	const isShown = json.customer_reference_id !== undefined;
	const [read] = isShown
		? [json]
		: await references.addTo(client, [{ order_batch_id: id }]).catch((error: unknown) => {
				if (Number(statusOf(error)) < 500) return [];
				throw error;
			});
	return String(read?.customer_reference_id).startsWith(ledger.step);
}

/**
 * Refuses recipients where a trigger of this package has started the workflow because of a gift that the same step has sent: each
 * gift would start the next one, without end. The event of a webhook says which order batch it is about. A poll may find several,
 * so each item says it.
 * @throws ServiceError when an order batch cannot be read now
 */
export async function refuseOwnGifts(
	gifts: Array<GiftRequest<PriceInput>>,
	ledger: Ledger,
	client: ServiceClient,
): Promise<void> {
	const { startingEvent = {} } = ledger;
	const isPolled = isBlank(orderBatchIdOf(startingEvent));
	const jsons = new Map(gifts.flatMap(({ items }) => items.map(({ itemIndex, json }) => [itemIndex, json] as const)));
	const rows = gifts.flatMap((gift) => gift.rows);
	const byOrderBatch = grouped(
		rows.map((row) => {
			const json = isPolled ? (jsons.get(row.itemIndex) ?? {}) : startingEvent;
			return [orderBatchIdOf(json), { row, json }] as const;
		}),
	);
	await forEachConcurrently([...byOrderBatch], client.limits.maxConcurrentRequests, async ([id, some]) => {
		const [first] = some;
		if (!first || isBlank(id) || !(await isOwn(String(id), first.json, ledger, client))) return;
		for (const { row } of some) row.problems.push({ kind: 'ownGift', orderBatchId: String(id), prefix: ledger.step });
	});
}
