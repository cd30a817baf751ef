import { load } from 'js-yaml';

import { checks } from '../contract/checks';
import { filesIn, readText } from '../support/project';

type Part = Record<string, Record<string, { operationId?: string }>>;

const { paths, webhooks, components } = load(readText('docs/openapi.yaml')) as Record<string, Part>;

const operations = Object.values({ ...paths, ...webhooks }).flatMap((path) => Object.values(path));
const names = new Set([
	...operations.map(({ operationId }) => operationId),
	...Object.values(components!).flatMap((group) => Object.keys(group)),
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

test.each([
	['comments in nodes', citations('nodes')],
	['comments in dev/mock-service', citations('dev/mock-service')],
	['checks of the service', checks.flatMap(({ name, cites }) => cites.split(', ').map((one) => [name, one] as const))],
] as const)('every name that %s cite is in docs/openapi.yaml', (_where, cited) => {
	expect(cited.length).toBeGreaterThan(10);
	expect(cited.filter(([, name]) => !names.has(name))).toEqual([]);
});
