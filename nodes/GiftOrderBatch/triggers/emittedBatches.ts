import type { NodeRecord } from './nodeRecord';

/** How many batches a trigger remembers beyond those it still watches. */
export const MAX_REMEMBERED = 10_000;

/**
 * The batches that a trigger node has handed to its workflow, kept in the node's record as a list of their IDs, oldest first.
 */
export class EmittedBatches {
	private readonly ids: Set<string>;

	constructor(private readonly record: NodeRecord) {
		this.ids = new Set(Array.isArray(record.emitted) ? (record.emitted as string[]) : []);
	}

	has(orderBatchId: string): boolean {
		return this.ids.has(orderBatchId);
	}

	/** Adds batches. When the record grows too long it forgets its oldest ones, but never one of `watched`. */
	add(orderBatchIds: Iterable<string>, watched: ReadonlySet<string> = new Set()): void {
		for (const id of orderBatchIds) this.ids.add(id);
		let excess = this.ids.size - MAX_REMEMBERED;
		for (const id of this.ids) {
			if (excess <= 0) break;
			if (watched.has(id)) continue;
			this.ids.delete(id);
			excess--;
		}
		this.record.emitted = [...this.ids];
	}
}
