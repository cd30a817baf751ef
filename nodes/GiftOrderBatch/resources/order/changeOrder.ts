import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints, type Endpoint } from '../../api/endpoints';
import { factsOf, withFacts, type NodeError } from '../../api/errors';

/** A change of an order (openapi: cancelOrder, updateOrderExpiration). */
interface Change {
	endpoint: Endpoint<IDataObject>;
	/** Whether an order is as the change would make it. */
	isMade(order: IDataObject): boolean;
	/** What the change does to an order: "canceled". */
	participle: string;
}

/**
 * Changes an order, unless it is so already. A response may be lost after the service has made the change, so a failure is
 * compared with what the order is then.
 * @returns the order as the service has it
 * @throws NodeApiError or NodeOperationError, which says where the change may have been made all the same
 */
export async function changeOrder(
	client: ServiceClient,
	orderId: string,
	{ endpoint, isMade, participle }: Change,
): Promise<IDataObject> {
	const read = async () => await client.call(endpoints.order(orderId));
	// An unknown order fails here, so that a 404 of the change means that the service cannot make it.
	const before = await read();
	if (isMade(before)) return before;
	return await client.call(endpoint).catch(async (error: NodeError) => {
		const after = await read().catch(() => before);
		if (isMade(after)) return after;
		const { mayHaveHappened, advice = '' } = factsOf(error);
		if (!mayHaveHappened) throw error;
		const truth = `The order may have been ${participle} all the same: read it with Order: Get.`;
		throw withFacts(error, { advice: `${truth} ${advice}`.trim(), correct: undefined });
	});
}
