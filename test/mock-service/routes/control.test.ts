import type { Card } from '../../../dev/mock-service';
import { send } from '../../../dev/n8n/http';
import { useMockService } from '../../support/mockService';

const { list } = useMockService();

test('a card has a picture of its size and with its occasions in each size, which opens without a key', async () => {
	const [{ occasions, ...card }] = (await list<Card>('/v1/cards')).data as [Card];
	for (const { url, width, height } of [card.image, card.image_thumb]) {
		const { headers, data: picture } = await send<string>('GET', url);
		expect(headers['content-type']).toBe('image/svg+xml');
		expect(picture).toContain(`width="${width}" height="${height}"`);
		expect(picture).toContain(occasions.join(', '));
		expect((await send('GET', url.replace(card.id, 'unknown'))).status).toBe(404);
	}
});
