import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { parseArgs, promisify } from 'node:util';

import { installN8n } from '../n8n/install';
import { version } from '../../package.json';
import { deliveries, remembered } from './deliveries';
import { hostileTexts } from './hostileTexts';
import { planning, readGrowth, sendEachGrowth, sendGrowth, sendLimitedGrowth, sendPersonalGrowth } from './growth';
import { packageSize } from './packageSize';
import { readOrders } from './readOrders';
import { isMet, section, toMarkdown, type Circumstances, type Result } from './report';
import { sendGifts } from './sendGifts';
import { startSetting, type Setting } from './setting';

const GIGABYTE = 1e9;

const benchmarks: Record<string, (setting: Setting) => Promise<Result>> = {
	readOrders,
	sendGifts,
	planning,
	readGrowth,
	sendGrowth,
	sendEachGrowth,
	sendPersonalGrowth,
	sendLimitedGrowth,
	deliveries,
	hostileTexts,
	remembered,
	packageSize,
};

const HELP = `Measures the package inside real n8n, and writes docs/operators/benchmarks.md.

  npm run bench               all of it, some 15 minutes
  npm run bench -- <name> ... only these, and only printed: ${Object.keys(benchmarks).join(', ')}
`;

async function circumstances(): Promise<Circumstances> {
	const [cpu] = cpus();
	const n8n = await installN8n('newest');
	const { stdout: nodeVersion } = await promisify(execFile)(n8n.node, ['--version']);
	return {
		date: new Date().toISOString().slice(0, 10),
		machine: `${cpus().length} cores of ${cpu?.model ?? 'unknown kind'}, ${Math.round(totalmem() / GIGABYTE)} GB, ${type()} ${release()}`,
		versions: `n8n ${n8n.release} on Node.js ${nodeVersion.trim()}, package ${version}`,
	};
}

async function run(names: string[]): Promise<Result[]> {
	const setting = await startSetting();
	const results: Result[] = [];
	try {
		for (const name of names) {
			const result = await (benchmarks[name] as (typeof benchmarks)[string])(setting);
			process.stdout.write(`${section(result)}\n\n`);
			results.push(result);
		}
	} finally {
		await setting.stop();
	}
	return results;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
	const unknown = positionals.filter((name) => !(name in benchmarks));
	if (values.help || unknown.length > 0) {
		process.stdout.write(HELP);
		process.exitCode = values.help ? 0 : 1;
		return;
	}
	const all = positionals.length === 0;
	const results = await run(all ? Object.keys(benchmarks) : positionals);
	if (all) {
		mkdirSync('docs', { recursive: true });
		writeFileSync('docs/operators/benchmarks.md', toMarkdown(results, await circumstances()));
	}
	const missed = results.flatMap(({ verdicts }) => verdicts).filter((verdict) => !isMet(verdict));
	for (const { label, value } of missed) process.stderr.write(`Target missed: ${label} (${value.toPrecision(3)})\n`);
	if (missed.length > 0) process.exitCode = 1;
}

void main();
