import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	lstatSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, fillOnce } from './cache';
import { runNpm } from './npm';
import { requireFreeSpace, requireNode, SetupError } from './requirements.cjs';

export type N8nVersion = 'newest' | 'oldest';

export const N8N_VERSIONS: readonly N8nVersion[] = ['newest', 'oldest'];

export interface InstalledN8n {
	version: N8nVersion;
	/** Such as '2.40.7'. */
	release: string;
	/** Where n8n and all its packages are. */
	modulesFolder: string;
	/** The Node.js executable that runs this n8n. */
	node: string;
	/** The script to run with it. */
	cli: string;
}

export interface InstallOptions {
	/** Installs anew even where the cache holds this n8n. */
	fresh?: boolean;
	/** Shows one line of progress; console.log by default. */
	report?: (line: string) => void;
}

/** What differs between the versions beyond their package.json and lock file. */
const RECIPES = {
	newest: { legacyPeerDeps: true, nativeModules: ['sqlite3'] },
	oldest: { legacyPeerDeps: false, nativeModules: ['sqlite3', 'isolated-vm'] },
} satisfies Record<N8nVersion, { legacyPeerDeps: boolean; nativeModules: string[] }>;

const NEEDED_GIGABYTES = 3;

/**
 * Installs real n8n from the lock file in `n8n/<version>/`, together with the Node.js it needs, and links
 * `n8n/<version>/node_modules` to it. The install goes to the user's cache once: later calls, also from other clones of
 * the project, take it from there at once. It appears there only when it is complete.
 *
 * @throws {SetupError} when the disk is too full, npm fails or this kind of machine is not supported
 */
export async function installN8n(
	version: N8nVersion,
	{ fresh = false, report = console.log }: InstallOptions = {},
): Promise<InstalledN8n> {
	const folder = join(cacheFolder(), installName(version));
	const logFile = `${folder}.log`;
	await fillOnce(folder, (partial) => install(version, partial, logFile, report), { fresh });
	const modulesFolder = join(folder, 'node_modules');
	linkTo(modulesFolder, join(__dirname, version, 'node_modules'));
	return {
		version,
		release: releaseOf(version),
		modulesFolder,
		node: nodeExecutable(modulesFolder),
		cli: join(modulesFolder, 'n8n', 'bin', 'n8n'),
	};
}

/** Such as 'n8n-2.40.7-0f1e2d3c4b': changes with all that decides what an install holds. */
export function installName(version: N8nVersion): string {
	const hash = createHash('sha256')
		.update(readFileSync(join(__dirname, version, 'package-lock.json')))
		.update(JSON.stringify(RECIPES[version]))
		.update(`${process.platform}-${process.arch}`)
		.digest('hex')
		.slice(0, 10);
	return `n8n-${releaseOf(version)}-${hash}`;
}

async function install(
	version: N8nVersion,
	folder: string,
	logFile: string,
	report: (line: string) => void,
): Promise<void> {
	requireFreeSpace(folder, NEEDED_GIGABYTES);
	const started = Date.now();
	report(`Installing n8n ${releaseOf(version)}. This takes some minutes, but only once.`);
	rmSync(logFile, { force: true });
	for (const file of ['package.json', 'package-lock.json']) {
		copyFileSync(join(__dirname, version, file), join(folder, file));
	}
	const { legacyPeerDeps, nativeModules } = RECIPES[version];
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
	rmSync(logFile);
	report(`n8n is installed (${Math.round((Date.now() - started) / 1000)} s).`);
}

function linkTo(target: string, link: string): void {
	const existing = lstatSync(link, { throwIfNoEntry: false });
	if (existing?.isSymbolicLink() && readlinkSync(link) === target) return;
	if (existing && !existing.isSymbolicLink()) {
		throw new SetupError(`${link} must be a link to an installed n8n. Remove it and try again.`);
	}
	const newLink = `${link}-${process.pid}`;
	symlinkSync(target, newLink, 'junction');
	rmSync(link, { force: true });
	renameSync(newLink, link);
}

function releaseOf(version: N8nVersion): string {
	return readJson<{ dependencies: { n8n: string } }>(join(__dirname, version, 'package.json')).dependencies.n8n;
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

function nodeExecutable(modulesFolder: string): string {
	const folder = nodePackage(modulesFolder);
	return join(folder, readJson<{ bin: { node: string } }>(join(folder, 'package.json')).bin.node);
}

function readJson<T>(path: string): T {
	return JSON.parse(readFileSync(path, 'utf8')) as T;
}

async function main(): Promise<void> {
	requireNode();
	const { values, positionals } = parseArgs({
		options: { fresh: { type: 'boolean' } },
		allowPositionals: true,
	});
	for (const name of positionals.length > 0 ? positionals : N8N_VERSIONS) {
		const version = N8N_VERSIONS.find((known) => known === name);
		if (!version) {
			throw new SetupError(`'${name}' is not a version to install: use newest or oldest.`);
		}
		const { release, modulesFolder } = await installN8n(version, values);
		console.log(`n8n ${release} (${version}): ${modulesFolder}`);
	}
}

if (require.main === module) {
	main().catch((error: unknown) => {
		console.error(error instanceof SetupError ? error.message : error);
		process.exitCode = 1;
	});
}
