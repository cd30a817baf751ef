import type { RunOptions } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf } from '../../../../support/creations';

const node = actionNode();

const { create, toGuests, stored } = creationsOf(node);

const byHand = async (parameters = create(), options: Partial<RunOptions> = {}) =>
	await node.run(parameters, { mode: 'manual', ...options });

describe('the hint after sending by hand', () => {
	const BY_TWELVE = { recipientsPerBatch: 12 };
	const AGAIN = 'If you execute this step again today, nobody gets a second gift.';

	test('is not shown by a published workflow, nor with Allow Repeated Recipients', async () => {
		expect((await byHand(create(), { mode: 'trigger' })).hints).toEqual([]);
		expect((await byHand(create({ options: { allowRepeatedRecipients: true } }))).hints).toEqual([]);
	});

	test('says once for all order batches where the links will be, before what was left out of the recipients', async () => {
		const { parameters, items } = toGuests(48, { sendMethod: 'link_multiple_custom_list', options: BY_TWELVE });
		const { hints } = await byHand(parameters, { items: items.map((item) => ({ ...item, phone: '030 123456' })) });

		const [a, b, c] = stored().map(({ id }) => id);
		const pending = `Order batches ${a}, ${b}, ${c}, and 1 more are pending, so their gift links do not exist yet.`;
		expect(hints).toEqual([
			expect.stringContaining(`The gifts are being processed. ${AGAIN} ${pending}`),
			expect.stringMatching(/^48 phone numbers /),
		]);
	});

	test('says in words when a scheduled order batch is sent, and where to cancel it', async () => {
		const { parameters, items } = toGuests(2, { scheduledSendOn: '2040-12-24T09:00:00' });
		const scheduled = { items, timezone: 'America/New_York' };
		const { json, hints } = await byHand(parameters, scheduled);
		const again = await byHand(parameters, scheduled);

		const sentence = `Order batch ${stored()[0]?.id} is scheduled for Dec 24, 2040, 9:00 AM (America/New_York). The gift links will be available then. To change or cancel this, use your gifting account. The API has no operation for it.`;
		const time = { scheduled_send_on: expect.stringContaining('2040-12-24') as string };
		expect(json).toMatchObject([time, time]);
		expect(hints).toEqual([`${AGAIN} ${sentence}`]);
		const found = `Nothing was sent again: this step has already created order batch ${stored()[0]?.id} for the same request.`;
		expect(again.hints).toEqual([expect.stringContaining(found), sentence]);
	});
});
