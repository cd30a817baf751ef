import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { programPath } from './program';
import { startServer, type RunningServer } from '../n8n/serverProgram';

/** The user that Linux has for programs without rights: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const USER = 'n8n';

/** Where Debian has a folder of programs for each version of PostgreSQL, none of them in the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** PostgreSQL with an empty database, which is gone when it stops. */
export interface RunningPostgres extends RunningServer {
	/** Makes n8n keep its data there. */
	env: Record<string, string>;
	/** Runs SQL, and returns what it selects, without names and spaces. */
	query(sql: string): Promise<string>;
}

/**
 * Starts PostgreSQL, reached through a Unix socket in a temporary folder.
 * @throws Error when it is not installed, or ends instead of starting
 */
export async function startPostgres(): Promise<RunningPostgres> {
	const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
	const owner = process.getuid?.() === 0 ? NOBODY : {};
	if (owner === NOBODY) chownSync(folder, NOBODY.uid, NOBODY.gid);
	const options = { ...owner, cwd: folder };
	const data = join(folder, 'data');
	const initialize = ['-D', data, '--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
	await promisify(execFile)(programOf('initdb'), initialize, options);
	const settings = ['-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
	const server = await startServer(
		programOf('postgres'),
		['-D', data, ...settings],
		'ready to accept connections',
		options,
	);
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: folder,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_DATABASE: 'postgres',
		},
		processId: server.processId,
		async query(sql) {
			const options = ['-h', folder, '-U', USER, '-At', '-c', sql, 'postgres'];
			return (await promisify(execFile)(programOf('psql'), options)).stdout.trim();
		},
		async stop() {
			await server.stop('SIGINT');
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function programOf(name: string): string {
	const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
	const folders = versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
	return programPath(name, 'postgresql', folders);
}
