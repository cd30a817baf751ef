import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

/** Far longer than anything takes n8n, so that it runs out only when what is awaited never happens. */
const TIMEOUT_MS = 180_000;

/**
 * Asks repeatedly until the result is something other than `undefined` or `false`.
 * @throws Error that names what has not happened in three minutes
 */
export async function until<Value>(
	what: string,
	ask: () => Value | undefined | false | Promise<Value | undefined | false>,
): Promise<Value> {
	for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(PAUSE_MS)) {
		const result = await ask();
		if (result !== undefined && result !== false) return result;
	}
	throw new Error(`This has not happened: ${what}`);
}

/**
 * Repeats a check until it passes.
 * @throws what it throws after three minutes
 */
export async function eventually(check: () => Promise<void>): Promise<void> {
	for (const deadline = Date.now() + TIMEOUT_MS; ; await sleep(PAUSE_MS)) {
		const error = await check().then(
			() => undefined,
			(reason: Error) => reason,
		);
		if (!error) return;
		if (Date.now() > deadline) throw error;
	}
}
