import { addCustomerReferences } from '../../api/customerReferences';
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

export const orderOptions = optionsField(customerReferenceOption);

/**
 * As `eachItem`, for an operation that has `customerReferenceOption`. The reference is also beside fields that were selected.
 * @param read gets a function that adds the references if the option asks for it
 */
export const eachItemWithOrders = (
	read: (item: ItemContext, complete: typeof addCustomerReferences) => ReturnType<Parameters<typeof eachItem>[0]>,
	simplify: Simplify,
): Operation['plan'] =>
	eachItem(
		(item) => {
			const { addCustomerReferenceId } = item.added('options', customerReferenceOption);
			return read(item, async (client, orders, orderBatchId) =>
				addCustomerReferenceId ? await addCustomerReferences(client, orders, orderBatchId) : orders,
			);
		},
		simplify,
		['customer_reference_id'],
	);
