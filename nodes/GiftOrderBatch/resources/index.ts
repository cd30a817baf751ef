import { account } from './account';
import { brand } from './brand';
import { card } from './card';
import { collection } from './collection';
import { order } from './order';
import { orderActivity } from './orderActivity';
import { orderBatch } from './orderBatch';
import { paymentMethod } from './paymentMethod';
import { product } from './product';
import { recipient } from './recipient';
import { workspace } from './workspace';

/** All that the action node can do. */
export const resources = [
	account,
	brand,
	card,
	collection,
	order,
	orderActivity,
	orderBatch,
	paymentMethod,
	product,
	recipient,
	workspace,
];
