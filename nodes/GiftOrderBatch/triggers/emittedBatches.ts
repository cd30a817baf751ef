import type { IDataObject } from 'n8n-workflow';

/** How many batches a trigger remembers beyond those it still watches. */
export const MAX_REMEMBERED = 10_000;

/**
 * The batches that a trigger node has handed to its workflow, kept in the node's static data: `emitted`, a list of batch
 * IDs, oldest first.
 */
export class EmittedBatches {
	private readonly ids: Set<string>;

	constructor(private readonly staticData: IDataObject) {
		this.ids = new Set(Array.isArray(staticData.emitted) ? (staticData.emitted as string[]) : []);
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
		this.staticData.emitted = [...this.ids];
	}
}
