// What `npm start` runs. Plain JavaScript with nothing installed, because it installs the project's packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import requirements from '../n8n/requirements.cjs';

const { SetupError, requireFreeSpace, requireNode } = requirements;
const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const NEEDED_GIGABYTES = 2;

/** Whether node_modules holds every package of the lock file, but for those of other platforms. */
function hasPackages() {
	const installedFile = join(PROJECT_FOLDER, 'node_modules', '.package-lock.json');
	if (!existsSync(installedFile)) return false;
	const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
	const installed = packagesIn(installedFile);
	return Object.entries(packagesIn(join(PROJECT_FOLDER, 'package-lock.json'))).every(
		([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
	);
}

function installPackages() {
	requireFreeSpace(PROJECT_FOLDER, NEEDED_GIGABYTES);
	console.log("Installing the project's packages. This takes a minute or two, but only once.");
	const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-update-notifier'], {
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
	if (process.argv.includes('--help')) {
		process.stdout.write(readFileSync(new URL('usage.txt', import.meta.url), 'utf8'));
		return;
	}
	if (!hasPackages()) installPackages();
	const { require: requireTypeScript } = await import('tsx/cjs/api');
	const { main } = requireTypeScript('./main.ts', import.meta.url);
	process.exit(await main(process.argv.slice(2)));
}

start().catch((error) => {
	console.error(error.name === 'SetupError' ? error.message : error);
	process.exit(1);
});
