import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { load } from 'js-yaml';

import { checks } from '../contract/checks';

const ROOT = join(__dirname, '../..');

interface Document {
	paths: Record<string, Record<string, { operationId?: string }>>;
	webhooks: Record<string, Record<string, { operationId?: string }>>;
	components: Record<string, Record<string, unknown>>;
}

const { paths, webhooks, components } = load(readFileSync(join(ROOT, 'docs/openapi.yaml'), 'utf8')) as Document;

const names = new Set([
	...[...Object.values(paths), ...Object.values(webhooks)]
		.flatMap((path) => Object.values(path))
		.flatMap(({ operationId }) => operationId ?? []),
	...Object.values(components).flatMap((group) => Object.keys(group)),
]);

/** What the comments of a folder cite, such as "openapi: OrderBatch, Order". */
const citations = (folder: string): Array<[string, string]> =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) =>
			[...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(/openapi: (\w+(?:, [A-Z]\w+)*)/g)]
				.flatMap(([, cited = '']) => cited.split(', '))
				.map((cited): [string, string] => [join(folder, file), cited]),
		);

test.each(['nodes', 'dev/mock-service'])(
	'every name of the contract that a comment in %s cites is in docs/openapi.yaml',
	(folder) => {
		const cited = citations(folder);

		expect(cited.length).toBeGreaterThan(10);
		expect(cited.filter(([, name]) => !names.has(name))).toEqual([]);
	},
);

test('every name of the contract that a check of the service cites is in docs/openapi.yaml', () => {
	const cited = checks.flatMap(({ name, cites }) => cites.split(', ').map((one) => [name, one] as const));

	expect(cited.length).toBeGreaterThan(100);
	expect(cited.filter(([, one]) => !names.has(one))).toEqual([]);
});
