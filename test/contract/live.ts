import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { MINUTE_MS } from '../support/durations';
import { checks } from './checks';
import type { Recording } from '../../dev/mock-service/recording';
import { reportOf, runChecks } from './run';
import { GIVEN, Session, type Target } from './session';

const HELP = `Compares a service with docs/openapi.yaml. Creates at most five order batches for people of example.com, and cancels them.

  npm run contract:live -- [--record <file>]

  --record <file>  keep what the service says, to replay it

Environment variables:

  SERVICE_URL                         its address: a sandbox, or a mock service on this machine
  SERVICE_KEY                         a key of its Automation API
  SERVICE_COMMERCE_KEY                a key of its Commerce API
  SERVICE_NON_ADMIN_KEY               a key of a user who is no admin
  SERVICE_KEY_WITHOUT_PAYMENT_METHOD  a key of an account without a payment method
  SERVICE_INTERIM_CARD_KEY            the key of an interim card of the commerce app
  SERVICE_GIFT_COLLECTION             the ID of a product that is a gift collection

Only the first two are needed. Checks that need another one are not run without it.
`;

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const SANDBOX = /(^|\.)sandbox\./;

/**
 * A variable that is empty counts as missing.
 * @throws Error when a variable is missing, or the address is not that of a sandbox.
 */
export function targetOf(variables: NodeJS.ProcessEnv, startedAt: Date): Target {
	const given = Object.entries(GIVEN).flatMap(([name, variable]) =>
		variables[variable] ? [[name, variables[variable]]] : [],
	);
	const { SERVICE_URL, SERVICE_KEY } = variables;
	if (!SERVICE_URL || !SERVICE_KEY) throw new Error('SERVICE_URL and SERVICE_KEY are needed');
	const { protocol, hostname, href } = new URL(SERVICE_URL);
	const isLocal = LOCAL.test(hostname);
	if (!isLocal && !(protocol === 'https:' && SANDBOX.test(hostname))) {
		throw new Error(`${hostname} is not a sandbox. Use the https address of one, or a mock service on this machine.`);
	}
	const baseUrl = href.replace(/\/$/, '');
	return {
		baseUrl,
		given: Object.fromEntries(given) as Target['given'],
		startedAt,
		...(isLocal
			? { paceMs: 0, pollMs: 50, maxWaitMs: MINUTE_MS, scheduleMs: 60 * MINUTE_MS, sendScheduled: sendNow(baseUrl) }
			: { paceMs: 1000, pollMs: 5000, maxWaitMs: 10 * MINUTE_MS, scheduleMs: 5 * MINUTE_MS }),
	};
}

/** Nobody waits for the time of a scheduled order batch of a mock service. */
const sendNow = (baseUrl: string) => async (id: string) => {
	await fetch(`${baseUrl}/_control/batches/${id}/complete`, { method: 'POST' });
};

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { record: { type: 'string' }, help: { type: 'boolean' } } });
	if (values.help) {
		process.stdout.write(HELP);
		return;
	}
	const target = targetOf(process.env, new Date());
	const { giftCollection: _isNoSecret, ...secrets } = target.given;
	const withoutKeys = (text: string) =>
		Object.values(secrets).reduce((shown, key) => shown.replaceAll(key, '***'), text);
	await new Session(target).call('getMe');

	const interruption = new AbortController();
	process.once('SIGINT', () => interruption.abort());
	const run = await runChecks(target, checks, interruption.signal);
	process.stdout.write(withoutKeys(reportOf(run)));
	if (values.record) {
		const recording: Recording = {
			startedAt: target.startedAt.toISOString(),
			given: Object.keys(target.given),
			exchanges: run.exchanges,
		};
		await writeFile(values.record, withoutKeys(JSON.stringify(recording, null, '\t')));
	}
	if (interruption.signal.aborted || run.differences.size > 0) process.exitCode = 1;
}

if (require.main === module) {
	main().catch(({ message, cause }: Error) => {
		process.stderr.write(`${cause instanceof Error ? `${message}: ${cause.message}` : message}\n`);
		process.exitCode = 1;
	});
}
