import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { MAX_PAGE_SIZE } from '../../api/limits';
import { readEntries } from '../../api/pages';
import { accepted, checkField, choicesField } from '../../resources/fieldTable';
import { DAY_MS } from '../../resources/orderBatch/times';
import { activityItem, activityOf, activityStatuses, type OrderActivity } from '../../resources/orderActivity/activity';
import { orderItems } from '../triggerFields';
import { accountOf, ALTERNATIVE, type Findings, type Poll } from './watch';

/** How much later than its time an activity may appear, in milliseconds. */
const OVERLAP_MS = 15 * 60_000;

/** How far back the first poll reads, in milliseconds: n8n's clock may be ahead of the service's, which later polls go by. */
const FIRST_PERIOD_MS = DAY_MS;

/** How far back a test run looks for activities to show, in milliseconds. */
const SAMPLE_PERIOD_MS = 30 * DAY_MS;

/** Which activities start the workflow: all of them, if none are chosen. */
export const orderStatusesField = choicesField('Order Statuses', 'orderStatuses', activityStatuses, {
	default: ['opened', 'paid', 'shipped', 'delivered'],
	displayOptions: { show: { watch: ['orders'] } },
	description: 'Which new statuses start the workflow. If you choose none, all do.',
	hint: 'For accepted gifts and thank-you notes, use Gift Order Batch Trigger',
});

/** Unix time in milliseconds; 0 when the service gives no time that can be read. */
const createdAt = (activity: OrderActivity) => Date.parse(activity.created_at) || 0;

const isoTime = (ms: number) => new Date(ms).toISOString();

/** The order as it is now, with what happened to it. */
async function itemsOf(poll: Poll, activity: OrderActivity): Promise<IDataObject[]> {
	const { id, order } = activity;
	if (!order) {
		poll.functions.logger.warn(`Gift Order Batch Polling Trigger ignores the order activity ${id}: it has no order.`);
		return [];
	}
	const items = await orderItems(poll.client, order, poll.settings);
	return items.map((item) => activityItem(activity, () => item));
}

/** Reads up to `limit` activities since `after` (Unix time in milliseconds), and sorts them from oldest to newest. */
async function readActivities({ client }: Poll, after: number, statuses: string[] = [], limit = Infinity) {
	const list = endpoints.orderActivities({ after: isoTime(after), statuses: statuses.join(',') || undefined });
	const activities = await readEntries(client, { ...list, alternative: ALTERNATIVE }, limit);
	return activities.map(activityOf).sort((a, b) => createdAt(a) - createdAt(b));
}

/**
 * Reads what has happened to the orders of the account since the last poll (openapi: listOrderActivities). An activity may
 * appear late, so each poll also reads what is a little older than the newest one. What happened before the node first saw
 * the account is no event. A poll reads activities of all statuses, so a status chosen later brings up no past events.
 * @throws ServiceError when the service cannot be read, or has no such list, or the parameter holds anything but statuses
 */
export async function watchOrderActivities(poll: Poll): Promise<Findings> {
	const { functions, record, isTest } = poll;
	const now = Date.now();
	const chosen = functions.getNodeParameter('orderStatuses', []);
	const statuses = String(chosen) ? accepted(checkField(orderStatusesField, chosen)) : [];
	const isChosen = ({ order_status: status }: OrderActivity) => statuses.length === 0 || statuses.includes(status);
	const found = (activities: OrderActivity[]): Findings => ({
		events: activities.map((activity) => ({
			key: activity.id,
			items: async () => (isChosen(activity) ? await itemsOf(poll, activity) : []),
		})),
		seen: activities.map(({ id }) => id),
	});
	if (isTest) {
		return found((await readActivities(poll, now - SAMPLE_PERIOD_MS, statuses, MAX_PAGE_SIZE)).reverse());
	}

	// n8n stores this when the workflow is activated, also if the service is down at that time.
	const activatedAt = Date.parse((record.since ??= isoTime(now)));
	const account = await accountOf(poll);
	// If a clock that was days ahead has been set back, the node would see nothing for as long.
	const isNew = record.account !== account || activatedAt > now + FIRST_PERIOD_MS;
	const isOther = isNew && record.account !== undefined;
	const since = isOther ? now : activatedAt;
	const lastNewest = isOther || !record.newestActivity ? 0 : Date.parse(record.newestActivity);
	const activities = await readActivities(poll, Math.max(lastNewest - OVERLAP_MS, since - FIRST_PERIOD_MS));
	// A time in the future must not hide what happens until then.
	const newest = Math.max(lastNewest, ...activities.slice(-1).map((last) => Math.min(now, createdAt(last))));
	// What the very first poll sees is in the past, even if a clock is wrong.
	const past = activities.filter((activity) => since === now || createdAt(activity) < since);
	return {
		...found(activities),
		past: isNew ? past.map(({ id }) => id) : undefined,
		changes: { since: isoTime(since), account, newestActivity: isoTime(newest) },
	};
}
