import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT, readText } from '../../support/project';

const ours = readText('docs/openapi.yaml');

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const withBasePath = ours.replaceAll(/^ {2}\/v1\//gm, '  /').replace('url: https://api.ongoody.com', '$&/v1');

/** Compares docs/openapi.yaml with the same document, in which the first occurrence of each text is replaced. */
function compare(changes: Array<[text: string, replacement: string]>) {
	const published = changes.reduce((document, [text, replacement]) => {
		expect(document).toContain(text);
		return document.replace(text, () => replacement);
	}, ours);
	const file = join(folder, 'published.yaml');
	writeFileSync(file, published);
	const program = join(PROJECT, 'dev', 'mock-service', 'openapi', 'compare.mjs');
	const { status, stderr } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
	return { status, differences: stderr.split('\n').filter((line) => line !== '') };
}

test.each<[what: string, text: string, replacement: string]>([
	['the same', '', ''],
	['more fields', 'public_app_id: {', 'public_app_name: { type: string }\n        public_app_id: {'],
	['another name of a path parameter', '  /v1/orders/{id}:', '  /v1/orders/{order_id}:'],
	['a base path in the address of the server', ours, withBasePath],
])('a service that publishes %s is not different', (_what, text, replacement) => {
	expect(compare([[text, replacement]])).toEqual({ status: 0, differences: [] });
});

test.each<[what: string, changes: Array<[text: string, replacement: string]>, differences: string[]]>([
	['an operation', [['  /v1/me:', '  /v2/me:']], ['GET /v1/me is missing']],
	[
		'a field of a response, in each operation that returns it',
		[['is_published: ', 'is_public: ']],
		[
			'GET /v1/collections, response: data[].is_published is missing',
			'GET /v1/collections/{}, response: is_published is missing',
		],
	],
	[
		'a field of a request and a query parameter',
		[
			['interim_card_key: ', 'card_token: '],
			['name: country_code', 'name: country'],
		],
		[
			'GET /v1/brands, query: country_code is missing',
			'POST /v1/commerce_user_payment_methods, request: interim_card_key is missing',
			'GET /v1/products, query: country_code is missing',
		],
	],
	[
		'a value that is new in an enumeration',
		[['[disabled, item_count, max_price]', '[disabled, item_count, max_weight]']],
		[
			'GET /v1/collections, response: data[].published_version.multiple_select_mode can also be "max_weight"',
			'GET /v1/collections/{}, response: published_version.multiple_select_mode can also be "max_weight"',
		],
	],
])('a difference is named: %s', (_what, changes, differences) => {
	expect(compare(changes)).toEqual({ status: 1, differences });
});
