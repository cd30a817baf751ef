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

/** Makes the input items the recipients, with these columns. @param kept what the editor keeps beside them */
export const fromColumns = (value: IDataObject | null, kept: IDataObject = { schema: [] }): IDataObject => ({
	recipientsSource: 'inputItemsColumns',
	recipientFields: { mappingMode: 'defineBelow', value, ...kept },
});
