import { wasTried, type Creation, type CreationMemory } from './ledger';

/** What one run of the node is about to create, for all its items. */
export class PlannedCreations {
	/** What is remembered of each. */
	readonly memories = new Set<CreationMemory>();
	/** How many recipients the node may send to in one execution; `Infinity` for any number. */
	recipientsLimit = Infinity;
	private readonly byReference = new Map<string, CreationMemory>();
	private hasBegun = false;

	/** @param remembered what is remembered of the creations of this execution and of those that it repeats */
	constructor(remembered: CreationMemory[]) {
		for (const memory of remembered) {
			if (memory.reference !== undefined && wasTried(memory)) this.byReference.set(memory.reference, memory);
		}
	}

	/** Whether another creation carries the same reference: one that is planned, or one that was tried. */
	has({ input, memory }: Creation): boolean {
		const other = this.byReference.get(input.customer_reference_id);
		return other !== undefined && other !== memory;
	}

	add({ input, memory }: Creation, recipientsLimit: number): void {
		this.memories.add(memory);
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
