import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints } from '../../api/endpoints';
import type { ServiceError } from '../../api/errors';
import { fingerprint } from '../../api/fingerprint';
import type { NodeRecord } from '../nodeRecord';
import type { ProcessedEvents } from '../processedEvents';
import type { OutputSettings } from '../triggerFields';

/** What this process knows about a polling trigger node, in whichever context it polls. */
export interface NodeMemory {
	processed: ProcessedEvents;
	/** The context of the latest activation: n8n makes one for each, and polls with it from then on. */
	context?: IPollFunctions;
	/** Whether a poll of that context is in flight. */
	isPolling?: boolean;
	/** The keys of the events that the last poll gave to n8n. */
	emitted: Iterable<string>;
	/** The account and the key of the last poll, as fingerprints. */
	identity?: { key: string; account: string };
	/** The IDs of all order batches of an account, and when the whole list was read, as Unix time in milliseconds. */
	snapshot?: { account: string; ids: Set<string>; listedAt: number };
}

export interface Poll {
	functions: IPollFunctions;
	client: ServiceClient;
	record: NodeRecord;
	memory: NodeMemory;
	settings: OutputSettings;
	/** Whether somebody runs the trigger in the editor: it then shows what there is, and remembers nothing. */
	isTest: boolean;
}

/** What one poll found. */
export interface Findings {
	/** All events, also those that have been processed, by the ID that each is remembered by. An event that was not chosen has no items. */
	events: Array<{ key: string; items(): Promise<IDataObject[]> }>;
	/** What is shown in a test run that finds no events. */
	samples?: IDataObject[];
	/** The keys of what can be seen at the service, so that they are not forgotten. */
	seen: Iterable<string>;
	/** Why something could not be read. */
	failures?: ServiceError[];
	/** The keys of the events that happened before the node watched, and so start nothing: n8n must store them. */
	past?: string[];
	/** The new record of the node. */
	changes?: Partial<NodeRecord>;
}

/** What to watch where the service lacks a list. */
export const ALTERNATIVE =
	'Set "Watch" to "Specific Order Batches (by ID)" and enter the IDs of the order batches to follow.';

/** What stands for the account, whichever of its keys is used (openapi: getMe). The service is asked only if the key has changed. */
export async function accountOf({ client, memory }: Poll): Promise<string> {
	const key = client.keyFingerprint;
	if (memory.identity?.key !== key) {
		const { email, public_app_id: appId } = await client.call(endpoints.account());
		memory.identity = { key, account: fingerprint([client.baseUrl, email ?? appId]) };
	}
	return memory.identity.account;
}
