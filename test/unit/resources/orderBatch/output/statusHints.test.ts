import {
	statusHints,
	type BatchStatus,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/output/statusHints';

/** What became of one order batch of a manual execution. */
const status = (id: string, send_status: string, more: { isCreatedNow?: boolean; byLink?: boolean } = {}) =>
	({
		creation: {
			isByDay: true,
			input: { send_method: more.byLink ? 'link_multiple_custom_list' : 'email_and_link' },
			options: { output: 'orderBatch' },
		},
		orderBatch: { id, send_status },
		isCreatedNow: more.isCreatedNow ?? true,
	}) as unknown as BatchStatus;

test.each<[string, BatchStatus[], string]>([
	['being processed, where one is pending', [status('ob_1', 'complete'), status('ob_2', 'pending')], 'being processed'],
	['created, if one is by link', [status('ob_1', 'complete'), status('ob_2', 'complete', { byLink: true })], 'created'],
	['sent, where all are complete', [status('ob_1', 'complete'), status('ob_2', 'complete')], 'sent'],
])('The gifts of several order batches are %s.', (_what, statuses, done) => {
	const again = 'If you execute this step again today, nobody gets a second gift.';
	expect(statusHints(statuses, 'UTC')).toEqual([`The gifts are ${done}. ${again}`]);

	const earlier = ['ob_3', 'ob_4'].map((id) => status(id, 'complete', { isCreatedNow: false }));
	expect(statusHints([...earlier, ...statuses], 'UTC')).toEqual([
		expect.stringContaining('order batches ob_3, ob_4 for the same requests.'),
		`The other gifts are ${done}. ${again}`,
	]);
});
