import { Timers } from '../../dev/mock-service/timers';
import { DAY_MS } from '../support/durations';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('work runs once, when its time has come, also further away than one timer reaches, unless all work is cancelled', () => {
	const work = jest.fn();
	const timers = new Timers();
	timers.runAt(Date.now() + 60 * DAY_MS, work);
	timers.runAt(Date.now() + 61 * DAY_MS, work);
	jest.advanceTimersByTime(60 * DAY_MS - 1);
	expect(work).not.toHaveBeenCalled();
	jest.advanceTimersByTime(1);
	timers.cancelAll();
	jest.advanceTimersByTime(2 * DAY_MS);
	expect(work).toHaveBeenCalledTimes(1);
});
