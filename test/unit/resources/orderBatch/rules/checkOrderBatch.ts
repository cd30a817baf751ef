import type { IDataObject } from 'n8n-workflow';

import { problemsOfRows, type Row } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import {
	checkGift,
	checkRecipient,
	timeProblems,
	giftSchema,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import type { Problem } from '../../../../../nodes/GiftOrderBatch/resources/sentences';

const NO_WAITING = { waits: false, wait: { maxWaitMs: 0 } };

/** Checks the body of a request against the rules of the input, as the node does. @param now the moment against which times count as past */
export function checkOrderBatch(body: unknown, now: Date): { value: unknown } | { problems: Problem[] } {
	const input = (typeof body === 'object' && body ? body : {}) as IDataObject;
	const { gift, problems } = checkGift(giftSchema, body);
	const recipients = Array.isArray(input.recipients) ? input.recipients : [];
	const rows = recipients.map((read: unknown, index): Row => {
		const checked = checkRecipient(read, { sendMethod: input.send_method });
		return { number: index + 1, itemIndex: index, read, unusable: [], hints: [], ...checked };
	});
	const all = [...problems, ...timeProblems(input, NO_WAITING, now), ...problemsOfRows(rows)];
	if (all.length > 0) return { problems: all };
	return { value: { ...gift, recipients: rows.map(({ recipient }) => recipient) } };
}
