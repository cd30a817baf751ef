import type { IDataObject } from 'n8n-workflow';

import type { Row } from '../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import {
	checkGift,
	checkRecipient,
	lateProblems,
	orderBatchGift,
} from '../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { allSentences } from '../../nodes/GiftOrderBatch/resources/orderBatch/sentences';

const NO_WAITING = { waits: false, wait: { maxWaitMs: 0 } };

/** Checks the body of a request against the rules of the input, as the node does. @param now the moment against which times count as past */
export function checkOrderBatch(body: unknown, now: Date): { value: unknown } | { problems: string[] } {
	const input = (typeof body === 'object' && body ? body : {}) as IDataObject;
	const { gift, problems } = checkGift(orderBatchGift, body);
	const recipients = Array.isArray(input.recipients) ? input.recipients : [];
	const rows = recipients.map((read: unknown, index): Row => {
		const checked = checkRecipient(read, input.send_method, false);
		return { number: index + 1, itemIndex: index, read, unusable: [], hints: [], ...checked };
	});
	const sentences = allSentences({ gift: [...problems, ...lateProblems(input, NO_WAITING, now)], rows });
	if (sentences.length > 0) return { problems: sentences };
	return { value: { ...gift, recipients: rows.map(({ recipient }) => recipient) } };
}
