import { node as nodeNamed } from '../../dev/harness/workflows';

/** A node for errors to name. */
export const node = nodeNamed('Gift Order Batch', 'giftOrderBatch', 1);
