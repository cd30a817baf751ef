import { actionNode } from '../../../support/actionNode';
import { testFailures, testShortListing, testUnsupported } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'paymentMethod', operation: 'getAll' };

describe('paymentMethod: getAll', () => {
	testShortListing(node, parameters, '/v1/payment_methods');
	testUnsupported(node, parameters, 'This service cannot list payment methods');
	testFailures(node, { parameters: () => parameters, path: '/v1/payment_methods' });
});
