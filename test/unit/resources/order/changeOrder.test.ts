import { endpoints } from '../../../../nodes/GiftOrderBatch/api/endpoints';
import { factsOf } from '../../../../nodes/GiftOrderBatch/api/errors';
import { isCanceled } from '../../../../nodes/GiftOrderBatch/api/states';
import { changeOrder } from '../../../../nodes/GiftOrderBatch/resources/order/changeOrder';
import { dropped, plainClient, type PlainResponse } from '../../../support/plainClient';

const responds = (statusCode: number): PlainResponse => ({ statusCode, body: { error: 'It went wrong' } });
const [NEW, CANCELED] = ['notified', 'canceled'].map((status) => ({ body: { id: 'o-1', status } }));

/** Cancels a new order. @param after how the service responds when the order is read again */
async function cancel(posts: PlainResponse[], after: PlainResponse = NEW!): Promise<unknown> {
	const responses = [NEW!, ...posts, after];
	const { client } = plainClient(() => responses.shift()!, { firstRetryDelayMs: 1 });
	const change = { endpoint: endpoints.cancelOrder('o-1'), isChanged: isCanceled, participle: 'canceled' };
	return await changeOrder(client, 'o-1', change).catch((error: unknown) => error);
}

test.each<[string, PlainResponse[]]>([
	['was lost', [dropped()]],
	['was an error of the service', [responds(500)]],
	['cannot be understood', [{ body: '{' }]],
])('a change of an order whose response %s is made if the order says so, or may be', async (_what, posts) => {
	expect(await cancel(posts, CANCELED)).toEqual(CANCELED?.body);
	for (const after of [NEW, responds(401)]) {
		const { advice, correct } = factsOf(await cancel(posts, after));
		expect(advice).toMatch(/^The order may still have been canceled: check it with Order: Get\. \S/);
		expect(correct).toBeUndefined();
	}
});

test.each([NEW, responds(401)])('a change of an order that the service refuses is not made: %j', async (after) => {
	const error = await cancel([responds(400)], after);

	expect(error).toMatchObject({ message: 'It went wrong', cause: 400 });
	expect(factsOf(error)).toMatchObject({ correct: 'the input' });
	expect(factsOf(error).advice ?? '').not.toContain('may still have been');
});
