import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { filtersField, limitOf, listFields, responseFields } from '../commonFields';
import { choicesField, timeField } from '../fieldTable';
import type { Operation } from '../operation';
import { eachItemWithOrders, orderOptions } from '../order/customerReference';
import { orderSummary } from '../order/simplify';
import { activityFields, activityItem, activityOf, activityStatuses } from './activity';

const filters = {
	after: timeField('After', 'after', 'List only activities at this time or later'),
	before: timeField('Before', 'before', 'List only activities at this time or earlier'),
	statuses: choicesField('Statuses', 'statuses', activityStatuses, {
		description: 'List only changes to one of these statuses',
	}),
};

/** openapi: listOrderActivities. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many order activities',
	description: "List what happened to the account's orders between two times, with the current state of each order",
	fields: [...listFields, ...responseFields(activityFields), filtersField(filters), orderOptions],
	plan: eachItemWithOrders(
		(item, complete) => {
			const limit = limitOf(item);
			const { statuses, ...times } = item.added('filters', filters);
			const list = endpoints.orderActivities({ ...times, statuses: statuses?.join(',') });
			return async (client) => {
				const entries = await readEntries(client, list, limit);
				const orders = entries.map((entry) => activityOf(entry).order ?? {});
				const completed = await complete(client, orders);
				return entries.map((entry, index) => (activityOf(entry).order ? { ...entry, order: completed[index] } : entry));
			};
		},
		(activity) => activityItem(activityOf(activity), orderSummary()),
	),
};
