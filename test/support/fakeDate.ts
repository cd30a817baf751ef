const REAL: Parameters<typeof jest.useFakeTimers>[0] = {
	doNotFake: [
		'hrtime',
		'nextTick',
		'performance',
		'queueMicrotask',
		'setImmediate',
		'clearImmediate',
		'setInterval',
		'clearInterval',
		'setTimeout',
		'clearTimeout',
	],
};

/** Stops the clock for this process, so that `passTime` moves it; timers run on. `jest.useRealTimers` starts it again. */
export const stopClock = () => void jest.useFakeTimers({ ...REAL, now: Date.now() });

/** @param ms negative to set the clock back */
export const passTime = (ms: number) => void jest.setSystemTime(Date.now() + ms);
