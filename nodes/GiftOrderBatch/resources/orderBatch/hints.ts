import { grouped, listed } from '../../api/values';
import { afterwards, type Step } from '../operation';
import { NAMED } from '../sentences';
import { differingLabels, type BatchForm } from './form/form';
import { isValidateOnly } from './form/validateOnly';
import { acceptedOf, isOneList, type GiftRequest } from './giftRequest';
import type { UnusableValue } from './recipients/normalize';
import type { Row } from './recipients/rows';

/** How many order batches a hint names; it counts the rest. */
const NAMED_ORDER_BATCHES = 3;

/** A time as people say it, such as "May 4, 2030, 9:00 AM (America/New_York)". @param iso with an offset */
export function timeInWords(iso: string, timeZone: string): string {
	const time = new Date(iso).toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
	return `${time.replace(/\s/g, ' ')} (${timeZone})`;
}

/** "order batch ob_1", or "order batches ob_1, ob_2": the first of them. @param names IDs, or references */
export const orderBatchesNamed = (names: string[]): string =>
	`order ${names.length === 1 ? 'batch' : 'batches'} ${listed(names, NAMED_ORDER_BATCHES)}`;

const UNUSABLE: Record<UnusableValue['reason'], string> = {
	noCountry: 'Phone numbers without a country were left out',
	notUs: 'Phone numbers that are not US numbers were left out',
	notAnEmail: 'Emails that are not email addresses were left out',
};

const recipientNumbers = (numbers: number[]) =>
	`(recipient${numbers.length === 1 ? '' : 's'} ${listed(numbers, NAMED)})`;

/** What was left out of the recipients, each kind once, with the recipients. */
export function leftOutHints(rows: Row[]): string[] {
	const found = rows.flatMap(({ unusable, hints, number }) =>
		[...unusable.map(({ reason }) => UNUSABLE[reason]), ...hints].map((hint) => [hint, number] as const),
	);
	return [...grouped(found)].map(([hint, numbers]) => `${hint} ${recipientNumbers(numbers)}`);
}

/** Says which items have a field in another column than those before them. A field that an item lacks is no difference. */
export function columnHint(rows: Row[]): string[] {
	const known: Record<string, string> = {};
	const different = rows.filter(({ columns = {} }) => {
		const isDifferent = Object.entries(columns).some(([field, column]) => (known[field] ?? column) !== column);
		Object.assign(known, { ...columns, ...known });
		return isDifferent;
	});
	if (different.length === 0) return [];
	const numbers = different.map(({ number }) => number);
	return [`Some items use different columns than those before them ${recipientNumbers(numbers)}`];
}

/** What an expression without a value leaves in a text, such as "Hi ,". */
const GAP = /(?:^|\s)[,.](?:\s|$)|,\s*!|\b(?:undefined|null)\b|\[object Object\]/;

/** Says that an expression left a gap in a message, as far as one can see. */
export function gapHint(messages: string[]): string[] {
	const found = messages.filter((message) => GAP.test(message));
	const [first] = found;
	if (first === undefined) return [];
	return [
		`${found.length === 1 ? 'A message seems' : `${found.length} messages seem`} to have a gap where an expression returned no value: "${first.slice(0, 60)}"`,
	];
}

/**
 * The step that shows hints on gifts, after those that say what became of the order batches.
 * @param orderBatches how many there are
 */
export const hintsStep = (gifts: GiftRequest[], form: BatchForm, orderBatches: number): Step =>
	afterwards(() => {
		const accepted = acceptedOf(gifts);
		const rows = accepted.flatMap((gift) => gift.rows).filter(({ problems }) => problems.length === 0);
		const [first] = accepted;
		if (!first || rows.length === 0) return;
		const { item } = first;
		const isList = isOneList(accepted);
		const labels = isList ? differingLabels(form.table, accepted) : [];
		const differ = `${labels.join(', ')} ${labels.length === 1 ? 'differs' : 'differ'}`;
		if (labels.length > 0) item.hint(`${orderBatches} order batches: ${differ}`);
		const messages = accepted.flatMap((gift) => (gift.item.hasExpression('message') ? (gift.input.message ?? '') : []));
		for (const hint of [...gapHint(messages), ...leftOutHints(rows)]) item.hint(hint);
		if (isList && item.node.executeOnce)
			item.hint('Only the first input item is a recipient, because Execute Once is on in the settings of the node');
		if (!form.creates || isValidateOnly(item)) for (const hint of columnHint(rows)) item.hint(hint);
	});
