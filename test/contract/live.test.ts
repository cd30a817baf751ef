import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { useService } from '../../dev/harness/serviceClient';
import type { Recording } from '../../dev/mock-service/recording';
import { startReplay } from '../../dev/mock-service/replay';
import { outputOf, startProgram } from '../support/startCommand';
import { temporaryFolder } from '../support/temporaryFolder';
import { reportOf, runChecks } from './run';
import type { Session } from './session';
import { GIVEN, targetOf, type Given } from './target';

/** What npm run contract:live -- --record has kept. */
const COMMITTED = join(__dirname, 'recording.json');
const file = join(temporaryFolder(), 'recording.json');
const client = useService({ processingDelayMs: 20 });

/** Runs npm run contract:live against the mock service. */
async function live(flags: string[], environment: Record<string, string> = {}) {
	const { baseUrl, keys } = client().service;
	const others = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'));
	const given = { SERVICE_URL: baseUrl, SERVICE_KEY: keys.automation, ...environment };
	const child = startProgram(join(__dirname, 'live.ts'), flags, { ...Object.fromEntries(others), ...given });
	const { exitCode, stdout, stderr } = await outputOf(child);
	return { exitCode, output: stdout + stderr };
}

async function replayed(recording: Recording): Promise<Session> {
	const replay = await startReplay(recording);
	const given = recording.given.map((name) => [GIVEN[name as Given][0], name]);
	const variables = { SERVICE_URL: replay.baseUrl, ...(Object.fromEntries(given) as NodeJS.ProcessEnv) };
	return await runChecks(targetOf(variables, new Date(recording.startedAt))).finally(() => replay.close());
}

describe('npm run contract:live', () => {
	test('finds nothing in the mock service, and keeps a recording without keys that says the same when it is replayed', async () => {
		const { exitCode, output } = await live(['--record', file]);

		expect(output).toContain(' found 0 differences');
		expect(output).toContain('  a Commerce key belongs to an app: needs SERVICE_COMMERCE_KEY\n');
		expect(exitCode).toBe(0);
		const text = readFileSync(file, 'utf8');
		for (const key of Object.values(client().service.keys)) expect(text + output).not.toContain(key);

		const recording = JSON.parse(text) as Recording;
		expect(reportOf(await replayed(recording))).toBe(output);
		for (const exchange of recording.exchanges) exchange.body = exchange.body.replaceAll('"created"', '"made"');
		expect(reportOf(await replayed(recording))).toContain('orders_preview[].status');
	});

	test('ends with one sentence when the service refuses the key', async () => {
		const { exitCode, output } = await live([], { SERVICE_KEY: 'wrong' });

		expect(output).toBe('getMe responds with 401\n');
		expect(exitCode).toBe(1);
	});

	test('fails with one line for each thing that the service does otherwise, without any key', async () => {
		const { automation } = client().service.keys;
		const body = { email: 7, public_app_id: `key ${automation}`, [automation]: true };
		const effect = { kind: 'response', status: 200 } as const;
		// The first request only tries the key.
		client().service.addFault({ match: { path: '/v1/me' }, times: 2, effect: { ...effect, body } });
		const list = { data: [], list_meta: {} };
		client().service.addFault({ match: { path: '/v1/cards' }, effect: { ...effect, body: list } });
		const { exitCode, output } = await live([]);

		expect(output).toContain('\n  getMe: email (openapi: getMe, Me): expected string or null, got 7\n');
		expect(output).toContain('  getMe: public_app_id (openapi: getMe, Me): expected null, got key ***\n');
		const cards = 'listCards: list_meta.total_count (openapi: listCards, Card)';
		expect(output).toContain(`  ${cards}: expected that it is there, got nothing\n`);
		expect(output).toContain('Fields that docs/openapi.yaml does not list:\n  getMe: ***\n');
		expect(output).not.toContain(automation);
		expect(exitCode).toBe(1);
	});

	test.each([
		'https://api.ongoody.com',
		'http://api.sandbox.ongoody.com',
		'https://api.ongoody.com/sandbox.',
		'https://sandbox.ongoody.com@api.ongoody.com',
		'http://127.0.0.1.example.com',
	])('refuses %s, because it is not the address of a sandbox', (url) => {
		expect(() => targetOf({ SERVICE_URL: url, SERVICE_KEY: 'key' }, new Date())).toThrow('is not a sandbox');
	});

	test('takes an empty key for none, and sends no more than one request a second to a sandbox', () => {
		const variables = { SERVICE_URL: 'https://api.sandbox.ongoody.com/', SERVICE_KEY: 'key', SERVICE_COMMERCE_KEY: '' };
		const { sendScheduled, ...target } = targetOf(variables, new Date());

		const given = { automation: 'key' };
		expect(target).toMatchObject({ baseUrl: 'https://api.sandbox.ongoody.com', paceMs: 1000, given });
		expect([target.given.commerce, sendScheduled]).toEqual([undefined, undefined]);
		expect(() => targetOf({ ...variables, SERVICE_KEY: '' }, new Date())).toThrow('SERVICE_KEY');
	});
});

const testCommitted = existsSync(COMMITTED) ? test : test.skip;

testCommitted('the committed recording of the real service has nothing against the contract', async () => {
	const { differences } = await replayed(JSON.parse(readFileSync(COMMITTED, 'utf8')) as Recording);
	expect([...differences.values()]).toEqual([]);
});
