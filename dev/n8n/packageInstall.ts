import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readJson } from './locked';
import { runNpm } from './npm';
import { SetupError } from './requirements.cjs';

interface PackageJson {
	name: string;
	version: string;
	n8n: { nodes: string[]; credentials: string[] };
	devDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

/** What n8n adds to `npm install` for a community package: nothing of the package runs, and no peer comes along. */
const NPM_INSTALL_FLAGS = [
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

/**
 * Packs the built project as it would be published and installs it below an n8n user folder, as n8n installs community
 * packages. A running n8n sees it after a restart.
 *
 * @throws {SetupError} when the project is not built, or npm fails
 */
export async function installPackage(projectFolder: string, userFolder: string): Promise<void> {
	const packageFolder = join(userFolder, '.n8n', 'nodes', 'node_modules', readPackage(projectFolder).name);
	const workFolder = mkdtempSync(join(tmpdir(), 'pack-'));
	const tarball = await packProject(projectFolder, workFolder);
	rmSync(packageFolder, { recursive: true, force: true });
	await unpack(tarball, packageFolder);

	const { devDependencies, peerDependencies, optionalDependencies, ...kept } = readPackage(packageFolder);
	writeFileSync(join(packageFolder, 'package.json'), JSON.stringify(kept, null, 2));
	await runNpm({ args: ['install', ...NPM_INSTALL_FLAGS], cwd: packageFolder, logFile: join(workFolder, 'npm.log') });
	rmSync(workFolder, { recursive: true });
}

/**
 * Packs the built project as it would be published, into `folder`, and returns where the tarball is.
 *
 * @throws {SetupError} when the project is not built, or npm fails
 */
export async function packProject(projectFolder: string, folder: string): Promise<string> {
	const { name, version, n8n } = readPackage(projectFolder);
	const missing = [...n8n.nodes, ...n8n.credentials].find((file) => !existsSync(join(projectFolder, file)));
	if (missing) throw new SetupError(`${missing} is missing: run 'npm run build' first.`);
	await runNpm({
		args: ['pack', '--ignore-scripts', '--pack-destination', folder],
		cwd: projectFolder,
		logFile: join(folder, 'npm.log'),
	});
	return join(folder, `${name}-${version}.tgz`);
}

/** Unpacks an npm tarball into `packageFolder`, which is made when it is missing. */
export async function unpack(tarball: string, packageFolder: string): Promise<void> {
	mkdirSync(packageFolder, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1']);
}

const readPackage = (folder: string) => readJson<PackageJson>(join(folder, 'package.json'));
