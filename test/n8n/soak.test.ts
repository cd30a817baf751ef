import { soak } from '../../dev/soak/soak';

const CALLS = 150;

describe('mixed operations in real n8n while the service fails at random', () => {
	test('lose nothing, duplicate nothing, and report what the service has', async () => {
		const { calls, batches, started, problems } = await soak(CALLS);

		console.info(calls, `${batches} order batches, ${started} workflows started by the trigger`);
		expect(problems).toEqual([]);
		expect(batches).toBeGreaterThan(0);
		expect(started).toBe(batches);
	});
});
