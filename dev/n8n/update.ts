import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readVersion, RECIPES, type N8nVersion } from './install';
import { readJson } from './locked';
import { runNpm } from './npm';
import { SetupError } from './requirements.cjs';

const USAGE = 'Name the release to move to: npm run n8n:update -- <release> [newest|oldest]';
const PROJECT_FOLDER = join(__dirname, '..', '..');

/** The project's own packages of that n8n, which the engine tests and the type check use. */
const PACKAGES: Record<N8nVersion, Record<string, string>> = {
	newest: { 'n8n-core': 'n8n-core@', 'n8n-workflow': 'n8n-workflow@' },
	oldest: { 'n8n-core': 'n8n-core-oldest@npm:n8n-core@' },
};

interface Manifest {
	dependencies: Record<string, string>;
}

interface Lock {
	packages: Record<string, { version: string }>;
}

/**
 * Writes an n8n release and its lock file into `dev/n8n/<version>/`, and its n8n-core and n8n-workflow into the
 * project's own package.json and lock file. It installs nothing.
 *
 * @throws {SetupError} when npm fails, for example since it does not have the release
 */
async function update(version: N8nVersion, release: string): Promise<void> {
	const folder = join(__dirname, version);
	const workFolder = mkdtempSync(join(tmpdir(), 'n8n-update-'));
	const install = async (cwd: string, activity: string, ...args: string[]) =>
		await runNpm({
			args: ['install', '--package-lock-only', '--ignore-scripts', '--omit-lockfile-registry-resolved', ...args],
			cwd,
			logFile: join(workFolder, 'npm.log'),
			activity,
		});

	const manifest = readJson<Manifest>(join(folder, 'package.json'));
	manifest.dependencies.n8n = release;
	writeFileSync(join(workFolder, 'package.json'), `${JSON.stringify(manifest, null, '\t')}\n`);
	await install(workFolder, `resolving n8n ${release}`, `--legacy-peer-deps=${RECIPES[version].legacyPeerDeps}`);

	const { packages } = readJson<Lock>(join(workFolder, 'package-lock.json'));
	const wanted = Object.entries(PACKAGES[version]).map(
		([name, prefix]) => prefix + packages[`node_modules/${name}`]!.version,
	);
	await install(PROJECT_FOLDER, `resolving ${wanted.join(' and ')}`, '--save-dev', '--save-exact', ...wanted);
	for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(workFolder, file), join(folder, file));
	rmSync(workFolder, { recursive: true });
	console.log(`The ${version} n8n is now ${release}, with ${wanted.join(' and ')}. Run 'npm ci' and the tests.`);
}

async function main(): Promise<void> {
	const { positionals } = parseArgs({ allowPositionals: true });
	const [release, version = 'newest'] = positionals;
	if (!release || positionals.length > 2) throw new SetupError(USAGE);
	await update(readVersion(version), release);
}

main().catch((error: unknown) => {
	console.error(error instanceof SetupError ? error.message : error);
	process.exitCode = 1;
});
