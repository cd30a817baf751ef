import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { CustomerReferences } from '../../api/customerReferences';
import { optionsField, type Simplify } from '../commonFields';
import { flagField } from '../fieldTable';
import type { ItemContext } from '../itemContext';
import { eachItem, type Operation } from '../operation';

/** The option that adds the ID of a record in the user's own system to orders. */
export const customerReferenceOption = {
	addCustomerReferenceId: flagField(
		'Add Customer Reference ID',
		'addCustomerReferenceId',
		'Whether to add the Customer Reference ID of its order batch to each order, such as the ID of a CRM deal. This takes one more request for each order batch.',
	),
};

/** The options of an operation with orders. */
export const orderOptions = optionsField(customerReferenceOption);

/** Adds the references to orders where the option asks for it. @param orderBatchId see `CustomerReferences.addTo` */
type Complete = (client: ServiceClient, orders: IDataObject[], orderBatchId?: string) => Promise<IDataObject[]>;

/**
 * As `eachItem`, for an operation that has `customerReferenceOption`. Each order batch is read once for all items. The reference
 * is in every output, also beside fields that were selected.
 */
export const eachItemWithOrders =
	(
		read: (item: ItemContext, complete: Complete) => ReturnType<Parameters<typeof eachItem>[0]>,
		simplify: Simplify,
	): Operation['plan'] =>
	(items, connect) => {
		const references = new CustomerReferences();
		const readItem = (item: ItemContext) => {
			const { addCustomerReferenceId } = item.added('options', customerReferenceOption);
			return read(item, async (client, orders, orderBatchId) =>
				addCustomerReferenceId ? await references.addTo(client, orders, orderBatchId) : orders,
			);
		};
		return eachItem(readItem, simplify, ['customer_reference_id'])(items, connect);
	};
