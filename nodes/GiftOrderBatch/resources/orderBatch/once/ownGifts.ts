import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import { mapConcurrently } from '../../../api/concurrency';
import { addCustomerReferences } from '../../../api/customerReferences';
import { grouped, isBlank } from '../../../api/values';
import type { Problem } from '../../sentences';
import type { GiftRequest } from '../giftRequest';
import type { Ledger } from './ledger';

/** The item is an order, or the order batch itself. */
const orderBatchIdOf = ({ order_batch_id: ofOrder, send_status: status, id }: IDataObject) =>
	ofOrder ?? (status === undefined ? undefined : id);

/** Why no gift may follow an order batch, which a trigger has put out; nothing where one may. */
async function ownGiftProblem(json: IDataObject, ledger: Ledger, client: ServiceClient): Promise<Problem | undefined> {
	const orderBatchId = orderBatchIdOf(json);
	if (isBlank(orderBatchId)) return undefined;
	const id = String(orderBatchId);
	const readReference = async () => {
		if (json.customer_reference_id !== undefined) return json.customer_reference_id;
		const [read] = await addCustomerReferences(client, [{ order_batch_id: id }]);
		return read?.customer_reference_id;
	};
	const sender = ledger.senderOf(id) ?? ledger.senderOf(id, await readReference());
	return sender && { kind: 'ownGift', orderBatchId: id, isOwn: sender === 'thisNode', prefix: ledger.nodePrefix };
}

/**
 * Refuses recipients where a trigger of this package has started the workflow because of a gift that the same step has sent, or
 * that was itself sent because of a gift: each gift would start the next one, without end. An item may be about any order batch
 * that the trigger has put out, unless it names one.
 * @throws ServiceError when an order batch cannot be read now
 */
export async function refuseOwnGifts(gifts: GiftRequest[], ledger: Ledger, client: ServiceClient): Promise<void> {
	const started = new Map((ledger.environment.startingEvents ?? []).map((json) => [orderBatchIdOf(json), json]));
	const idOf = new Map(
		gifts.flatMap(({ items }) => items.map(({ itemIndex, json }) => [itemIndex, orderBatchIdOf(json)])),
	);
	const rows = gifts.flatMap((gift) => gift.rows);
	const byEvent = grouped(rows.map((row) => [started.get(idOf.get(row.itemIndex)), row] as const));
	await mapConcurrently([...byEvent], client.limits.maxConcurrentRequests, async ([event, some]) => {
		let problem: Problem | undefined;
		for (const one of event ? [event] : started.values()) {
			problem = await ownGiftProblem(one, ledger, client);
			if (!problem) return;
		}
		for (const { problems } of some) if (problem) problems.push(problem);
	});
}
