import type { INodeProperties } from 'n8n-workflow';

import { number } from '../inputSchemas';
import type { WaitOptions } from './completion';

const DEFAULT_MAX_WAIT_SECONDS = 300;
const DEFAULT_POLL_INTERVAL_SECONDS = 5;

/** How long to wait for a batch, and how often to read it (options of a collection). */
export const waitFields: INodeProperties[] = [
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_MAX_WAIT_SECONDS,
		description: 'The longest time to wait until the order batch is complete',
	},
	{
		displayName: 'Poll Interval (Seconds)',
		name: 'pollIntervalSeconds',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_POLL_INTERVAL_SECONDS,
		description: 'How long to wait before reading the order batch again. Later waits are longer, up to 30 seconds.',
	},
];

/** What `waitFields` must be. */
export const waitSchemas = {
	maxWaitSeconds: number('Max Wait (Seconds)', 0),
	pollIntervalSeconds: number('Poll Interval (Seconds)', 1),
};

/** What the values of `waitFields` ask for. */
export const waitOptionsOf = ({
	maxWaitSeconds = DEFAULT_MAX_WAIT_SECONDS,
	pollIntervalSeconds = DEFAULT_POLL_INTERVAL_SECONDS,
}: {
	maxWaitSeconds?: number;
	pollIntervalSeconds?: number;
}): WaitOptions => ({ maxWaitMs: maxWaitSeconds * 1000, pollIntervalMs: pollIntervalSeconds * 1000 });
