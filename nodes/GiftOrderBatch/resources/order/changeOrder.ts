import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints, type Endpoint } from '../../api/endpoints';
import { factsOf, withFacts, type ServiceError } from '../../api/errors';

/** A change of an order (openapi: cancelOrder, updateOrderExpiration). */
interface Change {
	endpoint: Endpoint<IDataObject>;
	/** Whether the change has already been made. */
	isChanged(order: IDataObject): boolean;
	/** What the change does to an order: "canceled". */
	participle: string;
}

/**
 * Changes an order, unless it is already changed. A response may be lost after the service has made the change, so after a
 * failure the order is read again.
 * @returns the order as the service has it
 * @throws ServiceError, which says if the change may have been made anyway
 */
export async function changeOrder(
	client: ServiceClient,
	orderId: string,
	{ endpoint, isChanged, participle }: Change,
): Promise<IDataObject> {
	const read = async () => await client.call(endpoints.order(orderId));
	// An unknown order fails here, so a 404 of the change means that the service does not offer it.
	const before = await read();
	if (isChanged(before)) return before;
	return await client.call(endpoint).catch(async (error: ServiceError) => {
		const after = await read().catch(() => before);
		if (isChanged(after)) return after;
		const { mayHaveHappened, advice = '' } = factsOf(error);
		if (!mayHaveHappened) throw error;
		const truth = `The order may still have been ${participle}: check it with Order: Get.`;
		throw withFacts(error, { advice: `${truth} ${advice}`.trim(), correct: undefined });
	});
}
