import { isSameTime } from '../../../../nodes/GiftOrderBatch/resources/orderBatch/times';
import { HOUR_MS } from '../../../support/durations';

const NOON = '2030-12-24T12:00:00Z';

test.each<[string, string | undefined, string | undefined, number | undefined, boolean]>([
	['that are not given', undefined, undefined, 0, true],
	['of which one is not given', NOON, undefined, 0, false],
	['of which the other is not given', undefined, NOON, HOUR_MS, false],
	['in another time zone', NOON, '2030-12-24T07:00:00-05:00', 0, true],
	['with milliseconds', NOON, '2030-12-24T12:00:00.000Z', 0, true],
	['a minute apart', NOON, '2030-12-24T12:01:00Z', undefined, true],
	['a minute apart in the other direction', '2030-12-24T12:01:00Z', NOON, 0, true],
	['more than a minute apart', NOON, '2030-12-24T12:01:00.001Z', undefined, false],
	['as far apart as what has passed', NOON, '2030-12-24T13:00:00Z', HOUR_MS, true],
	['further apart than what has passed', NOON, '2030-12-24T13:02:00Z', HOUR_MS, false],
	['as far apart as the clock was set back', NOON, '2030-12-24T11:00:00Z', -HOUR_MS, true],
	['that are the same text', 'soon', 'soon', 0, true],
	['of which one is no time', NOON, 'soon', HOUR_MS, false],
])('two times %s are the same: %s and %s after %s ms, %s', (_what, one, other, passedMs, isSame) => {
	expect(isSameTime(one, other, passedMs)).toBe(isSame);
});
