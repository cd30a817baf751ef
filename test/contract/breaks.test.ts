import { useService } from '../../dev/harness/serviceClient';
import { acceptableBatch, rulesToBreak } from './breaks';
import { brokenService, type Break } from './brokenService';
import { judgedChecks } from './checks';
import { mockTarget } from './mockTarget';
import type { Difference } from './reply';
import { runCheck, runChecks } from './run';
import { Session } from './session';

const client = useService({ processingDelayMs: 20 });

let proxy: Awaited<ReturnType<typeof brokenService>>;
beforeAll(async () => {
	proxy = await brokenService(client().service);
});
afterAll(async () => await proxy.close());

/** What one check finds in a service that breaks one rule. */
async function differencesOf(name: string, rule?: Break): Promise<Difference[]> {
	client().service.reset();
	proxy.break(rule);
	const session = new Session({ ...mockTarget(client().service, proxy.baseUrl), maxWaitMs: rule ? 500 : 60_000 });
	const check = judgedChecks.find((one) => one.name === name);
	if (!check) throw new Error(`There is no check "${name}"`);
	return (await runCheck(session, check)).differences;
}

test('each check finds nothing through a proxy that changes nothing', async () => {
	for (const { name } of judgedChecks) expect([name, await differencesOf(name)]).toEqual([name, []]);
});

test('a service that breaks one rule of the contract is found by the check of that rule', async () => {
	const breaks = rulesToBreak(client().service);
	expect(breaks.length).toBeGreaterThanOrEqual(170);
	const missed: string[] = [];
	for (const rule of breaks) {
		if ((await differencesOf(rule.foundBy, rule)).length === 0) missed.push(`${rule.rule} (${rule.foundBy})`);
	}
	expect(missed).toEqual([]);
});

test('every check finds a break', () => {
	const finders = new Set(rulesToBreak(client().service).map(({ foundBy }) => foundBy));
	expect(judgedChecks.map(({ name }) => name).filter((name) => !finders.has(name))).toEqual([]);
});

test('a service that takes every order batch gets five, and keeps none', async () => {
	const { service } = client();
	service.reset();
	proxy.break({ rule: 'takes everything', on: 'createOrderBatch', foundBy: '', body: acceptableBatch(service) });
	const run = await runChecks(mockTarget(service, proxy.baseUrl));

	expect(service.orderBatches()).toHaveLength(5);
	expect(run.results.map(({ notRun }) => notRun)).toContain(
		'the run has created 5 order batches, and may create no more',
	);
	expect(run.leftBehind).toEqual([]);
});
