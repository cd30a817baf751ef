import type { IDataObject } from 'n8n-workflow';

import { readGiftedBefore } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/gifted';
import { REMOVE_SKIP_GIFTED } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { DAY_MS } from '../../../../support/durations';
import { plainClient } from '../../../../support/plainClient';

const NOW = Date.now();

/** An order of so many days ago. */
const order = (recipient_email: unknown, days = 5, more: IDataObject = {}): IDataObject => ({
	id: `order-${String(recipient_email)}`,
	status: 'accepted',
	recipient_email: recipient_email as string,
	createdAt: NOW - days * DAY_MS,
	...more,
});

/** Reads who got a gift of a service with these orders. @param isTimeless whether it lists orders of any time */
async function giftedBefore(orders: IDataObject[], { days = [30], isTimeless = false, startedAt = NOW } = {}) {
	const { client } = plainClient(({ qs }) => {
		const after = Date.parse(String(qs?.['created_at[after]']));
		const data = orders.filter(({ createdAt }) => isTimeless || Number(createdAt) > after);
		return { body: { data: qs?.page === 1 ? data : [], list_meta: { total_count: data.length } } };
	});
	return await readGiftedBefore(client, days, startedAt);
}

const ANN = { first_name: 'Ann', email: 'ann@example.com' };

const ofNobody = { id: 'nobody', status: 'accepted', createdAt: NOW };
const canceled = (id: string) => order('ann@example.com', 5, { id, status: 'canceled' });
const ANN_MUNICH = { ...ANN, email: 'ann@MÜNCHEN.de' };

test.each<[string, IDataObject[], boolean, { first_name: string; email?: string }?]>([
	['with an email in another case, and spaces around it', [order(' ANN@Example.com ')], true],
	['with the domain of the email in ASCII', [order('ann@xn--mnchen-3ya.de')], true, ANN_MUNICH],
	['with a similar email', [order('joann@example.com')], false],
	['just within the days', [order('ann@example.com', 29.9)], true],
	['before the days', [order('ann@example.com', 30.1)], false],
	['that was canceled', [canceled('a')], false],
	['that failed', [order('ann@example.com', 5, { status: 'failed' })], false],
	['beside gifts that were canceled', [canceled('a'), order('ann@example.com'), canceled('b')], true],
	['beside orders whose recipients have no email', [ofNobody, order('ann@example.com'), order(null)], true],
	['without an email, beside such orders', [order(null), order('ann@example.com')], false, { first_name: 'Ann' }],
])('somebody who got a gift %s is found: %j, %s', async (_what, orders, isFound, person = ANN) => {
	const found = (await giftedBefore(orders))(person, 30);
	const sent = orders.find(({ recipient_email: email, status }) => email && status === 'accepted');
	expect(found).toEqual(isFound ? { orderId: sent?.id } : undefined);
});

test.each<[string, number, number[], number[]]>([
	['of each, also where these go back beyond time', 0, [7, 14, Number.MAX_SAFE_INTEGER], [14, Number.MAX_SAFE_INTEGER]],
	['before the first attempt of the run began', 3, [6, 8], [8]],
])('somebody who got a gift is found within the days %s', async (_of, daysAgo, days, found) => {
	const find = await giftedBefore([order('ann@example.com', 10)], { days, startedAt: NOW - daysAgo * DAY_MS });
	expect(days.filter((count) => find(ANN, count))).toEqual(found);
});

test.each<[string, IDataObject[], boolean, string]>([
	['have nothing for emails', [order(null), order(' ')], false, 'ordersWithoutEmail'],
	['have no emails', [{ id: '1', createdAt: NOW }], false, 'ordersWithoutEmail'],
	['are of any time', [order('ben@example.com')], true, 'ordersOfAnyTime'],
])('Orders that %s tell nobody who got a gift.', async (_what, orders, isTimeless, failure) => {
	const context = { failure, advice: `${REMOVE_SKIP_GIFTED}.` };
	await expect(giftedBefore(orders, { isTimeless })).rejects.toMatchObject({ context });
});
