import type { IDataObject } from 'n8n-workflow';

import { byId, credentialFor } from '../../support/actionNode';
import { runNode, searchList, type RunOptions } from '../../../dev/harness/engine';
import { plainServer } from '../../../dev/harness/plainServer';

const BATCH = '00000000-0000-4000-8000-000000000000';

/** What a service may say of the length of its list. */
const TOTALS: Record<string, (length: number) => unknown> = {
	right: (length) => ({ total_count: length }),
	missing: () => undefined,
	empty: () => ({}),
	zero: () => ({ total_count: 0 }),
	'too low': () => ({ total_count: 7 }),
	text: (length) => ({ total_count: String(length) }),
};

/** The entries of each list that the service offers; two brands never have a product in common, and recipients have no ID. */
const ENTRIES: Record<string, (index: number) => IDataObject> = {
	recipients: (index) => ({ first_name: `Ann ${index}` }),
	orders: (index) => ({ id: `order-${index}` }),
	brands: (index) => ({
		id: `brand-${index}`,
		name: `Brand ${index}`,
		brand_sets: [{ products: [{ id: `product-${index}`, name: `Product ${index}` }] }],
	}),
};

interface Case {
	perPage: number;
	length: number;
	total: string;
}

const cases = [20, 50, 100].flatMap((perPage) =>
	[0, 1, 20, 21, 45, 100, 250].flatMap((length) =>
		Object.keys(TOTALS).map((total): Case => ({ perPage, length, total })),
	),
);

let server: Awaited<ReturnType<typeof plainServer>>;
let requests: string[] = [];
beforeAll(async () => {
	// The case is the beginning of the path: /<entries per page>/<length>/<total>/v1/...
	server = await plainServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const [perPage, length, total = ''] = pathname.split('/').slice(1, 4).map(decodeURIComponent);
		const kind = pathname.split('/').at(-1) ?? '';
		requests.push(kind);
		response.setHeader('content-type', 'application/json');
		if (kind === 'products') return response.writeHead(404).end();
		if (!(kind in ENTRIES)) return response.end(JSON.stringify({ id: BATCH, send_status: 'complete' }));
		const size = Math.min(Number(perPage), Number(searchParams.get('per_page')));
		const start = (Number(searchParams.get('page')) - 1) * size;
		const count = Math.max(0, Math.min(size, Number(length) - start));
		const data = Array.from({ length: count }, (_, index) => ENTRIES[kind]?.(start + index));
		return response.end(JSON.stringify({ data, list_meta: TOTALS[total]?.(Number(length)) }));
	});
});
beforeEach(() => {
	requests = [];
});
afterAll(async () => await server.close());

const options = ({ perPage, length, total }: Case): RunOptions => ({
	credentials: {
		giftOrderBatchAutomationApi: credentialFor(
			`${server.baseUrl}/${perPage}/${length}/${encodeURIComponent(total)}`,
			'key',
		),
	},
});

const operations = [
	{ resource: 'recipient', kind: 'recipients', first: 'first_name', name: 'Ann' },
	{ resource: 'order', kind: 'orders', first: 'id', name: 'order' },
	{ resource: 'brand', kind: 'brands', first: 'id', name: 'brand' },
	{ resource: 'product', kind: 'brands', first: 'id', name: 'product' },
] as const;

describe.each(cases)('a list of $length entries, $perPage a page, whose total is $total', (situation) => {
	const { perPage, length, total } = situation;

	test.each(operations)(
		'is read to its end or to the Limit by Get Many of $resource',
		async ({ resource, kind, first, name }) => {
			for (const limit of [7, 50, 130, Infinity]) {
				requests = [];

				const { json, error } = await runNode(
					{ resource, operation: 'getAll', orderBatchId: byId(BATCH), returnAll: limit === Infinity, limit },
					options(situation),
				);

				expect(error).toBeUndefined();
				expect(json.map((entry) => String(entry[first]).replace(/^.*[ -]/, ''))).toEqual(
					Array.from({ length: Math.min(length, limit) }, (_, index) => String(index)),
				);
				if (json[0]) expect(String(json[0][first])).toContain(name);
				if (total === 'right') {
					const size = resource === 'product' ? perPage : Math.min(perPage, limit);
					const pages = Math.max(1, Math.ceil(Math.min(length, limit) / size));
					expect(requests.filter((requested) => requested === kind)).toHaveLength(pages);
				}
			}
		},
	);

	test.each(['searchBrands', 'searchProducts'] as const)('is shown to its end by %s', async (method) => {
		const search = async (token?: string) =>
			await searchList(method, { resource: 'product', operation: 'getAll' }, options(situation), '', token);
		if (length === 0)
			return await expect(search()).rejects.toThrow(/^The catalogue has no (brands|products) that ship/);

		const shown: unknown[] = [];
		let token: string | undefined;
		do {
			const page = await search(token);
			shown.push(...page.results.map(({ value }) => String(value).replace(/^.*-/, '')));
			token = page.paginationToken as string | undefined;
		} while (token !== undefined);

		return expect(shown).toEqual(Array.from({ length }, (_, index) => String(index)));
	});
});

describe('a list that never ends', () => {
	const endless = async (parameters: IDataObject, entriesOf: (page: number) => IDataObject[], total?: number) => {
		const other = await plainServer((request, response) => {
			const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page'));
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ data: entriesOf(page), list_meta: { total_count: total } }));
		});
		const run = await runNode(
			{ operation: 'getAll', orderBatchId: byId(BATCH), returnAll: true, ...parameters },
			{ credentials: { giftOrderBatchAutomationApi: credentialFor(other.baseUrl, 'key') } },
		);
		await other.close();
		return run;
	};
	const pageOf = (kind: string, page: number) =>
		Array.from({ length: 100 }, (_, index) => ENTRIES[kind]?.((page - 1) * 100 + index) ?? {});

	test.each([
		['recipients', 'recipient', undefined, 3],
		['orders', 'order', 500, 3],
		['orders', 'order', undefined, 1],
		['recipients', 'recipient', 500, 1],
	])(
		'because the service repeats its last page of %s fails Get Many of %s when the total is %s and the page %i',
		async (kind, resource, total, last) => {
			const { error } = await endless({ resource }, (page) => pageOf(kind, Math.min(page, last)), total);

			expect(error).toMatchObject({
				name: 'NodeOperationError',
				message: `Page ${last + 1} of the list repeats an earlier page, so the rest of the list cannot be read`,
				context: { itemIndex: 0 },
			});
			expect(error?.description).toBe(
				`Reading fewer entries may still work. Otherwise, contact the support of the service. (GET /v1/order_batches/${BATCH}/${kind})`,
			);
		},
	);

	test('because the service repeats its last page of brands is read once', async () => {
		const { json } = await endless({ resource: 'brand' }, (page) => pageOf('brands', Math.min(page, 3)));

		expect(json).toHaveLength(300);
	});
});
