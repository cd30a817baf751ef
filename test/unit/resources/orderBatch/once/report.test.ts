import type { ItemContext } from '../../../../../nodes/GiftOrderBatch/resources/itemContext';
import type { LedgerEntry } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/entries';
import type { Ledger } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/ledger';
import { withEarlierAttempts } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/report';
import type { Row } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import {
	inputError,
	outcomeOf,
	withOutcome,
	type OutcomeFacts,
} from '../../../../../nodes/GiftOrderBatch/resources/outcome';
import { ANN, BEN, byHand, CY, input, NAMED, open, record } from './openLedger';

/** What an earlier attempt has entered; the present run is 1. */
type Earlier = Partial<LedgerEntry> & { to?: object };
const OF_RUN: Earlier = { runIndex: 1 };
const BEFORE: Earlier = { runIndex: 0 };
const UNKNOWN: Earlier = { runIndex: 0, state: 'unknown' };

/** A recipient as it was checked, or as it was read where it is wrong. */
const checked = (recipient: object) => ({ recipient });
const wrong = (read: unknown) => ({ read });

interface Reported {
	rows: object[];
	options?: string[];
	isForAllItems?: boolean;
	continuesOnFail?: boolean;
	reference?: string;
	error?: OutcomeFacts;
}

/** What an error says after earlier attempts. Their order batches are "ob_0", "ob_1" and so on, and so are their references. */
async function reported(earlier: Earlier[], { rows, options = [], error = {}, ...subject }: Reported, opened?: Ledger) {
	const ledger = opened ?? (await open({ run: 1 }));
	for (const [index, { to = ANN, ...more }] of earlier.entries()) {
		const id = `ob_${index}`;
		const known = more.state === 'unknown' ? {} : { orderBatchId: id };
		record(ledger, input({ recipients: [to] as never }), { reference: id, ...known, ...more });
	}
	const item = {
		continuesOnFail: subject.continuesOnFail ?? false,
		hasOption: (name: string) => options.includes(name),
		hasExpression: () => false,
	} as unknown as ItemContext;
	const all = rows.map((row, itemIndex) => ({ number: itemIndex + 1, itemIndex, problems: [], ...row }));
	const made = withEarlierAttempts(withOutcome(inputError([{ kind: 'noProduct' }]), error), ledger, {
		isForAllItems: subject.isForAllItems ?? false,
		reference: subject.reference,
		rows: all as unknown as Row[],
		item,
	});
	return outcomeOf(made);
}

const CREATED: OutcomeFacts = { outcome: 'created', orderBatchId: 'ob_0' };
const NOTHING: OutcomeFacts = { outcome: 'nothingSent' };
const MAY_EXIST: OutcomeFacts = { outcome: 'unknown' };

const TO_ANN: Reported = { rows: [checked(ANN)] };
const NOBODY_READABLE: Reported = { rows: [wrong({ email: 'Ann' })] };
const REPEATED = { options: ['allowRepeatedRecipients'] };

test.each<[string, Earlier, Reported, OutcomeFacts]>([
	['created a gift of their recipient', BEFORE, TO_ANN, CREATED],
	['may have created one, where it may be another gift', BEFORE, { ...TO_ANN, ...REPEATED }, MAY_EXIST],
	['may have created one, beside a name alone', BEFORE, { rows: [checked(ANN), checked(NAMED)] }, MAY_EXIST],
	['may have created one of a wrong name alone', { ...BEFORE, to: NAMED }, { rows: [wrong(NAMED)] }, MAY_EXIST],
	['may have created one, beside somebody unreadable', BEFORE, { rows: [checked(ANN), wrong('Ann')] }, MAY_EXIST],
	['created nothing for somebody unreadable in a run before', BEFORE, NOBODY_READABLE, NOTHING],
	['created one of somebody unreadable in this run', OF_RUN, NOBODY_READABLE, CREATED],
	['created one in this run, beside somebody unreadable', OF_RUN, { rows: [checked(CY), wrong({})] }, CREATED],
	['created one in this run, where nobody is known', OF_RUN, { rows: [] }, CREATED],
	['may have created one of somebody unreadable', UNKNOWN, NOBODY_READABLE, MAY_EXIST],
	['created nothing for others', OF_RUN, { rows: [checked(CY)] }, NOTHING],
	['created nothing for others who are wrong', OF_RUN, { rows: [wrong({ email: ' cy@example.com ' })] }, NOTHING],
	['created that of the reference', BEFORE, { ...TO_ANN, ...REPEATED, reference: 'ob_0' }, CREATED],
	['created nothing for the reference', BEFORE, { ...TO_ANN, reference: 'ob_1' }, NOTHING],
	['created what the error says, although others may exist', UNKNOWN, { ...TO_ANN, error: CREATED }, CREATED],
	['may have created what the error says, although others exist', BEFORE, { ...TO_ANN, error: MAY_EXIST }, MAY_EXIST],
])('An error says that earlier attempts %s.', async (_what, earlier, subject, outcome) => {
	expect(await reported([earlier], subject)).toMatchObject(outcome);
});

test('An error says that another manual execution has created a gift of its recipient on this day.', async () => {
	const [first, second] = [await open(byHand('told')), await open(byHand('told', { execution: '2' }))];
	record(first, input(), { orderBatchId: 'ob_0' });

	expect(await reported([], TO_ANN, second)).toMatchObject(CREATED);
});

test('An error for all items names the other order batches that exist, or may, each once.', async () => {
	const earlier = [BEFORE, { ...BEFORE, to: BEN }, { ...UNKNOWN, to: CY }];
	const of = async (more: Reported) => {
		const { createdBefore, unknownBefore } = await reported(earlier, { isForAllItems: true, ...more });
		return [createdBefore, unknownBefore];
	};

	expect(await of({ rows: [], error: CREATED })).toEqual([['ob_1'], ['ob_2']]);
	expect(await of({ rows: [checked(CY)] })).toEqual([['ob_0', 'ob_1'], []]);
	expect(await of({ rows: [checked(ANN), checked(CY)], error: CREATED })).toEqual([['ob_1'], ['ob_2']]);
	expect(await of({ rows: [checked(ANN)], isForAllItems: false })).toEqual([[], []]);
});

test('Where the node goes on after failures, an error names what this run has created, and not what earlier runs returned.', async () => {
	const earlier = [BEFORE, { ...OF_RUN, to: BEN }];
	const facts = await reported(earlier, { rows: [checked(CY)], isForAllItems: true, continuesOnFail: true });
	expect(facts.createdBefore).toEqual(['ob_1']);
});

test('An error tells the input items of those who have a gift, or may have one.', async () => {
	const rows = [checked(CY), checked(ANN), checked(BEN)];
	expect((await reported([BEFORE, { ...UNKNOWN, to: BEN }], { rows })).giftedItems).toEqual([1, 2]);
});
