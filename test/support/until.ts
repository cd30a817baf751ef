import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

/** Far longer than anything takes n8n, so that it runs out only when what is awaited never happens. */
const PATIENCE_MS = 180_000;

/**
 * Asks again and again until there is an answer other than `undefined` or `false`.
 * @throws Error that names what has not happened in three minutes
 */
export async function until<Value>(
	what: string,
	ask: () => Value | undefined | false | Promise<Value | undefined | false>,
): Promise<Value> {
	for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(PAUSE_MS)) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
	}
	throw new Error(`This has not happened: ${what}`);
}
