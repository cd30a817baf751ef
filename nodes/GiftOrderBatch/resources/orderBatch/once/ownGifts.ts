import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import { CustomerReferences } from '../../../api/customerReferences';
import { isBlank } from '../../../api/values';
import type { GiftRequest } from '../giftRequest';
import type { PriceInput } from '../rules/input';
import type { Ledger } from './ledger';

/** The order batch that an item is about: that of an order, or the order batch itself. */
const orderBatchOf = ({ order_batch_id: ofOrder, send_status: status, id }: IDataObject) =>
	ofOrder ?? (status === undefined ? undefined : id);

/**
 * Refuses recipients where a trigger of this package has started the workflow because of a gift that the same step has sent: each
 * gift would start the next one, without end.
 * @throws ServiceError when an order batch cannot be read
 */
export async function refuseOwn(
	gifts: Array<GiftRequest<PriceInput>>,
	ledger: Ledger,
	client: ServiceClient,
): Promise<void> {
	const idOf = (json: IDataObject) => orderBatchOf(json) ?? orderBatchOf(ledger.startingEvent ?? {});
	const ids = new Map(
		gifts.flatMap(({ items }) => items.map(({ itemIndex, json }) => [itemIndex, idOf(json)] as const)),
	);
	const distinct = [...new Set(ids.values())].filter((id) => !isBlank(id));
	const read = await new CustomerReferences().addTo(
		client,
		distinct.map((id) => ({ order_batch_id: id })),
	);
	const own = new Set(
		read
			.filter(({ order_batch_id: id, ...one }) => ledger.hasSent(id, one.customer_reference_id))
			.map(({ order_batch_id: id }) => id),
	);
	for (const row of gifts.flatMap(({ rows }) => rows)) {
		const id = ids.get(row.itemIndex);
		if (own.has(id)) row.problems.push({ kind: 'ownGift', orderBatchId: String(id) });
	}
}
