const TIMERS = [
	...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const),
	...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
];

/** Stops the clock for each test of a file, so that `passTime` moves it, and starts it again; timers run on. */
export function useStoppedClock(): void {
	beforeEach(() => jest.useFakeTimers({ now: Date.now(), doNotFake: [...TIMERS] }));
	afterEach(() => jest.useRealTimers());
}

/** Sets a clock that goes on from a time, also when `passTime` moves it. */
export const setClock = (now: Date) => void jest.useFakeTimers({ now, advanceTimers: 1, doNotFake: [...TIMERS] });

/** @param ms negative to set the clock back */
export const passTime = (ms: number) => void jest.setSystemTime(Date.now() + ms);
