import type { IPollFunctions } from 'n8n-workflow';

import { outcomeOf } from '../../../../nodes/GiftOrderBatch/resources/outcome';
import { Polling } from '../../../../nodes/GiftOrderBatch/triggers/polling/poll';

test.each(['toString', 'constructor', 'invoices'])('a poll is refused with the value %s for Watch', async (watch) => {
	const functions = { getNodeParameter: () => watch } as unknown as IPollFunctions;
	const error = await new Polling({}).poll(functions).catch((thrown: unknown) => thrown);
	expect(outcomeOf(error).problems).toMatchObject([{ kind: 'invalid', field: 'Watch' }]);
});
