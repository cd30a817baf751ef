import { accountChecks } from './account';
import { openChecks } from './open';
import { orderBatchChecks } from './orderBatches';
import { orderChecks } from './orders';
import { refusalChecks } from './refusals';

/** In the order in which they run: what could create an order batch against the contract comes late. */
export const checks = [accountChecks, orderBatchChecks, orderChecks, refusalChecks, openChecks].flat();
