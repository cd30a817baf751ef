import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT, readText } from '../../support/project';
import { temporaryFolder } from '../../support/temporaryFolder';

const ours = readText('docs/openapi.yaml');
const file = join(temporaryFolder(), 'published.yaml');

/** Compares docs/openapi.yaml with the same document, in which the first occurrence of a text is replaced. */
function compare(text: string, replacement: string) {
	expect(ours).toContain(text);
	writeFileSync(
		file,
		ours.replace(text, () => replacement),
	);
	const program = join(PROJECT, 'dev', 'mock-service', 'openapi', 'compare.mjs');
	const { status, stderr } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
	return { status, differences: stderr.split('\n').filter((line) => line !== '') };
}

const withBasePath = ours.replaceAll(/^ {2}\/v1\//gm, '  /').replace('url: https://api.ongoody.com', '$&/v1');

test.each<[what: string, text: string, replacement: string]>([
	['the same', '', ''],
	['more fields', 'public_app_id: {', 'public_app_name: { type: string }\n        public_app_id: {'],
	['another name of a path parameter', '  /v1/orders/{id}:', '  /v1/orders/{order_id}:'],
	['a base path in the address of the server', ours, withBasePath],
])('a service that publishes %s is not different', (_what, text, replacement) => {
	expect(compare(text, replacement)).toEqual({ status: 0, differences: [] });
});

/** What is different in a collection, which two operations return. */
const inCollections = (difference: string) => [
	`GET /v1/collections, response: data[].${difference}`,
	`GET /v1/collections/{}, response: ${difference}`,
];
const inQueries = (difference: string) => ['brands', 'products'].map((list) => `GET /v1/${list}, query: ${difference}`);

test.each<[what: string, text: string, replacement: string, differences: string[]]>([
	['an operation', '  /v1/me:', '  /v2/me:', ['GET /v1/me is missing']],
	['a field of a response', 'is_published: ', 'is_public: ', inCollections('is_published is missing')],
	['a query parameter', 'name: country_code', 'name: country', inQueries('country_code is missing')],
	[
		'a field of a request',
		'interim_card_key: ',
		'card_token: ',
		['POST /v1/commerce_user_payment_methods, request: interim_card_key is missing'],
	],
	[
		'a value that is new in an enumeration',
		'[disabled, item_count, max_price]',
		'[disabled, item_count, max_weight]',
		inCollections('published_version.multiple_select_mode can also be "max_weight"'),
	],
])('a difference is named: %s', (_what, text, replacement, differences) => {
	expect(compare(text, replacement)).toEqual({ status: 1, differences });
});
