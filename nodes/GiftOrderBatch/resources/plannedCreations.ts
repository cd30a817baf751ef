import type { Creation, CreationMemory } from '../api/createOrderBatch';

/** What one run of the node is about to create, for all its items. */
export class PlannedCreations {
	/** How many recipients the node may send to in one execution; `Infinity` for any number. */
	recipientsLimit = Infinity;
	private readonly byReference = new Map<string, CreationMemory>();
	private hasBegun = false;

	/** What is remembered of each. */
	get memories(): Set<CreationMemory> {
		return new Set(this.byReference.values());
	}

	/** Whether another creation carries the same reference. */
	has({ input, memory }: Creation): boolean {
		const other = this.byReference.get(input.customer_reference_id);
		return other !== undefined && other !== memory;
	}

	add({ input, memory }: Creation, recipientsLimit: number): void {
		this.byReference.set(input.customer_reference_id, memory);
		this.recipientsLimit = Math.min(this.recipientsLimit, recipientsLimit);
	}

	/** Counts all of them as under way, until the run ends. */
	begin(): void {
		this.hasBegun = true;
		for (const memory of this.memories) memory.runs = (memory.runs ?? 0) + 1;
	}

	/** The run has ended, whether it has come to all of them or not. */
	end(): void {
		if (!this.hasBegun) return;
		for (const memory of this.memories) memory.runs = (memory.runs ?? 1) - 1;
	}
}
