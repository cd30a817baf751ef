import { z } from 'zod';

import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { filtersOf, listFields, notListed, simplified, simplifyField } from '../commonFields';
import { choices, dateTime } from '../inputSchemas';
import { eachItem, type Operation } from '../operation';
import { simplifyOrder } from '../order/simplify';
import { activityItem, activityStatuses, type OrderActivity } from './activity';

/** openapi: listOrderActivities. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many order activities',
	description: 'List what happened to the orders of the account between two times, each with its order as it is now',
	fields: [
		...listFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
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
			],
		},
	],
	plan: eachItem((item) => {
		const limit = item.limit();
		const time = (label: string) => z.preprocess((value) => item.dateTime(value), dateTime(label));
		const values = activityStatuses.map(({ value }) => String(value));
		const { after, before, statuses } = filtersOf(item, {
			after: time('After'),
			before: time('Before'),
			statuses: choices('Statuses', values),
		});
		const list = {
			...endpoints.orderActivities({ after, before, statuses: statuses?.join(',') }),
			...notListed,
		};
		return async (client) =>
			simplified(item, await readEntries(client, list, limit), (activity) =>
				activityItem(activity as OrderActivity, simplifyOrder),
			);
	}),
};
