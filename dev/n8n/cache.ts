import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder of the user's cache that belongs to this project, shared by all its clones. */
export function cacheFolder(
	platform: NodeJS.Platform = process.platform,
	env: NodeJS.ProcessEnv = process.env,
	home: string = homedir(),
): string {
	const caches =
		env.XDG_CACHE_HOME ||
		(platform === 'win32' && (env.LOCALAPPDATA || join(home, 'AppData', 'Local'))) ||
		(platform === 'darwin' && join(home, 'Library', 'Caches')) ||
		join(home, '.cache');
	return join(caches, 'n8n-nodes-gift-order-batch');
}

export interface FillOptions {
	/** Fills the folder anew even where it exists. */
	fresh?: boolean;
}

/**
 * Makes `folder` unless it exists. `fill` works in a partial folder beside it, which becomes `folder` when `fill` has
 * succeeded: what `folder` holds is always complete, however many processes fill it at once or are interrupted.
 *
 * @throws what `fill` throws
 */
export async function fillOnce(
	folder: string,
	fill: (partial: string) => Promise<void>,
	{ fresh = false }: FillOptions = {},
): Promise<void> {
	if (existsSync(folder) && !fresh) return;
	mkdirSync(dirname(folder), { recursive: true });
	removeAbandoned(dirname(folder));
	const partial = mkdtempSync(`${folder}.partial-${process.pid}-`);
	try {
		await fill(partial);
		if (fresh) putAside(folder);
		if (!existsSync(folder)) renameSync(partial, folder);
	} finally {
		rmSync(partial, { recursive: true, force: true });
	}
}

function putAside(folder: string): void {
	if (!existsSync(folder)) return;
	const aside = `${folder}.partial-${process.pid}-replaced`;
	renameSync(folder, aside);
	rmSync(aside, { recursive: true });
}

function removeAbandoned(parent: string): void {
	for (const name of readdirSync(parent)) {
		const processId = /\.partial-(\d+)-\w+$/.exec(name)?.[1];
		if (processId && !isRunning(Number(processId))) {
			rmSync(join(parent, name), { recursive: true, force: true });
		}
	}
}

function isRunning(processId: number): boolean {
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
