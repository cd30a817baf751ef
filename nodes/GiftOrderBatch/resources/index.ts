import { get as getAccount } from './account/get';
import { getAll as getBrands } from './brand/getAll';
import { getAll as getCards } from './card/getAll';
import { get as getCollection } from './collection/get';
import { getAll as getCollections } from './collection/getAll';
import type { Resource } from './defineResource';
import { cancel } from './order/cancel';
import { get as getOrder } from './order/get';
import { getAll as getOrders } from './order/getAll';
import { updateExpiration } from './order/updateExpiration';
import { getAll as getOrderActivities } from './orderActivity/getAll';
import { create as createOrderBatch } from './orderBatch/create';
import { get as getOrderBatch } from './orderBatch/get';
import { getAll as getOrderBatches } from './orderBatch/getAll';
import { getPrice } from './orderBatch/getPrice';
import { waitForCompletion } from './orderBatch/waitForCompletion';
import { create as createPaymentMethod } from './paymentMethod/create';
import { getAll as getPaymentMethods } from './paymentMethod/getAll';
import { get as getProduct } from './product/get';
import { getAll as getProducts } from './product/getAll';
import { getAll as getRecipients } from './recipient/getAll';
import { getAll as getWorkspaces } from './workspace/getAll';

/**
 * Everything that the action node can do. The first operation of a resource is its default, which saved workflows do not hold,
 * so it only reads, unless the resource is there to create.
 */
export const resources: Resource[] = [
	{ value: 'account', name: 'Account', operations: [getAccount] },
	{ value: 'brand', name: 'Brand', operations: [getBrands] },
	{ value: 'card', name: 'Card', operations: [getCards] },
	{ value: 'collection', name: 'Collection', operations: [getCollection, getCollections] },
	{ value: 'order', name: 'Order', operations: [getOrder, getOrders, cancel, updateExpiration] },
	{ value: 'orderActivity', name: 'Order Activity', operations: [getOrderActivities] },
	{
		value: 'orderBatch',
		name: 'Order Batch',
		operations: [createOrderBatch, getOrderBatch, getOrderBatches, getPrice, waitForCompletion],
	},
	{ value: 'paymentMethod', name: 'Payment Method', operations: [getPaymentMethods, createPaymentMethod] },
	{ value: 'product', name: 'Product', operations: [getProducts, getProduct] },
	{ value: 'recipient', name: 'Recipient', operations: [getRecipients] },
	{ value: 'workspace', name: 'Workspace', operations: [getWorkspaces] },
];
