import { spawnSync } from 'node:child_process';
import { installN8n } from './install';

/** Runs a script with the Node.js of the newest n8n: `npm run mutation` needs a newer one than the rest of the project. */
async function main([script = '', ...args]: string[]): Promise<void> {
	const { node } = await installN8n('newest');
	process.exitCode = spawnSync(node, [script, ...args], { stdio: 'inherit' }).status ?? 1;
}

void main(process.argv.slice(2));
