import { readCollectionsById } from '../../../nodes/GiftOrderBatch/api/collections';
import { plainClient } from '../../support/plainClient';

test('readCollectionsById throws, and asks for nothing more, where it is not known whether there is a collection', async () => {
	const { client, requests } = plainClient(() => ({ statusCode: 401 }));

	await expect(readCollectionsById(client, ['one', 'ONE'])).rejects.toMatchObject({ cause: 401 });
	expect(requests).toHaveLength(1);
});
