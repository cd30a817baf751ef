/** Stops the clock for this process, so that `passTime` moves it; timers run on. `jest.useRealTimers` starts it again. */
export const stopClock = () =>
	void jest.useFakeTimers({
		now: Date.now(),
		doNotFake: [
			...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const),
			...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
		],
	});

/** @param ms negative to set the clock back */
export const passTime = (ms: number) => void jest.setSystemTime(Date.now() + ms);
