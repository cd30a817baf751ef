import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installLocked, nodeExecutable, type InstallOptions, type Recipe } from './locked';
import { requireNode, SetupError } from './requirements.cjs';

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

/** What differs between the versions beyond their package.json and lock file. */
export const RECIPES = {
	newest: { legacyPeerDeps: true, nativeModules: ['sqlite3'] },
	oldest: { legacyPeerDeps: false, nativeModules: ['sqlite3', 'isolated-vm'] },
} satisfies Record<N8nVersion, Recipe>;

const NEEDED_GIGABYTES = 3;

/**
 * Installs real n8n from the lock file in `dev/n8n/<version>/`, together with the Node.js it needs, and links
 * `n8n/<version>/node_modules` to it. `locked.ts` says where it goes.
 *
 * @throws {SetupError} when the disk is too full, npm fails or this kind of machine is not supported
 */
export async function installN8n(version: N8nVersion, options: InstallOptions = {}): Promise<InstalledN8n> {
	const { release, modulesFolder } = await installLocked(version, RECIPES[version], NEEDED_GIGABYTES, options);
	linkTo(modulesFolder, join(__dirname, version, 'node_modules'));
	return {
		version,
		release,
		modulesFolder,
		node: nodeExecutable(modulesFolder),
		cli: join(modulesFolder, 'n8n', 'bin', 'n8n'),
	};
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

/** @throws {SetupError} when `name` is neither of the versions */
export function readVersion(name: string): N8nVersion {
	const version = N8N_VERSIONS.find((known) => known === name);
	if (!version) throw new SetupError(`'${name}' is not a version to install: use newest or oldest.`);
	return version;
}

async function main(): Promise<void> {
	requireNode();
	const { values, positionals } = parseArgs({
		options: { fresh: { type: 'boolean' } },
		allowPositionals: true,
	});
	for (const name of positionals.length > 0 ? positionals : N8N_VERSIONS) {
		const version = readVersion(name);
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
