import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cacheFolder, fillOnce } from './cache';
import { runNpm } from './npm';
import { requireFreeSpace, SetupError } from './requirements.cjs';

/** How the program that a folder beside this file locks is installed, beyond its package.json and lock file. */
export interface Recipe {
	legacyPeerDeps: boolean;
	/** Packages that are compiled, for the Node.js that is installed with them. */
	nativeModules: string[];
}

export interface InstallOptions {
	/** Installs anew even where the cache holds this program. */
	fresh?: boolean;
	/** Shows one line of progress; console.log by default. */
	report?: (line: string) => void;
}

export interface LockedInstall {
	/** Such as '2.40.7'. */
	release: string;
	/** Where the program and all its packages are. */
	modulesFolder: string;
}

/**
 * Installs the one dependency of `dev/n8n/<name>/package.json` from the lock file beside it, to the user's cache. This
 * happens once: later calls, also from other clones of the project, take it from there at once. It appears there only
 * when it is complete.
 *
 * @throws {SetupError} when the disk has less than `gigabytes` free, or npm fails
 */
export async function installLocked(
	name: string,
	recipe: Recipe,
	gigabytes: number,
	{ fresh = false, report = console.log }: InstallOptions = {},
): Promise<LockedInstall> {
	const { program, release } = lockedProgram(name);
	const folder = join(cacheFolder(), `${program}-${release}-${contentHash(name, recipe)}`);
	await fillOnce(
		folder,
		async (partial) => {
			requireFreeSpace(partial, gigabytes);
			const started = Date.now();
			report(`Installing ${program} ${release}. This can take some minutes, but only once.`);
			await install(name, recipe, partial, `${folder}.log`, report);
			report(`${program} is installed (${Math.round((Date.now() - started) / 1000)} s).`);
		},
		{ fresh },
	);
	return { release, modulesFolder: join(folder, 'node_modules') };
}

/** Changes with all that decides what an install holds. */
function contentHash(name: string, recipe: Recipe): string {
	return createHash('sha256')
		.update(readFileSync(join(__dirname, name, 'package-lock.json')))
		.update(JSON.stringify(recipe))
		.update(`${process.platform}-${process.arch}`)
		.digest('hex')
		.slice(0, 10);
}

async function install(
	name: string,
	{ legacyPeerDeps, nativeModules }: Recipe,
	folder: string,
	logFile: string,
	report: (line: string) => void,
): Promise<void> {
	rmSync(logFile, { force: true });
	for (const file of ['package.json', 'package-lock.json']) {
		copyFileSync(join(__dirname, name, file), join(folder, file));
	}
	await runNpm({
		args: [
			'ci',
			'--ignore-scripts',
			`--legacy-peer-deps=${legacyPeerDeps}`,
			'--engine-strict=false',
			'--audit=false',
			'--fund=false',
		],
		cwd: folder,
		logFile,
		activity: 'downloading and unpacking packages',
		report,
	});
	if (nativeModules.length > 0) {
		const modulesFolder = join(folder, 'node_modules');
		await runNpm({
			args: ['rebuild', ...nativeModules, '--ignore-scripts=false', '--foreground-scripts'],
			cwd: folder,
			env: {
				...process.env,
				PATH: `${dirname(nodeExecutable(modulesFolder))}${delimiter}${process.env.PATH}`,
				npm_config_nodedir: nodePackage(modulesFolder),
			},
			logFile,
			activity: `building ${nativeModules.join(' and ')}`,
			report,
		});
	}
	rmSync(logFile);
}

function lockedProgram(name: string): { program: string; release: string } {
	const { dependencies } = readJson<{ dependencies: Record<string, string> }>(join(__dirname, name, 'package.json'));
	const [program, release] = Object.entries(dependencies)[0]!;
	return { program, release };
}

/** The Node.js among the packages of an install, for this machine. */
export function nodeExecutable(modulesFolder: string): string {
	const folder = nodePackage(modulesFolder);
	return join(folder, readJson<{ bin: { node: string } }>(join(folder, 'package.json')).bin.node);
}

/** The npm package with the Node.js for this machine; of those that package.json lists, npm installs only this one. */
function nodePackage(modulesFolder: string): string {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const folder = ['node', 'node-bin']
		.map((prefix) => join(modulesFolder, `${prefix}-${platform}-${process.arch}`))
		.find((candidate) => existsSync(candidate));
	if (!folder) {
		throw new SetupError(
			`There is no Node.js for n8n on this machine (${process.platform}, ${process.arch}). Use Linux or Windows on x64, Linux on arm64, or macOS.`,
		);
	}
	return folder;
}

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
