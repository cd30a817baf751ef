import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import { CustomerReferences } from '../../../api/customerReferences';
import { statusOf } from '../../../api/errors';
import { isBlank } from '../../../api/values';
import type { GiftRequest } from '../giftRequest';
import type { PriceInput } from '../rules/input';
import type { Ledger } from './ledger';

const references = new CustomerReferences();

/** The order batch that an item is about: that of an order, or the order batch itself. */
const orderBatchIdOf = ({ order_batch_id: ofOrder, send_status: status, id }: IDataObject) =>
	ofOrder ?? (status === undefined ? undefined : id);

/** Whether this node has sent the order batch that an item is about: this process remembers it, or its reference shows it. */
async function isOwn(json: IDataObject, ledger: Ledger, client: ServiceClient): Promise<boolean> {
	const id = String(orderBatchIdOf(json));
	if (ledger.hasSent(id)) return true;
	const [read] =
		json.customer_reference_id === undefined ? await references.addTo(client, [{ order_batch_id: id }]) : [json];
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
	const known = new Map<unknown, Promise<boolean>>();
	for (const { items, rows } of gifts) {
		const jsons = new Map(items.map(({ itemIndex, json }) => [itemIndex, json]));
		for (const { itemIndex, problems } of rows) {
			const json = isBlank(orderBatchIdOf(startingEvent)) ? (jsons.get(itemIndex) ?? {}) : startingEvent;
			const id = orderBatchIdOf(json);
			if (isBlank(id)) continue;
			const found =
				known.get(id) ??
				isOwn(json, ledger, client).catch((error: unknown) => {
					if (Number(statusOf(error)) < 500) return false;
					throw error;
				});
			known.set(id, found);
			if (await found) problems.push({ kind: 'ownGift', orderBatchId: String(id), prefix: ledger.step });
		}
	}
}
