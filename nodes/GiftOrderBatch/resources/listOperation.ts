import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ListEndpoint } from '../api/endpoints';
import { readEntries } from '../api/pages';
import { limitOf, listFields, type Simplify } from './commonFields';
import type { ItemContext } from './itemContext';
import { eachItem, type Operation } from './operation';

interface ListOperation extends Pick<Operation, 'action' | 'description'> {
	/** The parameters before those of every list. */
	source?: INodeProperties[];
	/** The parameters after them. */
	fields?: INodeProperties[];
	/** The list, with the filters of an item that the service has. */
	list(item: ItemContext): ListEndpoint;
	/** The filters that the service does not have, and how many entries can match. */
	filter?(item: ItemContext): { matches?(entry: IDataObject): boolean; max?: number };
	/** Makes the main fields of an entry; only for an operation with `responseFields`. */
	simplify?: Simplify;
}

export const listOperation = ({
	source = [],
	fields = [],
	list,
	filter,
	simplify,
	...named
}: ListOperation): Operation => ({
	value: 'getAll',
	name: 'Get Many',
	...named,
	fields: [...source, ...listFields, ...fields],
	plan: eachItem((item) => {
		const limit = limitOf(item);
		const endpoint = list(item);
		const { matches, max = Infinity } = filter?.(item) ?? {};
		return async (client) => await readEntries(client, endpoint, Math.min(limit, max), matches);
	}, simplify),
});
