import axios from 'axios';
import type { Card } from '../../../dev/mock-service';
import { samples, useMockService } from '../../support/mockService';

const { list } = useMockService();

const cards = async () => (await list<Card>('/v1/cards?per_page=100')).data;
const open = async (url: string) => await axios.get<string>(url, { responseType: 'text', validateStatus: () => true });

test('40 cards have no occasion, one or two, and each has pictures of its own, which open without a key', async () => {
	const all = await cards();
	expect([all.length, all[0]!.id]).toEqual([40, samples.cardId]);
	expect(new Set(all.map(({ occasions }) => occasions.length))).toEqual(new Set([0, 1, 2]));
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
});

test('an unknown card or size has no picture', async () => {
	const { id, image } = (await cards())[0]!;
	expect((await open(image.url.replace(id, 'unknown'))).status).toBe(404);
	expect((await open(image.url.replace('image.svg', 'poster.svg'))).status).toBe(404);
});
