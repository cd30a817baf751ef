/** `setTimeout` takes no longer delay than this many milliseconds (24.8 days). */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Work for later, however far away, that can be cancelled one by one or all at once. It keeps no process alive. */
export class Timers {
	private readonly pending = new Set<() => void>();

	/**
	 * Runs `work` once `at` (milliseconds since the epoch) has come, never early.
	 * @returns a function that cancels it.
	 */
	runAt(at: number, work: () => void): () => void {
		let timer: NodeJS.Timeout;
		const cancel = () => {
			clearTimeout(timer);
			this.pending.delete(cancel);
		};
		const arm = () => {
			const left = at - Date.now();
			if (left > 0) {
				timer = setTimeout(arm, Math.min(left, LONGEST_DELAY_MS)).unref();
				return;
			}
			this.pending.delete(cancel);
			work();
		};
		this.pending.add(cancel);
		timer = setTimeout(arm, 0).unref();
		return cancel;
	}

	cancelAll(): void {
		for (const cancel of this.pending) cancel();
	}
}
