import type { IDataObject } from 'n8n-workflow';

import { byId, credentialFor } from '../../support/actionNode';
import { runNode } from '../../../dev/harness/engine';
import { smallBatch } from '../../support/orderBatchParameters';
import { plainServer } from '../../../dev/harness/plainServer';

const UUID = '00000000-0000-4000-8000-000000000000';
const KEY = 'secret-key-41d8cd98f00b204e';

const read: IDataObject = { resource: 'orderBatch', operation: 'get', orderBatchId: byId(UUID) };
const create = smallBatch(UUID);

interface Response {
	status: number;
	body: string;
	type?: string;
	/** Loses the first request before it responds to any. */
	losesFirst?: boolean;
}

/** Runs the node against a server that has the same response to every request, and asks for a pause that is too long. */
async function run(parameters: IDataObject, { status, body, type = 'application/json', losesFirst }: Response) {
	let requests = 0;
	const server = await plainServer((request, response) => {
		if (request.url?.startsWith('/v1/products/')) return void response.writeHead(404).end();
		if (requests++ === 0 && losesFirst) return void request.socket.destroy();
		return void response.writeHead(status, { 'content-type': type, 'retry-after': '3600' }).end(body);
	});
	const result = await runNode(parameters, {
		credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, KEY) },
		limits: { firstRetryDelayMs: 1, longestRetryDelayMs: 1, retryBudgetMs: 30_000 },
	});
	await server.close();
	return result;
}

const REASON = 'Recipients is too long';

const shapes: Array<[string, unknown, string]> = [
	['the error of the interface', { error: REASON }, REASON],
	['an error with a message', { error: { message: REASON, code: 7 } }, REASON],
	['an error with a code alone', { error: { code: 'too_long' } }, 'code too_long'],
	['a message', { message: REASON, statusCode: 400 }, REASON],
	['an error and a message', { error: 'Bad Request', message: REASON }, `Bad Request; ${REASON}`],
	['a list of errors', { errors: ['One is wrong.', 'Two is wrong'] }, 'One is wrong. Two is wrong'],
	['a list of messages', { errors: [{ message: 'One' }, { message: 'Two' }] }, 'One; Two'],
	['a list of errors alone', [{ error: 'One' }, { error: 'Two' }], 'One; Two'],
	[
		'reasons for each field',
		{ errors: { recipients: ['is too long', 'Has no email'], base: ['Sold out'] } },
		'recipients is too long; recipients: Has no email; Sold out',
	],
	['a reason for one field', { errors: { recipients: 'is too long' } }, 'recipients is too long'],
	['fields alone', { recipients: ['This field is required.'] }, 'recipients: This field is required.'],
	['errors that name their field', { errors: [{ field: 'cart', message: 'is empty' }] }, 'cart is empty'],
	['problem details', { type: 'about:blank', title: 'Not valid', status: 400, detail: REASON }, `Not valid; ${REASON}`],
	['errors in data', { data: [{ error: 'One' }, { error: 'Two' }] }, 'One; Two'],
	['the same reason twice', { error: REASON, errors: [REASON] }, REASON],
];

describe('what the service says', () => {
	describe.each(shapes)('in the shape of %s', (_what, body, message) => {
		test.each([400, 404, 409, 422, 429, 500, 503])('is the message for %i', async (status) => {
			for (const parameters of [read, create]) {
				const { error } = await run(parameters, { status, body: JSON.stringify(body) });

				expect(error).toMatchObject({ name: 'NodeApiError', message, httpCode: String(status) });
				const isUnknown = parameters === create && status >= 500;
				expect(error?.description?.includes('It is not known whether')).toBe(isUnknown);
			}
		});

		test.each([400, 404, 409, 422, 429, 500, 503])(
			'is the message for %i after a lost response, and the order batch may exist',
			async (status) => {
				const { error } = await run(create, { status, body: JSON.stringify(body), losesFirst: true });

				expect(error).toMatchObject({ name: 'NodeApiError', message });
				expect(error?.description).toContain('It is not known whether the order batch was created');
				expect(error?.description).not.toContain('Try again');
			},
		);
	});

	test.each([
		['plain text', 'text/plain', 'Service is being updated', 'Service is being updated'],
		['plain text of several lines', 'text/plain', 'Sold\n  out\n', 'Sold\n  out'],
		['a page', 'text/html', '<h1>Bad Gateway</h1>', 'The service responded with HTTP status 502 and no reason'],
		['nothing', 'text/plain', '', 'The service responded with HTTP status 502 and no reason'],
		['bytes', 'text/plain', '\u0000\u0001', 'The service responded with HTTP status 502 and no reason'],
		['no reason', 'application/json', '{"id":5}', 'The service responded with HTTP status 502 and no reason'],
		['null', 'application/json', 'null', 'The service responded with HTTP status 502 and no reason'],
	])('is told when it is %s', async (_what, type, body, message) => {
		const { error } = await run(read, { status: 502, body, type });

		expect(error?.message).toBe(message);
	});

	test('is reported beside the problem when a success holds an error', async () => {
		const { error } = await run(read, { status: 200, body: '{"error":"Sold out"}' });

		expect(error?.message).toContain('with data that its interface does not allow');
		expect(error?.description).toContain('The response says: Sold out.');
	});
});

describe('a response of 50 MB', () => {
	const LARGE = 50_000_000;
	const half = 'x'.repeat(LARGE / 2);

	test.each([
		['text in its error', 400, 'application/json', JSON.stringify({ error: `No ${half}${KEY}${half}` })],
		['plain text', 400, 'text/plain', `No ${KEY} ${half}${half}`],
		['errors', 400, 'application/json', JSON.stringify({ errors: Array(LARGE / 20).fill(`No ${KEY}`) })],
		['other fields', 400, 'application/json', JSON.stringify({ error: `No ${KEY}`, echo: half })],
		['another shape', 200, 'application/json', JSON.stringify({ error: `No ${KEY}`, echo: half })],
	])('of %s leaves a short error without the key behind', async (_what, status, type, body) => {
		const { error, run: whole } = await run(read, { status, body, type });

		expect(`${error?.message} ${error?.description}`).toContain('No ');
		const stored = JSON.stringify(whole);
		expect(stored.length).toBeLessThan(50_000);
		expect(stored).not.toContain(KEY);
	});
});
