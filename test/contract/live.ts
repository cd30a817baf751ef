import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import type { Recording } from '../../dev/mock-service/recording';
import { checks } from './checks';
import { reportOf, runChecks } from './run';
import { Session } from './session';
import { GIVEN, targetOf } from './target';

const HELP = `Compares a service with docs/openapi.yaml. Creates at most five order batches for people of example.com, and cancels them.

  npm run contract:live -- [--record <file>]

  --record <file>  keep what the service says, to replay it

Environment variables:

  ${'SERVICE_URL'.padEnd(35)} its address: a sandbox, or a mock service on this machine
${Object.values(GIVEN)
	.map(([variable, what]) => `  ${variable.padEnd(35)} ${what}\n`)
	.join('')}
Only the first two are needed. Checks that need another one are not run without it.
`;

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

main().catch(({ message, cause }: Error) => {
	process.stderr.write(`${cause instanceof Error ? `${message}: ${cause.message}` : message}\n`);
	process.exitCode = 1;
});
