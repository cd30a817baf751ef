import { actionNode } from '../../../support/actionNode';
import { testShortListing } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'paymentMethod', operation: 'getAll' };

describe('paymentMethod: getAll', () => {
	testShortListing(node, parameters, '/v1/payment_methods');
});
