import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { EDITOR_LIMITS, type Limits } from '../api/limits';
import { readProduct } from '../api/products';
import { objectsIn } from '../api/values';
import { connectToService } from '../connect';
import { withNodeErrors } from '../nodeErrors';
import { locatorValue } from '../resources/fieldTable';
import { check, uuid } from '../resources/inputSchemas';

/** The methods that load the options of a dropdown, which shows what they throw. @param limits as in `listSearch` */
export const loadOptions = (limits: Partial<Limits> = {}) => ({
	/** The variants of the product in the same row (openapi: Product); none as long as the row has no product with an ID. */
	async getVariants(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const product = this.getCurrentNodeParameter('&product');
		const productId = check(uuid('Product'), locatorValue(product));
		// The recipients of a collection choose the variants themselves.
		const isCollection = (product as { mode?: unknown } | undefined)?.mode === 'collection';
		if (isCollection || 'problems' in productId) return [];
		const { variants } = await withNodeErrors(this.getNode(), async () => {
			const client = await connectToService(this, { ...EDITOR_LIMITS, ...limits });
			return await readProduct(client, productId.value);
		});
		return objectsIn(variants).map(({ name }) => ({ name: String(name), value: String(name) }));
	},
});
