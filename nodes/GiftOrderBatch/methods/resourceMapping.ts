import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { recipientMapperFields } from '../resources/orderBatch/recipients/columns';

/** The columns to which the editor maps the fields of the incoming items. */
export async function getRecipientFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return { fields: recipientMapperFields(this.getCurrentNodeParameter('sendMethod')) };
}
