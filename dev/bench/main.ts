import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';

import { createApiCredential, startTestInstance } from '../harness/testInstance';
import { installN8n } from '../n8n/install';
import { version } from '../../package.json';
import { readOrders, sendGifts } from './alternatives';
import { readGrowth, sendGrowth, sendPersonalGrowth } from './growth';
import { MACHINE, measure, today, type Measurement } from './harness';
import { queue } from './queue';
import { LATENCY_MS, type Setting } from './setting';

/** A measurement in an n8n of its own, which ends with it. @param ms that the service takes for a response */
const inN8n =
	(make: (setting: Setting) => Promise<Measurement>, ms = LATENCY_MS) =>
	async (): Promise<Measurement> => {
		const instance = await startTestInstance('newest');
		const credential = await createApiCredential(instance, 'Benchmark');
		instance.service.addFault({ effect: { kind: 'latency', ms } });
		return { ...(await make({ ...instance, credential })), end: instance.stop };
	};

const MEASUREMENTS: Record<string, () => Promise<Measurement>> = {
	readOrders: inN8n(readOrders),
	sendGifts: inN8n(sendGifts),
	readGrowth: inN8n(readGrowth),
	// With latency, the creations would show nothing else.
	sendGrowth: inN8n(sendGrowth, 0),
	sendPersonalGrowth: inN8n(sendPersonalGrowth, 0),
	queue,
};
const NAMES = Object.keys(MEASUREMENTS);

const HELP = `Measures the package inside real n8n, and writes docs/operators/benchmarks.md.

  npm run bench               all of it but queue, some 20 minutes
  npm run bench -- <name> ... only these, and only printed: ${NAMES.join(', ')}
  npm run bench -- queue      queue mode under load, with PostgreSQL and Redis, for docs/operators/scale.md
`;

async function introduction(): Promise<string> {
	const n8n = await installN8n('newest');
	const nodeVersion = execFileSync(n8n.node, ['--version'], { encoding: 'utf8' }).trim();
	const machine = `${MACHINE}, ${Math.round(totalmem() / 1e9)} GB, ${type()} ${release()}`;
	return [
		'# Benchmarks',
		'`npm run bench` writes this page. It measures the package in real n8n against the mock service, which takes ' +
			`${LATENCY_MS} ms for a response unless a section says otherwise. Alternatives take turns on the same machine. Each value ` +
			'is the median of the runs, with the smallest and the largest in brackets. Compare the ratios, because the times depend ' +
			'on the machine.',
		`Run on ${today()}, ${machine}. n8n ${n8n.release} on Node.js ${nodeVersion}, package ${version}.`,
	].join('\n\n');
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
	const sections: string[] = [];
	for (const name of positionals.length > 0 ? positionals : NAMES.filter((name) => name !== 'queue')) {
		const { text, missed } = await measure(await MEASUREMENTS[name]!());
		process.stdout.write(`${text}\n\n`);
		sections.push(text);
		for (const target of missed) process.stderr.write(`Target missed: ${target}\n`);
		if (missed.length > 0) process.exitCode = 1;
	}
	if (positionals.length > 0) return;
	writeFileSync('docs/operators/benchmarks.md', `${[await introduction(), ...sections].join('\n\n')}\n`);
}

void main();
