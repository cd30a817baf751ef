import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { accountOf, orUnsupported } from './account';
import type { Findings, Poll } from './watch';

/**
 * How much later than its time an activity may appear, and how far apart the clocks of n8n and the service may be, in
 * milliseconds.
 */
const OVERLAP_MS = 15 * 60_000;

/** How far back a test run looks for activities to show, in milliseconds. */
const SAMPLE_PERIOD_MS = 30 * 86_400_000;

interface Activity extends IDataObject {
	id: string;
	order_status: string;
	created_at: string;
	order: IDataObject;
}

/** The statuses of activities (openapi: OrderActivityStatus), as the parameter Order Statuses offers them. */
export const activityStatuses: INodePropertyOptions[] = [
	{ name: 'Created', value: 'created' },
	{ name: 'Delivered', value: 'delivered' },
	{ name: 'Failed', value: 'failed', description: 'Canceled orders have this status, too' },
	{ name: 'Opened', value: 'opened' },
	{ name: 'Ordered', value: 'ordered' },
	{ name: 'Paid', value: 'paid' },
	{ name: 'Pending Payment', value: 'pending_payment' },
	{ name: 'Pending User Approval', value: 'pending_user_approval' },
	{ name: 'Shipped', value: 'shipped' },
];

const timeOf = ({ created_at: createdAt }: Activity) => Date.parse(createdAt);

const isoTime = (ms: number) => new Date(ms).toISOString();

/** The order as it is now, with what happened to it (openapi: OrderActivity). */
const itemOf = ({ id, order_status: event, created_at: eventAt, order }: Activity): IDataObject => ({
	event,
	event_id: id,
	event_at: eventAt,
	...order,
});

/** Reads all activities since `after` (Unix time in milliseconds) with the statuses that the node chose, oldest first. */
async function readActivities({ functions, client }: Poll, after: number): Promise<Activity[]> {
	const statuses = functions.getNodeParameter('orderStatuses', []) as string[];
	const list = endpoints.orderActivities({ after: isoTime(after), statuses: statuses.join(',') || undefined });
	const activities = await orUnsupported(
		functions,
		readEntries(client, list, Infinity),
		'This service does not list what happens to orders',
	);
	return (activities as Activity[]).sort((a, b) => timeOf(a) - timeOf(b));
}

/**
 * Reads what has happened to the orders of the account since the last poll (openapi: listOrderActivities). An activity may
 * appear late, so each poll also reads what is a little older than the newest one. What happened before the node first saw
 * the account is no event.
 * @throws NodeApiError when the service cannot be read, or has no such list
 */
export async function watchOrderActivities(poll: Poll): Promise<Findings> {
	const { memory, record, isTest } = poll;
	const now = Date.now();
	const found = (activities: Activity[]): Findings => ({
		events: activities.map((activity) => ({ key: activity.id, items: async () => [itemOf(activity)] })),
		samples: [],
		seen: activities.map(({ id }) => id),
		failures: [],
	});
	if (isTest) return found((await readActivities(poll, now - SAMPLE_PERIOD_MS)).reverse());

	// n8n stores this when the workflow is activated, also if the service is down at that time.
	record.activitiesSince ??= isoTime(now);
	const account = await accountOf(poll);
	const isNew = record.activitiesAccount !== account;
	if (isNew && record.activitiesAccount) {
		record.activitiesSince = isoTime(now);
		record.newestActivity = undefined;
	}
	const since = Date.parse(record.activitiesSince);
	const activities = await readActivities(poll, Date.parse(record.newestActivity ?? isoTime(since)) - OVERLAP_MS);
	const newest = activities.at(-1);
	if (newest) record.newestActivity = isoTime(Math.max(since, timeOf(newest)));
	if (isNew) {
		const past = since === now ? activities : activities.filter((activity) => timeOf(activity) < since);
		memory.processed.add(past.map(({ id }) => id));
		record.activitiesAccount = account;
	}
	return { ...found(activities), mustStore: isNew };
}
