import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { installN8n } from '../n8n/install';
import packageJson from '../../package.json';
import { measureAlternately, summarize } from './measure';
import type { Result } from './report';

const KILOBYTE = 1e3;
const RUNS = 11;

/** Times in a new process what n8n loads of the package, after the module that n8n itself provides. */
const SCRIPT = `
	require('n8n-workflow');
	const start = performance.now();
	for (const file of process.argv.slice(1)) require(file);
	process.stdout.write(String(performance.now() - start));
`;

async function loadTime(files: string[]): Promise<number> {
	const { node, modulesFolder } = await installN8n('newest');
	const env = { ...process.env, NODE_PATH: modulesFolder };
	return Number((await promisify(execFile)(node, ['-e', SCRIPT, ...files], { env })).stdout);
}

/** How large the published package is, and how long n8n takes to load it. */
export async function packageSize(): Promise<Result> {
	const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
	const [{ size }] = JSON.parse(stdout) as [{ size: number }];
	const files = [...packageJson.n8n.nodes, ...packageJson.n8n.credentials].map((file) => `${process.cwd()}/${file}`);
	const { all } = await measureAlternately({ all: () => loadTime(files) }, RUNS);
	const packed = summarize([size / KILOBYTE]);
	return {
		title: 'The package',
		method:
			'The size is that of the packed package. The load time is for all nodes and credentials, in a new process that has loaded n8n-workflow.',
		rows: [
			{ label: 'Packed size', samples: packed, unit: 'kB' },
			{ label: 'Loading all nodes and credentials', samples: all, unit: 'ms' },
		],
		verdicts: [
			{ label: 'packed size in kB', value: packed.median, atMost: 110 },
			{ label: 'load time in ms', value: all.median, atMost: 30 },
		],
	};
}
