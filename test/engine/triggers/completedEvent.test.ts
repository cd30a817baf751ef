import { MAX_EVENT_BYTES, readCompletedEvent } from '../../../nodes/GiftOrderBatch/triggers/completedEvent';

const ID = '0b0f3b52-6f6f-4f0c-9d51-1f0d3e0a8c11';
const body = (payload: unknown) => Buffer.from(JSON.stringify(payload));

describe('the body of a delivery', () => {
	test.each([
		[
			'the current names',
			{ event_type: 'order_batch.completed', id: 'evt_1', data: { id: ID, orders_count: 3, orders_preview: [] } },
		],
		[
			'the legacy names',
			{
				event_type: 'gift_batch.completed',
				id: 'evt_1',
				data: { id: ID, gifts_count: 3, gifts_preview: [{ gift_batch_id: ID }] },
			},
		],
	])('names the completed batch under %s', (_name, payload) => {
		expect(readCompletedEvent(body(payload))).toEqual({ orderBatchId: ID });
	});

	test('names its batch in lower case, so that no spelling of an ID passes for another batch', () => {
		const payload = { event_type: 'order_batch.completed', data: { id: ID.toUpperCase() } };
		expect(readCompletedEvent(body(payload))).toEqual({ orderBatchId: ID });
	});

	test.each([
		['is empty', Buffer.alloc(0), 400, /empty/],
		['is not JSON', Buffer.from('<html>'), 400, /not JSON/],
		['is JSON null', body(null), 400, /not an event/],
		['is a JSON number', body(7), 400, /not an event/],
		['has no kind', body({ data: { id: ID } }), 400, /event_type/],
		['is of another kind', body({ event_type: 'order.delivered', data: { id: ID } }), 200, /Ignored/],
		['has no data', body({ event_type: 'order_batch.completed' }), 400, /order batch ID/],
		['has null for its data', body({ event_type: 'order_batch.completed', data: null }), 400, /order batch ID/],
		['has no id', body({ event_type: 'order_batch.completed', data: {} }), 400, /order batch ID/],
		[
			'has an id that is no UUID',
			body({ event_type: 'order_batch.completed', data: { id: '../me' } }),
			400,
			/order batch ID/,
		],
		['is too large', Buffer.alloc(MAX_EVENT_BYTES + 1, ' '), 413, /larger/],
	])('is of no use when it %s', (_name, rawBody, statusCode, message) => {
		expect(readCompletedEvent(rawBody)).toEqual({ statusCode, message: expect.stringMatching(message) });
	});
});
