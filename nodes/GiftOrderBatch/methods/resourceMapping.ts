import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { recipientMapperFields } from '../resources/orderBatch/recipients/recipientFields';

/** The columns to which the editor maps the fields of the input items. */
export async function getRecipientFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const { value } = (this.getCurrentNodeParameter('recipientFields') ?? {}) as { value?: object | null };
	return { fields: recipientMapperFields(this.getCurrentNodeParameter('sendMethod'), Object.keys(value ?? {})) };
}
