import axios from 'axios';
import type { Card, ErrorBody, Image, ListResponse } from '../../../dev/mock-service';
import { problemsOfList } from '../../support/schemas';
import { useService } from '../../../dev/harness/serviceClient';
import { orderBatchInput } from '../../support/mockService';

const client = useService();

async function list(query = 'per_page=100'): Promise<ListResponse<Card>> {
	const { status, data } = await client().get<ListResponse<Card>>(`/v1/cards?${query}`);
	expect(status).toBe(200);
	expect(problemsOfList('Card', data)).toEqual([]);
	return data;
}

async function open({ url }: Image) {
	return await axios.get<string>(url, { proxy: false, responseType: 'text', validateStatus: () => true });
}

describe('GET /v1/cards', () => {
	it('lists 40 cards, whose IDs stay', async () => {
		const { data, list_meta: meta } = await list();
		expect(meta).toEqual({ total_count: 40 });
		expect(new Set(data.map(({ id }) => id)).size).toBe(40);
		expect(data[0]!.id).toBe(client().service.samples.cardId);
		expect(data.map(({ id }) => id)).toEqual((await list()).data.map(({ id }) => id));
	});

	it('has cards with one occasion, with two and with none', async () => {
		const occasions = (await list()).data.map((card) => card.occasions);
		const counts = [0, 1, 2].map((count) => occasions.filter(({ length }) => length === count).length);
		expect(counts.reduce((sum, count) => sum + count)).toBe(40);
		expect(counts[0]).toBe(3);
		expect(counts[2]).toBeGreaterThan(3);
		expect(occasions.flat()).toEqual(expect.arrayContaining(['Birthday', 'Thank You', 'Onboarding', 'Holiday']));
	});

	it('has pages, 20 cards on each by default', async () => {
		const pages = [await list(''), await list('page=2'), await list('page=3')];
		expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 0]);
		expect([...pages[0]!.data, ...pages[1]!.data]).toEqual((await list()).data);
		const { status, data } = await client().get<ErrorBody>('/v1/cards?page=0');
		expect([status, data]).toEqual([400, { error: 'Page must be greater than 0' }]);
	});
});

describe('the pictures of the cards', () => {
	it('open without a key, differ, and have the size that the card says', async () => {
		const { data } = await list();
		for (const name of ['image', 'image_thumb'] as const) {
			const pictures = await Promise.all(data.map(async (card) => await open(card[name])));
			expect(new Set(pictures.map((picture) => picture.data)).size).toBe(40);
			for (const [index, { status, headers, data: picture }] of pictures.entries()) {
				const { width, height } = data[index]![name];
				expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
				expect(picture).toContain(`width="${width}" height="${height}"`);
				for (const occasion of data[index]!.occasions) expect(picture).toContain(occasion);
			}
		}
		expect(data[0]).toMatchObject({ image: { width: 800, height: 1130 }, image_thumb: { width: 200, height: 283 } });
	});

	it('do not exist for an unknown card or size', async () => {
		const [card] = (await list()).data;
		const { url } = card!.image;
		for (const wrong of [url.replace(card!.id, 'unknown'), url.replace('image.svg', 'poster.svg')]) {
			expect((await open({ ...card!.image, url: wrong })).status).toBe(404);
		}
	});
});

describe('a creation', () => {
	it('takes any card of the list, whatever the case of its ID', async () => {
		const last = (await list()).data.at(-1)!;
		for (const id of [last.id, last.id.toUpperCase()]) {
			const body = orderBatchInput(client().service.samples, { card_id: id, message: 'Enjoy!' });
			expect((await client().post('/v1/order_batches', body)).status).toBe(201);
		}
	});

	it('refuses a card that does not exist', async () => {
		const { samples } = client().service;
		const body = orderBatchInput(samples, { card_id: samples.workspaceId });
		const { status, data } = await client().post('/v1/order_batches', body);
		expect([status, data]).toEqual([400, { error: 'Card not found' }]);
		expect(client().service.orderBatches()).toEqual([]);
	});
});
