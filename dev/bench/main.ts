import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { parseArgs, promisify } from 'node:util';

import { installN8n } from '../n8n/install';
import { version } from '../../package.json';
import { readOrders, sendGifts } from './alternatives';
import { readGrowth, sendGrowth, sendPersonalGrowth } from './growth';
import { measure, type Measurement, type Result } from './harness';
import { queue } from './queue';
import { startSetting, type Setting } from './setting';

/** Those on the page of benchmarks, which share one n8n. */
const ON_PAGE: Record<string, (setting: Setting) => Promise<Measurement>> = {
	readOrders,
	sendGifts,
	readGrowth,
	sendGrowth,
	sendPersonalGrowth,
};

/** Those that start an n8n of their own. */
const ALONE: Record<string, () => Promise<Measurement>> = { queue };

const NAMES = [...Object.keys(ON_PAGE), ...Object.keys(ALONE)];

const HELP = `Measures the package inside real n8n, and writes docs/operators/benchmarks.md.

  npm run bench               all of it but queue, some 10 minutes
  npm run bench -- <name> ... only these, and only printed: ${NAMES.join(', ')}
  npm run bench -- queue      queue mode under load, with PostgreSQL and Redis, for docs/operators/scale.md
`;

async function introduction(): Promise<string> {
	const n8n = await installN8n('newest');
	const { stdout: nodeVersion } = await promisify(execFile)(n8n.node, ['--version']);
	const machine = `${cpus().length} cores of ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, ${type()} ${release()}`;
	return [
		'# Benchmarks',
		'`npm run bench` writes this page. It measures everything in one run of real n8n, with the alternatives in turn, against the ' +
			'mock service with 20 ms of latency. A value is the median of the runs, with the least and the greatest. Compare the ' +
			'ratios: the times depend on the machine.',
		`Run on ${new Date().toISOString().slice(0, 10)}, ${machine}. n8n ${n8n.release} on Node.js ${nodeVersion.trim()}, package ${version}.`,
	].join('\n\n');
}

async function run(names: string[]): Promise<Result[]> {
	const setting = names.some((name) => name in ON_PAGE) ? await startSetting() : undefined;
	const results: Result[] = [];
	try {
		for (const name of names) {
			const result = await measure(await (ALONE[name]?.() ?? ON_PAGE[name]!(setting!)));
			process.stdout.write(`${result.text}\n\n`);
			results.push(result);
		}
	} finally {
		await setting?.stop();
	}
	return results;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
	const isWrong = positionals.some((name) => !NAMES.includes(name));
	if (values.help || isWrong) {
		process.stdout.write(HELP);
		process.exitCode = isWrong ? 1 : 0;
		return;
	}
	// Beside other work, the node waits for a processor, while HTTP Request waits for the service as it always does.
	const [load] = loadavg() as [number];
	if (load > 0.5) process.stderr.write(`The machine is busy (load ${load}): the package looks slower than it is.\n`);
	const results = await run(positionals.length > 0 ? positionals : Object.keys(ON_PAGE));
	if (positionals.length === 0) {
		const sections = results.map(({ text }) => text);
		writeFileSync('docs/operators/benchmarks.md', `${[await introduction(), ...sections].join('\n\n')}\n`);
	}
	for (const { label, value } of results.flatMap(({ missed }) => missed)) {
		process.stderr.write(`Target missed: ${label} (${value.toPrecision(3)})\n`);
		process.exitCode = 1;
	}
}

void main();
