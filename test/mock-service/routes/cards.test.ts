import axios from 'axios';
import type { Card } from '../../../dev/mock-service';
import { useMockService } from '../../support/mockService';

const { service, list } = useMockService();

const cards = async () => (await list<Card>('/v1/cards?per_page=100')).data;
const open = async (url: string) => await axios.get<string>(url, { responseType: 'text', validateStatus: () => true });

test('there are 40 cards, with no occasion, one or two', async () => {
	const all = await cards();
	expect(new Set(all.map(({ id }) => id)).size).toBe(40);
	expect(all[0]!.id).toBe(service().samples.cardId);
	expect(new Set(all.map(({ occasions }) => occasions.length))).toEqual(new Set([0, 1, 2]));
});

test('the pictures of the cards open without a key, differ, and have the size that the card says', async () => {
	const all = await cards();
	for (const name of ['image', 'image_thumb'] as const) {
		const pictures = await Promise.all(all.map(async (card) => await open(card[name].url)));
		expect(new Set(pictures.map(({ data }) => data)).size).toBe(40);
		for (const [index, { headers, data }] of pictures.entries()) {
			const { occasions, [name]: image } = all[index]!;
			expect(headers['content-type']).toBe('image/svg+xml');
			expect(data).toContain(`width="${image.width}" height="${image.height}"`);
			expect(data).toContain(occasions.join(', '));
		}
	}
	expect(all[0]).toMatchObject({ image: { width: 800, height: 1130 }, image_thumb: { width: 200, height: 283 } });
});

test('an unknown card or size has no picture', async () => {
	const { id, image } = (await cards())[0]!;
	expect((await open(image.url.replace(id, 'unknown'))).status).toBe(404);
	expect((await open(image.url.replace('image.svg', 'poster.svg'))).status).toBe(404);
});
