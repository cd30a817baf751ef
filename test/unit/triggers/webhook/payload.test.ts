import {
	eventOptions,
	MAX_PAYLOAD_BYTES,
	readPayload,
} from '../../../../nodes/GiftOrderBatch/triggers/webhook/payload';

const ID = '0b0f3b52-6f6f-4f0c-9d51-1f0d3e0a8c11';
const OTHER = '1c1f3b52-6f6f-4f0c-9d51-1f0d3e0a8c22';
const KIND = 'order_batch.completed';
const LEGACY = { id: ID, gifts_count: 3, gifts_preview: [{ gift_batch_id: OTHER }] };
const body = (payload: unknown) => Buffer.from(JSON.stringify(payload));
const completed = (data: unknown) => body({ event_type: KIND, data });
const read = (payload: unknown, messageIds: unknown[] = []) => readPayload(body(payload), messageIds);

describe('the payload of a delivery', () => {
	test.each([
		['the current names', { event_type: KIND, id: 'evt_1', data: { id: ID, orders_count: 3, orders_preview: [] } }],
		['the legacy names', { event_type: 'gift_batch.completed', id: 'evt_1', data: LEGACY }],
		['its kind in "type"', { type: KIND, id: 'evt_1', data: { id: ID } }],
		['its kind in "event"', { event: 'Gift_Batch.Completed', id: 'evt_1', data: { id: ID } }],
		['its kind in "kind"', { kind: KIND, event_id: 'evt_1', data: { id: ID } }],
		['the batch inside data', { type: KIND, id: 'evt_1', data: { order_batch: { id: ID } } }],
		['its ID inside data', { type: KIND, id: 'evt_1', data: { order_batch_id: ID } }],
		['its legacy ID inside data', { type: KIND, id: 'evt_1', data: { gift_batch_id: ID } }],
		['the ID beside the kind', { type: KIND, id: 'evt_1', order_batch_id: ID }],
		['the legacy ID beside the kind', { type: 'gift_batch.completed', id: 'evt_1', gift_batch_id: ID }],
	])('names the completed batch under %s', (_name, payload) => {
		expect(read(payload)).toEqual({ kind: KIND, object: 'orderBatch', objectId: ID, eventId: 'evt_1' });
	});

	test.each([
		['data.id', { id: ID, order_batch_id: OTHER }],
		['data.order.id', { order: { id: ID, order_batch_id: OTHER } }],
		['data.order_id', { order_id: ID, order_batch_id: OTHER }],
	])('names the order of an order event in %s, not its batch', (_path, data) => {
		expect(read({ event_type: 'order.shipped', data })).toMatchObject({ object: 'order', objectId: ID });
	});

	test.each(eventOptions.map(({ value }) => [value]))('can be of the kind %s, which Trigger On offers', (kind) => {
		expect(read({ event_type: kind, data: { id: ID } })).toMatchObject({ kind });
	});

	test('is known by the surest ID of its sender, before that in its body', () => {
		const payload = { event_type: 'order.shipped', id: 'body', data: { id: ID } };
		expect(read(payload, [undefined, 'second', 'third'])).toMatchObject({ eventId: 'second' });
		expect(read(payload, ['', undefined])).toMatchObject({ eventId: 'body' });
	});

	test('is known by what happened to which object when nothing proves who has sent it, whatever it calls itself', () => {
		const payload = { event_type: 'order.shipped', id: 'EVIL', event_id: 'EVIL', data: { id: ID.toUpperCase() } };
		expect(readPayload(body(payload))).toMatchObject({ objectId: ID, eventId: `order.shipped ${ID}` });
	});

	test.each([
		['is empty', Buffer.alloc(0), 400, /not JSON/],
		['is not JSON', Buffer.alloc(MAX_PAYLOAD_BYTES, ' '), 400, /not JSON/],
		['is JSON null', body(null), 400, /not an event/],
		['has no kind', body({ data: { id: ID } }), 200, /Ignored/],
		['is of an unknown kind', body({ event_type: 'order.lost', data: { id: ID } }), 200, /Ignored/],
		['has a kind that cannot be made text', body({ type: { toString: 1 }, data: { id: ID } }), 200, /Ignored/],
		['has no data', completed(undefined), 200, /Ignored/],
		['has null for its data', completed(null), 200, /Ignored/],
		['has an id that is not a UUID', completed({ id: '../me' }), 200, /Ignored/],
		['is too large', Buffer.alloc(MAX_PAYLOAD_BYTES + 1, ' '), 413, /larger/],
	])('starts nothing when it %s', (_name, rawBody, statusCode, message) => {
		expect(readPayload(rawBody, [])).toEqual({ statusCode, message: expect.stringMatching(message) });
	});
});
