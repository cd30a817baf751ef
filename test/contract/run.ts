import type { Recording } from '../../dev/mock-service/recording';
import { checks as allChecks } from './checks';
import { shortened, type Difference } from './reply';
import { NotRun, Session, type Check, type KeyName, type Target } from './session';

export type Run = Awaited<ReturnType<typeof runChecks>>;

type Batch = { id: string; customer_reference_id?: string | null };

const UNACCEPTED = ['created', 'notified', 'opened'];

/**
 * Runs checks one after another, and then cancels every order that they created.
 * @param signal ends the checks early; what they created is canceled then too.
 */
export async function runChecks(target: Target, checks: Check[] = allChecks, signal?: AbortSignal) {
	const session = new Session(target);
	const results: Array<Awaited<ReturnType<typeof runCheck>>> = [];
	for (const check of checks) {
		if (signal?.aborted) break;
		results.push(await runCheck(session, check));
	}
	const unlisted = [...session.unlisted];
	await cancelAll(session);
	const recording: Recording = {
		startedAt: target.startedAt.toISOString(),
		given: Object.entries({ ...target.keys, ...target.samples }).flatMap(([name, value]) => (value ? name : [])),
		exchanges: session.exchanges,
	};
	return { results, unlisted, leftBehind: session.leftBehind, recording };
}

/** Runs one check. What it throws is a difference, unless one was found before. */
async function runCheck(session: Session, { name, cites, run }: Check) {
	session.differences = new Map();
	let recorded: unknown;
	let notRun: string | undefined;
	try {
		recorded = await run(session);
	} catch (error) {
		if (error instanceof NotRun) notRun = error.message;
		else if (session.differences.size === 0) session.differs(name, 'a response', (error as Error).message);
	}
	return { name, cites, differences: [...session.differences.values()], recorded, notRun };
}

/** Cancels the orders of every order batch of the run, also of those whose response was lost. */
async function cancelAll(session: Session): Promise<void> {
	const created = [...session.orderBatches];
	await orLeftBehind(session, 'order batches without a response', async () => {
		const list = await session.call('listOrderBatches', { query: { per_page: '20' }, expects: 'any' });
		for (const { id, customer_reference_id } of list.all<Batch>('data')) {
			const isOurs = customer_reference_id?.startsWith(session.reference(''));
			if (isOurs && !created.some((batch) => batch.id === id)) created.push({ id, as: 'automation' });
		}
	});
	for (const { id, as } of created) {
		await orLeftBehind(session, `order batch ${id}`, async () => await cancelOrders(session, id, as));
	}
}

async function orLeftBehind(session: Session, what: string, clean: () => Promise<void>): Promise<void> {
	try {
		await clean();
	} catch (error) {
		session.leftBehind.push(`${what}: ${(error as Error).message}`);
	}
}

async function cancelOrders(session: Session, id: string, as: KeyName): Promise<void> {
	await session.target.sendScheduled?.(id);
	const status = (await session.untilSent(id, as)).at('send_status');
	if (status !== 'complete') throw new Error(shortened(status));
	const list = await session.call('listOrderBatchOrders', { id, as, query: { per_page: '100' } });
	for (const order of list.at<Array<{ id: string; status: string }>>('data')) {
		if (!UNACCEPTED.includes(order.status)) continue;
		const canceled = await session.call('cancelOrder', { id: order.id, as, expects: 'any' });
		if (canceled.status !== 200) session.leftBehind.push(`order ${order.id}: ${order.status}`);
	}
}

/** Every difference once, with what the first check that found it cites. */
function differencesOf(results: Run['results']): Array<[Difference, cites: string]> {
	const found = results.flatMap(({ differences, cites }) =>
		differences.map((one): [string, [Difference, string]] => [JSON.stringify(one), [one, cites]]),
	);
	return [...new Map(found.reverse()).values()].reverse();
}

/**
 * The report of a run, a line for each thing. It has no key.
 * @param keys what must not be shown.
 */
export function reportOf({ results, unlisted, leftBehind, recording }: Run, keys: string[]): string {
	const sections: Record<string, string[]> = {
		'Different from docs/openapi.yaml:': differencesOf(results).map(
			([{ path, expected, got }, cites]) => `${path} (openapi: ${cites}): expected ${expected}, got ${got}`,
		),
		'Recorded, because docs/openapi.yaml leaves it open:': results.flatMap(({ name, recorded }) =>
			recorded === undefined ? [] : `${name}: ${shortened(recorded)}`,
		),
		'Fields that docs/openapi.yaml does not list:': unlisted,
		'Not run:': results.flatMap(({ name, notRun }) => (notRun === undefined ? [] : `${name}: ${notRun}`)),
		'Left behind:': leftBehind,
	};
	const text = [
		...Object.entries(sections)
			.filter(([, lines]) => lines.length > 0)
			.flatMap(([title, lines]) => ['', title, ...lines.map((line) => `  ${line}`)]),
		'',
		`${results.length} checks with ${recording.exchanges.length} requests: ` +
			`${results.filter(({ differences }) => differences.length > 0).length} found a difference, ` +
			`${results.filter(({ notRun }) => notRun !== undefined).length} were not run.`,
		'',
	].join('\n');
	return withoutKeys(text, keys);
}

/** A text in which no key is readable. */
export const withoutKeys = (text: string, keys: string[]): string =>
	keys.reduce((shown, key) => shown.replaceAll(key, '***'), text);
