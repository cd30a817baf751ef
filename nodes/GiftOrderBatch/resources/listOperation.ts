import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Endpoint } from '../api/endpoints';
import { readEntries } from '../api/pages';
import type { EntryList } from '../api/responses';
import { listFields, notListed, simplified } from './commonFields';
import type { ItemContext } from './itemContext';
import { eachItem, type Operation } from './operation';

interface ListOperation extends Pick<Operation, 'action' | 'description'> {
	/** The parameters besides those of every list. */
	fields?: INodeProperties[];
	/** Reads the filters of an item, and returns the list. */
	list(item: ItemContext): Endpoint<EntryList>;
	/** Makes the main fields of an entry; only for an operation with `responseFields`. */
	simplify?(entry: IDataObject): IDataObject;
}

/** The operation Get Many of a list that the service filters itself. */
export const listOperation = ({ fields = [], list, simplify, ...named }: ListOperation): Operation => ({
	value: 'getAll',
	name: 'Get Many',
	...named,
	fields: [...listFields, ...fields],
	plan: eachItem((item) => {
		const limit = item.limit();
		const endpoint = { ...list(item), ...notListed };
		return async (client) => {
			const entries = await readEntries(client, endpoint, limit);
			return simplify ? simplified(item, entries, simplify) : entries;
		};
	}),
});
