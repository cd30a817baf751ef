import type { IExecuteFunctions } from 'n8n-workflow';

import { connectToService } from '../../nodes/GiftOrderBatch/connect';
import { outcomeOf } from '../../nodes/GiftOrderBatch/resources/outcome';

test.each(['toString', 'constructor', 'oAuth2'])('connect refuses the authentication %s', async (authentication) => {
	const functions = { getNodeParameter: () => authentication } as unknown as IExecuteFunctions;
	const error = await connectToService(functions).catch((thrown: unknown) => thrown);
	expect(outcomeOf(error).problems).toMatchObject([{ kind: 'invalid', field: 'Authentication' }]);
});
