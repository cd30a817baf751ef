import type { OrderBatch } from '../../../api/responses';
import { grouped } from '../../../api/values';
import type { Creation } from '../once/claims';
import { orderBatchesNamed, timeInWords } from '../hints';

/** What became of a creation. */
export interface BatchStatus {
	creation: Creation;
	/** As last read; none for one that exists while its ID is not known. */
	orderBatch?: OrderBatch;
	/** Whether it was created just now. */
	isCreatedNow: boolean;
}

const isPending = ({ orderBatch }: BatchStatus) => orderBatch?.send_status === 'pending';

/** When an order batch that is not sent yet is sent. */
function scheduledTime(status: BatchStatus): string | undefined {
	const time = status.orderBatch?.scheduled_send_on ?? '';
	return isPending(status) && !Number.isNaN(Date.parse(time)) ? time : undefined;
}

const statusNames = (statuses: BatchStatus[]) =>
	orderBatchesNamed(statuses.map(({ creation, orderBatch }) => orderBatch?.id ?? creation.reference));

/** The same as the subject of a sentence, with its verb. */
const subject = (statuses: BatchStatus[]) =>
	`O${statusNames(statuses).slice(1)} ${statuses.length === 1 ? 'is' : 'are'}`;

/** What was done, no more than the service does, and what executing the step again does today. */
function againSentences(sent: BatchStatus[], isMixed: boolean): string[] {
	if (sent.length === 0) return [];
	const unscheduled = sent.filter((status) => scheduledTime(status) === undefined);
	const isLink = ({ creation }: BatchStatus) => creation.input.send_method === 'link_multiple_custom_list';
	const done = unscheduled.some(isPending) ? 'being processed' : unscheduled.some(isLink) ? 'created' : 'sent';
	const gifts = isMixed ? 'The other gifts' : 'The gifts';
	return [
		...(unscheduled.length > 0 ? [`${gifts} are ${done}.`] : []),
		'If you execute this step again today, nobody gets a second gift.',
	];
}

/** Says when the gifts are sent, and where their links will be. */
function pendingSentences(statuses: BatchStatus[], timeZone: string): string[] {
	const byTime = grouped(statuses.flatMap((status) => [[scheduledTime(status) ?? '', status] as const]));
	const scheduled = [...byTime].filter(([time]) => time !== '');
	const pending = (byTime.get('') ?? []).filter(
		(status) => isPending(status) && status.creation.options.output === 'recipients',
	);
	const their = pending.length === 1 ? 'its' : 'their';
	return [
		...scheduled.map(
			([time, some]) =>
				`${subject(some)} scheduled for ${timeInWords(time, timeZone)}. The gift links will be available then.`,
		),
		...(scheduled.length > 0
			? ['To change or cancel this, use your gifting account. The API has no operation for it.']
			: []),
		...(pending.length > 0
			? [
					`${subject(pending)} pending, so ${their} gift links do not exist yet. To get them here, turn on the option "Wait for Completion". Or read them later with Order: Get Many.`,
				]
			: []),
	];
}

/**
 * What comes next, for all order batches of a run together: what executing the step again does, when the gifts are sent, and
 * where their links will be.
 * @returns at most one hint for what exists already, and one for the rest
 */
export function statusHints(statuses: BatchStatus[], timeZone: string): string[] {
	const byDay = statuses.filter(({ creation }) => creation.isByDay);
	const earlier = byDay.filter(({ isCreatedNow }) => !isCreatedNow);
	const sent = byDay.filter(({ isCreatedNow }) => isCreatedNow);
	const requests = earlier.length === 1 ? 'request' : 'requests';
	const rest = [...againSentences(sent, earlier.length > 0), ...pendingSentences(statuses, timeZone)];
	return [
		...(earlier.length > 0
			? [
					`Nothing was sent again: this step has already created ${statusNames(earlier)} for the same ${requests}. To send again, add the option "Allow Repeated Recipients", or publish the workflow.`,
				]
			: []),
		...(rest.length > 0 ? [rest.join(' ')] : []),
	];
}
