import { sentencesOf } from '../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../support/actionNode';
import { creationsOf, GOES_ON, guests } from '../../support/creations';

const node = actionNode();

const { toItems, stored } = creationsOf(node);

describe('a credential with an expression', () => {
	const run = async (apiKey: string, keys: string[]) => {
		const people = guests(keys.length).map((person, index) => ({ ...person, key: keys[index] }));
		return await node.run(toItems(), { items: people, credentials: node.credentials(apiKey), ...GOES_ON });
	};
	const own = () => node.service.keys.automation;

	test.each([
		['={{ $json.key }}', 2],
		['={{ $json.key || "own" }}', 2],
		['={{ $input.item.json.key }}', 2],
		['={{ $input.item?.json.key ?? $("Input").first().json.key }}', 2],
		['={{ $itemIndex === 1 ? "other" : $("Input").first().json.key }}', 2],
		['={{ $json.key.trim() }}', 102],
	])('that gives an item the account of somebody else sends nothing: %s', async (apiKey, place) => {
		const { json } = await run(apiKey, [...Array<string>(place - 1).fill(own()), 'key-of-somebody-else', own()]);
		const [error] = sentencesOf([{ kind: 'differentSettings', field: 'Credential', other: place - 1 }]);
		expect(json.map((one) => one.error)).toEqual(Array(place + 1).fill(error));
		expect(node.service.requests).toEqual([]);
	});

	const OF_ALL = ['={{ $json.key }}', '={{ $json.key.trim() }}', '={{ $("Input").first().json.key }}'];
	test.each(OF_ALL)('that gives all items one account sends: %s', async (apiKey) => {
		await run(apiKey, [own(), own(), own()]);
		expect(stored()).toMatchObject([{ recipients_count: 3 }]);
	});
});
