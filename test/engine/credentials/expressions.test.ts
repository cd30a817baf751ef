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
		'={{ $json.key }}',
		'={{ $json.key || "own" }}',
		'={{ $input.item.json.key }}',
		'={{ $input.item?.json.key ?? $("Input").first().json.key }}',
		'={{ $itemIndex === 1 ? "other" : $("Input").first().json.key }}',
	])('that gives an item the account of somebody else sends nothing: %s', async (apiKey) => {
		const { json } = await run(apiKey, [own(), 'key-of-somebody-else', own()]);
		const error = '"Credential" must be the same for all input items, but item 2 differs from the first';
		expect(json.map((one) => one.error)).toEqual([error, error, error]);
		expect(node.service.requests).toEqual([]);
	});

	test('that gives the last of many items the account of somebody else sends nothing', async () => {
		const keys = Array.from({ length: 101 }, own);
		const { json } = await run('={{ $json.key.trim() }}', [...keys, 'key-of-somebody-else']);
		const error = '"Credential" must be the same for all input items, but item 102 differs from the first';
		expect(new Set(json.map((one) => one.error))).toEqual(new Set([error]));
		expect(node.service.requests).toEqual([]);
	});

	test.each(['={{ $json.key }}', '={{ $json.key.trim() }}', '={{ $("Input").first().json.key }}'])(
		'that gives all items one account sends: %s',
		async (apiKey) => {
			await run(apiKey, [own(), own(), own()]);
			expect(stored()).toMatchObject([{ recipients_count: 3 }]);
		},
	);
});
