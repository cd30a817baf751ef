import type { Card } from '../../../dev/mock-service';
import { send } from '../../../dev/n8n/http';
import { useMockService } from '../../support/mockService';

const { list } = useMockService();

const cards = async () => (await list<Card>('/v1/cards?per_page=100')).data;
const open = async (url: string) => await send<string>('GET', url);

test('each card has pictures of its own, of their size and with its occasions, which open without a key', async () => {
	const all = await cards();
	for (const name of ['image', 'image_thumb'] as const) {
		const pictures = await Promise.all(all.map(async (card) => await open(card[name].url)));
		expect(new Set(pictures.map(({ data }) => data)).size).toBe(all.length);
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
