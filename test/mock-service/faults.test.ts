import { Faults, type FaultEffect, type FaultRule } from '../../dev/mock-service/faults';

const UNAVAILABLE: FaultEffect = { kind: 'response', status: 503 };

/** The statuses of so many requests, 200 where nothing goes wrong. */
function statuses(faults: Faults, count: number, method = 'GET', path = '/v1/me'): number[] {
	return Array.from({ length: count }, () => {
		const { effect } = faults.failureOf(method, path);
		return effect?.kind === 'response' ? effect.status : 200;
	});
}

function faultsOf(...rules: Array<Partial<FaultRule>>): Faults {
	const faults = new Faults();
	for (const rule of rules) faults.add({ effect: UNAVAILABLE, ...rule });
	return faults;
}

test('a rule with a probability hits the same requests for the same seed', () => {
	const run = (seed: number, probability = 0.5) => statuses(faultsOf({ times: { probability, seed } }), 100);
	expect(run(1)).toEqual(run(1));
	expect(run(2)).not.toEqual(run(1));
	const hits = (probability: number) => run(1, probability).filter((status) => status === 503).length;
	expect([hits(0), hits(1)]).toEqual([0, 100]);
	expect(hits(0.1)).toBeLessThan(hits(0.5));
});

test.each<[FaultRule['match'], atMe: number, atBatches: number]>([
	[{ method: 'POST' }, 200, 503],
	[{ method: 'get', path: '/v1/me' }, 503, 200],
	[{ path: '/v1/order' }, 200, 503],
	[{ path: /batches$/ }, 200, 503],
	[{ path: '/order_batches' }, 200, 200],
	[{}, 503, 503],
])('a rule that matches %j hits nothing else', (match, atMe, atBatches) => {
	const faults = faultsOf({ match });
	expect(statuses(faults, 1)).toEqual([atMe]);
	expect(statuses(faults, 1, 'POST', '/v1/order_batches')).toEqual([atBatches]);
});

test('rules are used in their order, one effect for each request, and latencies add up with it', () => {
	const slow = { times: 1, effect: { kind: 'latency', ms: 5 } } as const;
	const faults = faultsOf(slow, { times: 1, effect: { kind: 'drop' } }, { times: 1 }, slow);
	expect(faults.failureOf('GET', '/')).toEqual({ latencyMs: 10, effect: { kind: 'drop' } });
	expect(faults.failureOf('GET', '/')).toEqual({ latencyMs: 0, effect: UNAVAILABLE });
	expect(faults.failureOf('GET', '/')).toEqual({ latencyMs: 0, effect: null });
});
