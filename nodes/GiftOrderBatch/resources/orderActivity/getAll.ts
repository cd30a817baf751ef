import { mapConcurrently } from '../../api/concurrency';
import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import {
	filtersField,
	listFields,
	notListed,
	optionsField,
	responseFields,
	simplified,
	timeField,
} from '../commonFields';
import { choices, dateTime, prepared } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import type { Operation } from '../operation';
import { customerReferenceField, eachItemWithOrders } from '../order/customerReference';
import { simplifyActivityOrder } from '../order/simplify';
import { activityFields, activityItem, activityOf, activityStatuses } from './activity';

/** Reads the filters. */
function queryOf(item: ItemContext) {
	const time = (label: string) => prepared((value) => item.dateTime(value), dateTime(label));
	const values = activityStatuses.map(({ value }) => String(value));
	const { statuses, ...times } = item.added('filters', {
		after: time('After'),
		before: time('Before'),
		statuses: choices('Statuses', values),
	});
	return { ...times, statuses: statuses?.join(',') };
}

/** openapi: listOrderActivities. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many order activities',
	description: 'List what happened to the orders of the account between two times, each with its order as it is now',
	fields: [
		...listFields,
		...responseFields(activityFields),
		filtersField(
			timeField('After', 'after', 'The earliest time at which something happened'),
			timeField('Before', 'before', 'The latest time at which something happened'),
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				default: [],
				options: activityStatuses,
				description: 'The statuses that an order got',
			},
		),
		optionsField(customerReferenceField),
	],
	plan: eachItemWithOrders((item, complete) => {
		const limit = item.limit();
		const list = { ...endpoints.orderActivities(queryOf(item)), ...notListed };
		return async (client) => {
			const entries = await readEntries(client, list, limit);
			const activities = await mapConcurrently(entries, client.limits.maxConcurrentRequests, async (entry) => {
				const { order } = activityOf(entry);
				const [completed] = order ? await complete(client, [order]) : [];
				return completed ? { ...entry, order: completed } : entry;
			});
			return simplified(item, activities, (activity) => activityItem(activityOf(activity), simplifyActivityOrder));
		};
	}),
};
