import type { IDataObject } from 'n8n-workflow';

import { EmittedBatches } from '../../../../nodes/GiftOrderBatch/triggers/emittedBatches';

describe('the record of emitted batches', () => {
	test('is found again in the static data that n8n stored as JSON', () => {
		const staticData: IDataObject = {};
		new EmittedBatches(staticData).add(['a', 'b']);
		const stored = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		expect(['a', 'b', 'c'].map((id) => new EmittedBatches(stored).has(id))).toEqual([true, true, false]);
	});

	test('keeps what a static data of another version holds beside it', () => {
		const staticData: IDataObject = { later: { version: 2 }, emitted: 'not a list' };
		new EmittedBatches(staticData).add(['a']);
		expect(staticData).toEqual({ later: { version: 2 }, emitted: ['a'] });
	});

	test('forgets its oldest batches when it grows too long, and never one that is still watched', () => {
		const staticData: IDataObject = {};
		const ids = Array.from({ length: 12_000 }, (_, index) => `batch-${index}`);
		new EmittedBatches(staticData).add(ids, new Set(['batch-0']));
		const emitted = new EmittedBatches(staticData);
		expect((staticData.emitted as string[]).length).toBe(10_000);
		expect(['batch-0', 'batch-1', 'batch-2000', 'batch-2001', 'batch-11999'].map((id) => emitted.has(id))).toEqual([
			true,
			false,
			false,
			true,
			true,
		]);
	});
});
