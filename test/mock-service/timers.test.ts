import { Timers } from '../../dev/mock-service/timers';
import { DAY_MS } from '../support/durations';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('work runs once, when its time has come and not before, also further away than one timer reaches', () => {
	const work = jest.fn();
	new Timers().runAt(Date.now() + 60 * DAY_MS, work);
	jest.advanceTimersByTime(60 * DAY_MS - 1);
	expect(work).not.toHaveBeenCalled();
	jest.advanceTimersByTime(DAY_MS);
	expect(work).toHaveBeenCalledTimes(1);
});

it('work can be cancelled, alone or with all other work', () => {
	const work = jest.fn();
	const timers = new Timers();
	timers.runAt(Date.now() + 1000, work)();
	timers.runAt(Date.now() + 1000, work);
	timers.cancelAll();
	jest.advanceTimersByTime(DAY_MS);
	expect(work).not.toHaveBeenCalled();
});
