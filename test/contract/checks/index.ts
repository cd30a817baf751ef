import { accountChecks } from './account';
import { catalogueChecks } from './catalogue';
import { openChecks } from './open';
import { orderBatchChecks } from './orderBatches';
import { orderChecks } from './orders';
import { refusalChecks } from './refusals';

/** In the order in which they run: what could create an order batch against the contract comes late. */
export const checks = [accountChecks, catalogueChecks, orderBatchChecks, orderChecks, refusalChecks, openChecks].flat();
