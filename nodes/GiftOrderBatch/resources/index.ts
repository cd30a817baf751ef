import { account } from './account';
import { brand } from './brand';
import { order } from './order';
import { orderBatch } from './orderBatch';
import { paymentMethod } from './paymentMethod';
import { product } from './product';
import { recipient } from './recipient';

/** All that the action node can do. */
export const resources = [account, brand, order, orderBatch, paymentMethod, product, recipient];
