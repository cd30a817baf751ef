import { load } from 'js-yaml';

import { checks } from '../contract/checks';
import { filesIn, readText } from '../support/project';

interface Document {
	paths: Record<string, Record<string, { operationId?: string }>>;
	webhooks: Record<string, Record<string, { operationId?: string }>>;
	components: Record<string, Record<string, unknown>>;
}

const { paths, webhooks, components } = load(readText('docs/openapi.yaml')) as Document;

const names = new Set([
	...[...Object.values(paths), ...Object.values(webhooks)]
		.flatMap((path) => Object.values(path))
		.flatMap(({ operationId }) => operationId ?? []),
	...Object.values(components).flatMap((group) => Object.keys(group)),
]);

/** What the comments of a folder cite, such as "openapi: OrderBatch, Order". */
const citations = (folder: string): Array<[string, string]> =>
	filesIn(folder)
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) =>
			[...readText(file).matchAll(/openapi: (\w+(?:, [A-Z]\w+)*)/g)]
				.flatMap(([, cited = '']) => cited.split(', '))
				.map((cited): [string, string] => [file, cited]),
		);

test.each(['nodes', 'dev/mock-service'])('every name that a comment in %s cites is in docs/openapi.yaml', (folder) => {
	const cited = citations(folder);

	expect(cited.length).toBeGreaterThan(10);
	expect(cited.filter(([, name]) => !names.has(name))).toEqual([]);
});

test('every name of the contract that a check of the service cites is in docs/openapi.yaml', () => {
	const cited = checks.flatMap(({ name, cites }) => cites.split(', ').map((one) => [name, one] as const));

	expect(cited.length).toBeGreaterThan(100);
	expect(cited.filter(([, one]) => !names.has(one))).toEqual([]);
});
