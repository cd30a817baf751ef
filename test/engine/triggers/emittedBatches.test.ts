import { EmittedBatches } from '../../../nodes/GiftOrderBatch/triggers/emittedBatches';
import type { NodeRecord } from '../../../nodes/GiftOrderBatch/triggers/nodeRecord';

describe('the record of emitted batches', () => {
	test('is found again when it was stored as JSON', () => {
		const record: NodeRecord = {};
		new EmittedBatches(record).add(['a', 'b']);
		const stored = JSON.parse(JSON.stringify(record)) as NodeRecord;
		expect(['a', 'b', 'c'].map((id) => new EmittedBatches(stored).has(id))).toEqual([true, true, false]);
	});

	test('begins anew when it is not a list', () => {
		const record: NodeRecord = { emitted: 'not a list' };
		new EmittedBatches(record).add(['a']);
		expect(record).toEqual({ emitted: ['a'] });
	});

	test('forgets its oldest batches when it grows too long, and never one that is still watched', () => {
		const record: NodeRecord = {};
		const ids = Array.from({ length: 12_000 }, (_, index) => `batch-${index}`);
		new EmittedBatches(record).add(ids, new Set(['batch-0']));
		const emitted = new EmittedBatches(record);
		expect((record.emitted as string[]).length).toBe(10_000);
		expect(['batch-0', 'batch-1', 'batch-2000', 'batch-2001', 'batch-11999'].map((id) => emitted.has(id))).toEqual([
			true,
			false,
			false,
			true,
			true,
		]);
	});
});
