import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');
const ours = readFileSync(join(PROJECT, 'docs', 'openapi.yaml'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Compares docs/openapi.yaml with what a service publishes: the same with the first occurrence of each text replaced. */
function compare(...changes: Array<[text: string, replacement: string]>) {
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

describe('the comparison with the description that the service publishes', () => {
	test('finds no difference in the same description', () => {
		expect(compare()).toEqual({ status: 0, differences: [] });
	});

	test('accepts more fields, another name of a path parameter and a base path in the address of the server', () => {
		expect(
			compare(
				['public_app_id: {', 'public_app_name: { type: string }\n        public_app_id: {'],
				['  /v1/orders/{id}:', '  /v1/orders/{order_id}:'],
			),
		).toEqual({ status: 0, differences: [] });
		const withBasePath = ours.replaceAll(/^ {2}\/v1\//gm, '  /');
		expect(compare([ours, withBasePath.replace('url: https://api.ongoody.com', '$&/v1')])).toEqual({
			status: 0,
			differences: [],
		});
	});

	test('names an operation that is gone', () => {
		expect(compare(['  /v1/me:', '  /v2/me:'])).toEqual({ status: 1, differences: ['GET /v1/me is missing'] });
	});

	test('names a field of a response that is gone, in each operation that returns it', () => {
		const { status, differences } = compare(['tracking_url: ', 'tracking_link: ']);
		expect(status).toBe(1);
		expect(differences).toContain('GET /v1/orders/{}, response: shipments[].tracking_url is missing');
		expect(differences).toContain('GET /v1/orders, response: data[].shipments[].tracking_url is missing');
	});

	test('names a field of a request and a query parameter that are gone', () => {
		expect(compare(['interim_card_key: ', 'card_token: '], ['name: country_code', 'name: country'])).toEqual({
			status: 1,
			differences: [
				'GET /v1/brands, query: country_code is missing',
				'POST /v1/commerce_user_payment_methods, request: interim_card_key is missing',
				'GET /v1/products, query: country_code is missing',
			],
		});
	});

	test('names a value that is new in an enumeration', () => {
		const { status, differences } = compare(['[pending, complete, failed, canceled]', '[pending, complete, expired]']);
		expect(status).toBe(1);
		expect(differences).toContain('GET /v1/order_batches/{}, response: send_status can also be "expired"');
		expect(differences.filter((line) => !line.endsWith('"expired"'))).toEqual([]);
	});
});
