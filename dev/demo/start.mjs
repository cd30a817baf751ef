// What `npm start` runs. Plain JavaScript with nothing installed, because it installs the project's packages.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import requirements from '../n8n/requirements.cjs';

const { SetupError, requireFreeSpace, requireNode } = requirements;
const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const NEEDED_GIGABYTES = 2;

function installPackages() {
	const lockFile = statSync(join(PROJECT_FOLDER, 'package-lock.json'));
	const installed = statSync(join(PROJECT_FOLDER, 'node_modules', '.package-lock.json'), {
		throwIfNoEntry: false,
	});
	if (installed && installed.mtimeMs >= lockFile.mtimeMs) return;

	requireFreeSpace(PROJECT_FOLDER, NEEDED_GIGABYTES);
	console.log("Installing the project's packages. This takes about a minute, but only once.");
	const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
		cwd: PROJECT_FOLDER,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (status !== 0) {
		throw new SetupError(`'npm ci' failed: ${error?.message ?? 'its messages are above'}.`);
	}
}

async function start() {
	requireNode();
	installPackages();
	const { require: requireTypeScript } = await import('tsx/cjs/api');
	const { main } = requireTypeScript('./main.ts', import.meta.url);
	process.exit(await main(process.argv.slice(2)));
}

start().catch((error) => {
	console.error(error.name === 'SetupError' ? error.message : error);
	process.exit(1);
});
