import { checks as allChecks } from './checks';
import { shortened } from './reply';
import { check, Session, type Check } from './session';
import type { Target } from './target';

type Batch = { id: string; customer_reference_id?: string | null };

const UNACCEPTED = ['created', 'notified', 'opened'];

/**
 * Runs checks one after another, and then cancels every order that they created.
 * @param signal ends the checks early; what they created is canceled then too.
 */
export async function runChecks(target: Target, checks: Check[] = allChecks, signal?: AbortSignal): Promise<Session> {
	const session = new Session(target);
	for (const one of checks) if (!signal?.aborted) await session.run(one);
	await session.run(cancellation);
	return session;
}

/** Cancels the orders of every order batch of the run, also of those whose response was lost. */
const cancellation = check('what the run created is canceled', 'cancelOrder', async (session) => {
	const created = [...session.orderBatches];
	await orLeftBehind(session, 'order batches without a response', async () => {
		const list = await session.call('listOrderBatches', { query: { per_page: '20' }, expects: 'any' });
		for (const { id, customer_reference_id } of list.all<Batch>('data')) {
			const isOurs = customer_reference_id?.startsWith(session.reference(''));
			if (isOurs && !created.some((batch) => batch.id === id)) created.push({ id, as: 'automation' });
		}
	});
	for (const batch of created) {
		await orLeftBehind(session, `order batch ${batch.id}`, async () => await cancelOrders(session, batch));
	}
});

async function orLeftBehind(session: Session, what: string, clean: () => Promise<void>): Promise<void> {
	await clean().catch(({ message }: Error) => session.leftBehind.push(`${what}: ${message}`));
}

async function cancelOrders(session: Session, { id, as }: Session['orderBatches'][number]): Promise<void> {
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

/** The report of a run, a line for each thing. */
export function reportOf({ differences, recorded, notRun, unlisted, leftBehind, ...run }: Session): string {
	const linesOf = (found: Record<string, unknown>) =>
		Object.entries(found).map(([name, value]) => `${name}: ${shortened(value)}`);
	const sections: Record<string, string[]> = {
		'Different from docs/openapi.yaml:': [...differences.values()],
		'Recorded, because docs/openapi.yaml leaves it open:': linesOf(recorded),
		'Fields that docs/openapi.yaml does not list:': [...unlisted],
		'Not run:': linesOf(notRun),
		'Left behind:': leftBehind,
	};
	return [
		...Object.entries(sections)
			.filter(([, lines]) => lines.length > 0)
			.flatMap(([title, lines]) => ['', title, ...lines.map((line) => `  ${line}`)]),
		'',
		`${run.begun.length} checks with ${run.exchanges.length} requests found ${differences.size} differences. ` +
			`${sections['Not run:']!.length} were not run.`,
		'',
	].join('\n');
}
