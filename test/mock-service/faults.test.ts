import { Faults } from '../../dev/mock-service/faults';

test('rules are used in their order, one effect for each request, and latencies add up with it', () => {
	const faults = new Faults();
	const slow = { times: 1, effect: { kind: 'latency', ms: 5 } } as const;
	const unavailable = { kind: 'response', status: 503 } as const;
	for (const rule of [slow, { times: 1, effect: { kind: 'drop' } } as const, { times: 1, effect: unavailable }, slow]) {
		faults.add(rule);
	}
	expect(faults.failureOf('GET', '/')).toEqual({ latencyMs: 10, effect: { kind: 'drop' } });
	expect(faults.failureOf('GET', '/')).toEqual({ latencyMs: 0, effect: unavailable });
	expect(faults.failureOf('GET', '/')).toEqual({ latencyMs: 0, effect: null });
});
