import { actionNode } from '../../../support/actionNode';
import { testFailures, testShortListing, testUnsupported } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'workspace', operation: 'getAll' };

describe('workspace: getAll', () => {
	testShortListing(node, parameters, '/v1/workspaces');
	testUnsupported(node, parameters, 'This service cannot list workspaces');
	testFailures(node, { parameters: () => parameters, path: '/v1/workspaces' });
});
