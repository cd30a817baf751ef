import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import { forEachConcurrently } from '../../../api/concurrency';
import { CustomerReferences } from '../../../api/customerReferences';
import { statusOf } from '../../../api/errors';
import { grouped, isBlank } from '../../../api/values';
import type { GiftRequest } from '../giftRequest';
import type { PriceInput } from '../rules/input';
import { AFTER_GIFT, type Ledger } from './ledger';

const references = new CustomerReferences();

/** The order batch that an item is about: that of an order, or the order batch itself. */
const orderBatchIdOf = ({ order_batch_id: ofOrder, send_status: status, id }: IDataObject) =>
	ofOrder ?? (status === undefined ? undefined : id);

/**
 * Whether no gift may follow an order batch: this step has sent it, or any step because of a gift. This process remembers it, or
 * its reference shows it.
 * @returns what its reference begins with, or would without one of the user; nothing where a gift may follow
 */
async function excludedPrefix(id: string, json: IDataObject, ledger: Ledger, client: ServiceClient) {
	const remembered = ledger.rememberedAs(id);
	if (remembered) return remembered;
	const isShown = json.customer_reference_id !== undefined;
	const [read] = isShown
		? [json]
		: await references.addTo(client, [{ order_batch_id: id }]).catch((error: unknown) => {
				if (Number(statusOf(error)) < 500) return [];
				throw error;
			});
	return [ledger.ofStep, AFTER_GIFT].find((prefix) => String(read?.customer_reference_id).startsWith(prefix));
}

/**
 * Refuses recipients where a trigger of this package has started the workflow because of a gift that the same step has sent, or
 * that was itself sent because of a gift: each gift would start the next one, without end. Where the trigger has put out several
 * order batches, each item says which of them it is about.
 * @throws ServiceError when an order batch cannot be read now
 */
export async function refuseOwnGifts(
	gifts: Array<GiftRequest<PriceInput>>,
	ledger: Ledger,
	client: ServiceClient,
): Promise<void> {
	const known = grouped((ledger.startingEvents ?? []).map((json) => [orderBatchIdOf(json), json] as const));
	known.delete(undefined);
	const [only] = known.size === 1 ? known.keys() : [];
	const jsons = new Map(gifts.flatMap(({ items }) => items.map(({ itemIndex, json }) => [itemIndex, json] as const)));
	const rows = gifts.flatMap((gift) => gift.rows);
	const byOrderBatch = grouped(
		rows.map((row) => {
			const json = jsons.get(row.itemIndex) ?? {};
			const id = only ?? orderBatchIdOf(json);
			return [id, { row, json: known.get(id)?.[0] ?? json }] as const;
		}),
	);
	await forEachConcurrently([...byOrderBatch], client.limits.maxConcurrentRequests, async ([id, some]) => {
		const [first] = some;
		if (!first || isBlank(id) || (known.size > 0 && !known.has(id))) return;
		const prefix = await excludedPrefix(String(id), first.json, ledger, client);
		if (prefix === undefined) return;
		const problem = { kind: 'ownGift', orderBatchId: String(id), prefix, isOwn: prefix === ledger.ofStep } as const;
		for (const { row } of some) row.problems.push(problem);
	});
}
