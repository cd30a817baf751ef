import { soak } from './soak';

const CALLS = 800;
const WARM_UP_CALLS = 100;
const MEGABYTE = 1e6;

async function main(): Promise<void> {
	const { calls, requests, batches, started, memory, sockets, problems, leaks } = await soak(CALLS, WARM_UP_CALLS);
	const failures = [...problems, ...leaks];
	const lines = [
		...Object.entries(calls).map(
			([name, { count, failed }]) => `${name}: ${count} calls, ${failed} ended with an error`,
		),
		`${requests} requests, ${batches} order batches, ${started} workflows started by the trigger`,
		`least memory of n8n: ${memory.map((bytes) => `${(bytes / MEGABYTE).toFixed(0)} MB`).join(', then ')}`,
		`open sockets of n8n: ${sockets.join(', then ')}`,
		...(failures.length > 0 ? failures : ['Nothing was lost, duplicated, misreported or leaked.']),
	];
	process.stdout.write(`${lines.join('\n')}\n`);
	process.exitCode = failures.length > 0 ? 1 : 0;
}

void main();
