import { actionNode } from '../../../support/actionNode';
import { testListOfOrderBatch } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'recipient', operation: 'getAll' };

describe('recipient: getAll', () => {
	testListOfOrderBatch(node, parameters, 'recipients');
});
