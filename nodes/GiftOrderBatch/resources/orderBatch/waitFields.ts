import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isBlank } from '../../api/values';
import type { ItemContext } from '../itemContext';
import type { WaitOptions } from './completion';

const DEFAULT_MAX_WAIT_SECONDS = 300;
const DEFAULT_POLL_INTERVAL_SECONDS = 5;

/** How long to wait for a batch, and how often to look (options of a collection). */
export const waitFields: INodeProperties[] = [
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_MAX_WAIT_SECONDS,
		description: 'How long to wait at most until the order batch is complete',
	},
	{
		displayName: 'Poll Interval (Seconds)',
		name: 'pollIntervalSeconds',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_POLL_INTERVAL_SECONDS,
		description:
			'How long to pause before looking again for the first time. Later pauses are longer, up to 30 seconds.',
	},
];

/**
 * Reads `waitFields` from a collection's values.
 * @throws NodeOperationError when one of them is not a number in its range
 */
export function waitOptionsOf(item: ItemContext, options: IDataObject): WaitOptions {
	const numberOf = (name: string, otherwise: number) =>
		name in options && isBlank(options[name]) ? NaN : Number(options[name] ?? otherwise);
	const maxWait = numberOf('maxWaitSeconds', DEFAULT_MAX_WAIT_SECONDS);
	const pollInterval = numberOf('pollIntervalSeconds', DEFAULT_POLL_INTERVAL_SECONDS);
	const problems = [
		...(maxWait >= 0 ? [] : ['Max Wait (Seconds) must be a number of at least 0']),
		...(pollInterval >= 1 ? [] : ['Poll Interval (Seconds) must be a number of at least 1']),
	];
	if (problems.length > 0) item.refuse(problems);
	return { maxWaitMs: maxWait * 1000, pollIntervalMs: pollInterval * 1000 };
}
