import { soak } from './soak';

const CALLS = 800;
const WARM_UP_CALLS = 100;

async function main(): Promise<void> {
	const { calls, requests, batches, started, halves, problems, leaks } = await soak(CALLS, WARM_UP_CALLS);
	const failures = [...problems, ...leaks];
	const lines = [
		...calls.map(({ name, count, failed }) => `${name}: ${count} calls, ${failed} ended with an error`),
		`${requests} requests, ${batches} order batches, ${started} workflows started by the trigger`,
		`least memory of n8n: ${halves.map(({ memory }) => `${(memory / 1e6).toFixed(0)} MB`).join(', then ')}`,
		`open sockets of n8n: ${halves.map((half) => half['open sockets']).join(', then ')}`,
		...(failures.length > 0 ? failures : ['Nothing was lost, duplicated, misreported or leaked.']),
	];
	process.stdout.write(`${lines.join('\n')}\n`);
	process.exitCode = failures.length > 0 ? 1 : 0;
}

void main();
