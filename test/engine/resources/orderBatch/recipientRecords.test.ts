import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../support/actionNode';
import { FROM_ITEMS, smallBatch } from '../../../support/orderBatchParameters';
import { RECIPIENT_RECORDS } from './recipientRecords';

const node = actionNode();

describe('a gift for the person of a record', () => {
	test.each(RECIPIENT_RECORDS.map((record) => [record.what, record] as const))(
		'reaches that person or nobody with %s',
		async (_what, { sendMethod = 'email_and_link', item, recipient, refusal = [], hint = '' }) => {
			const parameters = { ...smallBatch(node.service.samples.productId), ...FROM_ITEMS, sendMethod };
			const { status, error, hints } = await node.run(parameters, { items: [item] });
			const sent = node.requests.map(({ body }) => (body as IDataObject).recipients);
			if (recipient) {
				expect({ problems: error?.context.problems, sent }).toEqual({ problems: undefined, sent: [[recipient]] });
				expect(hints.join('\n')).toContain(hint);
				return;
			}
			expect({ status, sent }).toEqual({ status: 'error', sent: [] });
			for (const text of refusal) expect((error?.context.problems as string[]).join('\n')).toContain(text);
		},
	);
});
