import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import type { CustomerReferences } from '../../api/customerReferences';
import type { NodeError } from '../../api/errors';
import type { NodeRecord } from '../nodeRecord';
import type { ProcessedEvents } from '../processedEvents';

/** What a poll saw of the account that it watches. */
export interface AccountSnapshot {
	/** Which account it is. */
	account: string;
	/** The IDs of all order batches. */
	ids: Set<string>;
	/** When the whole list was read, as Unix time in milliseconds. */
	listedAt: number;
}

/** What this process knows of a polling trigger node, whichever context it polls in. */
export interface NodeMemory {
	processed: ProcessedEvents;
	/** The context of the latest activation: n8n makes one for each, and polls with it from then on. */
	context?: IPollFunctions;
	/** Whether a poll of that context is in flight. */
	isPolling: boolean;
	/** The keys of the events that the last poll gave to n8n. */
	emitted: string[];
	/** Whose key the last poll used, as fingerprints. */
	identity?: { key: string; account: string };
	/** What the last poll saw of the account. */
	snapshot?: AccountSnapshot;
}

/** One poll. */
export interface Poll {
	functions: IPollFunctions;
	client: ServiceClient;
	record: NodeRecord;
	memory: NodeMemory;
	references: CustomerReferences;
	/** Whether somebody runs the trigger in the editor: it then shows what there is, and remembers nothing. */
	isTest: boolean;
}

/** Something that starts the workflow, once. */
export interface WatchedEvent {
	/** The ID that it is remembered by. */
	key: string;
	/** Reads the workflow's items; none for an event that was not chosen. */
	items(): Promise<IDataObject[]>;
}

/** What one poll found. */
export interface Findings {
	/** All events, also those that have been processed. */
	events: WatchedEvent[];
	/** What is shown in a test run that finds no events. */
	samples: IDataObject[];
	/** The keys of what can be seen at the service, so that they are not forgotten. */
	seen: Iterable<string>;
	/** Why something could not be read. */
	failures: NodeError[];
	/** The keys of the events that happened before the node watched, and so start nothing. */
	past?: string[];
	/** What the node's record becomes. */
	changes?: Partial<NodeRecord>;
	/** Whether n8n must store that even if there is no event. */
	mustStore?: boolean;
}
