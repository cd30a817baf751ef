import type { Card } from '../../../dev/mock-service';
import { send } from '../../../dev/n8n/http';
import { useMockService } from '../../support/mockService';

const { list } = useMockService();

const open = async (url: string) => await send<string>('GET', url);

test('each card has a picture of its size and with its occasions in each size, which opens without a key', async () => {
	const { data } = await list<Card>('/v1/cards?per_page=100');
	for (const { occasions, ...card } of data) {
		for (const { url, width, height } of [card.image, card.image_thumb]) {
			const { headers, data: picture } = await open(url);
			expect(headers['content-type']).toBe('image/svg+xml');
			expect(picture).toContain(`width="${width}" height="${height}"`);
			expect(picture).toContain(occasions.join(', '));
		}
	}
	const { id, image } = data[0]!;
	for (const unknown of [image.url.replace(id, 'unknown'), image.url.replace('image.svg', 'poster.svg')]) {
		expect((await open(unknown)).status).toBe(404);
	}
});
