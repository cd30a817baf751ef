import { actionNode } from '../../../support/actionNode';
import { testShortListing } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'workspace', operation: 'getAll' };

describe('workspace: getAll', () => {
	testShortListing(node, parameters, '/v1/workspaces');
});
