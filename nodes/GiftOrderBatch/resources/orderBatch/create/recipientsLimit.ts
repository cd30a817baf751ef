import { wasTried, type CreationMemory } from './ledger';
import type { ItemContext } from '../../itemContext';

const recipientsOf = (memories: Iterable<CreationMemory>) =>
	[...memories].reduce((sum, { recipientCount = 0 }) => sum + recipientCount, 0);

/** Whether a batch exists, may exist, or is just being made. An agent may call its tool twice at the same time. */
const counts = (memory: CreationMemory) => wasTried(memory) || (memory.runs ?? 0) > 0;

/**
 * Allows what this run of the node has planned and counts it as under way, unless it would send to more recipients than the
 * node may send to in one execution. What n8n keeps of the execution's earlier runs counts, too; a batch that is planned
 * again counts once.
 * @throws NodeOperationError when there would be too many; nothing may be sent then
 */
export function allowRecipients(item: ItemContext): void {
	const { memories, recipientsLimit: limit } = item.planned;
	const earlier = item.rememberedCreations.filter((memory) => counts(memory) && !memories.has(memory));
	const [now, before] = [recipientsOf(memories), recipientsOf(earlier)];
	if (now + before > limit) {
		item.refuse([
			`Recipients Limit is ${limit} for one execution of the workflow, but this would make ${now + before} recipients${before > 0 ? ` (${before} before and ${now} now)` : ''}: send to fewer recipients, or raise the limit if so many are meant`,
		]);
	}
	item.planned.begin();
}
