import { z } from 'zod';

import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import {
	filtersField,
	filtersOf,
	listFields,
	notListed,
	optionsField,
	simplified,
	simplifyField,
} from '../commonFields';
import { choices, dateTime } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import type { Operation } from '../operation';
import { customerReferenceField, eachItemWithOrders } from '../order/customerReference';
import { simplifyOrder } from '../order/simplify';
import { activityItem, activityStatuses, type OrderActivity } from './activity';

/** Reads the filters. */
function queryOf(item: ItemContext) {
	const time = (label: string) => z.preprocess((value) => item.dateTime(value), dateTime(label));
	const values = activityStatuses.map(({ value }) => String(value));
	const { statuses, ...times } = filtersOf(item, {
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
		simplifyField,
		filtersField(
			{
				displayName: 'After',
				name: 'after',
				type: 'dateTime',
				default: '',
				description: 'The earliest time at which something happened, in the time zone of the workflow',
			},
			{
				displayName: 'Before',
				name: 'before',
				type: 'dateTime',
				default: '',
				description: 'The latest time at which something happened, in the time zone of the workflow',
			},
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
			const activities = (await readEntries(client, list, limit)) as OrderActivity[];
			const orders = await complete(
				client,
				activities.map(({ order }) => order),
			);
			return simplified(
				item,
				activities.map((activity, index) => ({ ...activity, order: orders[index] })),
				(activity) => activityItem(activity as OrderActivity, simplifyOrder),
			);
		};
	}),
};
