import type { IDataObject } from 'n8n-workflow';

/** The parameters of the smallest order batch: one recipient, one product, and a link instead of an email. */
export const smallBatch = (productId: string): IDataObject => ({
	resource: 'orderBatch',
	operation: 'create',
	fromName: 'Ann from Acme',
	sendMethod: 'link_multiple_custom_list',
	recipientsSource: 'define',
	recipients: { recipient: [{ firstName: 'Nathan' }] },
	cartItems: { item: [{ product: { __rl: true, mode: 'list', value: productId }, quantity: 1 }] },
});

/** Makes the input items the recipients, with their columns found by their names. */
export const FROM_ITEMS: IDataObject = {
	recipientsSource: 'inputItems',
	recipientFields: { mappingMode: 'autoMapInputData', value: null },
};

/** What users get of an order batch like that once it is complete, and of its one order, apart from what differs. */
export const simplifiedBatch = ({ order, ...differs }: { order: IDataObject } & IDataObject) => ({
	send_status: 'complete',
	from_name: 'Ann from Acme',
	send_method: 'link_multiple_custom_list',
	recipients_count: 1,
	orders_count: 1,
	batch_name: expect.any(String) as string,
	scheduled_send_on: null,
	orders_preview: [
		{
			id: expect.any(String) as string,
			status: 'created',
			recipient_last_name: null,
			recipient_email: null,
			individual_gift_link: expect.stringMatching(/^http/) as string,
			...order,
		},
	],
	...differs,
});
