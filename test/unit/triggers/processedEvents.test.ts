import { ProcessedEvents } from '../../../nodes/GiftOrderBatch/triggers/processedEvents';
import { DAY_MS } from '../../support/durations';
import { passTime, useStoppedClock } from '../../support/fakeDate';

const throughJson = (stored: unknown) => JSON.parse(JSON.stringify(stored)) as unknown;
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `order.shipped ${index}`);

describe('the events that a trigger has processed', () => {
	useStoppedClock();

	test.each([['text'], [7], [null], [['list']], [undefined]])('begin anew when what is stored is %j', (stored) => {
		const processed = new ProcessedEvents().load(stored).add(['a']);
		expect(new ProcessedEvents().load(processed.stored()).has('a')).toBe(true);
	});

	test('of another process are known, also where this one has stored others on the same day', () => {
		const processed = new ProcessedEvents().add(['a']);
		processed.stored();
		processed.load(new ProcessedEvents().add(['b']).stored());
		expect(['a', 'b'].map((event) => processed.has(event))).toEqual([true, true]);
	});

	test('are stored once each, in the order in which they came, also where a part of them was loaded before', () => {
		const processed = new ProcessedEvents().add(['a']);
		const earlier = throughJson(processed.stored());
		const later = processed.add(['b']).load(earlier).add(['a', 'b']).stored();
		expect(later).toEqual(new ProcessedEvents().load(earlier).load(later).stored());
		expect(later).toEqual(new ProcessedEvents().add(['a', 'b']).stored());
	});

	test('are told apart, all 10,000 of them', () => {
		const processed = new ProcessedEvents().add(idsOf(10_000));
		const others = idsOf(20_000).slice(10_000);
		expect(others.filter((id) => processed.has(id))).toEqual([]);
	});

	test('are forgotten after more than seven days, unless they can still be seen', () => {
		const processed = new ProcessedEvents().add(['seen', 'unseen']);
		passTime(7 * DAY_MS);
		expect(new ProcessedEvents().load(processed.stored()).has('unseen')).toBe(true);

		passTime(DAY_MS);
		const later = new ProcessedEvents().load(throughJson(processed.stored(['seen', 'other'])));
		for (const known of [processed, later]) {
			expect(['seen', 'unseen', 'other'].map((event) => known.has(event))).toEqual([true, false, false]);
		}
	});

	test('count from the last time that they were seen, also where n8n gives back what it stored before, and are not stored for longer', () => {
		const processed = new ProcessedEvents().add(['again', 'once']);
		const earlier = throughJson(processed.stored());
		passTime(4 * DAY_MS);
		const inBetween = processed.add(['again']).load(earlier).stored();
		expect(Object.values(inBetween).map(({ length }) => length)).toEqual([8, 8]);

		passTime(4 * DAY_MS);
		const later = processed.add(['new']).stored();
		const loaded = new ProcessedEvents().load(later);
		expect(['again', 'once', 'new'].map((event) => loaded.has(event))).toEqual([true, false, true]);
	});
});
