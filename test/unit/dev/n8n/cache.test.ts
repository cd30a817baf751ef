import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, fillOnce } from '../../../../dev/n8n/cache';

it.each([
	['linux', {}, '/home/ann/.cache'],
	['linux', { XDG_CACHE_HOME: '/var/cache/ann' }, '/var/cache/ann'],
	['darwin', {}, '/home/ann/Library/Caches'],
	['win32', { LOCALAPPDATA: '/local' }, '/local'],
] as const)("the cache folder on %s with %j is in the platform's cache", (platform, env, parent) => {
	expect(cacheFolder(platform, env, '/home/ann')).toBe(join(parent, 'n8n-nodes-gift-order-batch'));
});

describe('filling a folder once', () => {
	let parent: string;
	let folder: string;

	beforeEach(() => {
		parent = mkdtempSync(join(tmpdir(), 'cache-'));
		folder = join(parent, 'install');
	});

	afterEach(() => {
		rmSync(parent, { recursive: true });
	});

	const writing = (content: string) => async (partial: string) => {
		await Promise.resolve();
		writeFileSync(join(partial, 'content'), content);
	};
	const content = () => readFileSync(join(folder, 'content'), 'utf8');

	it.each([
		['does not fill it again', undefined, 'first'],
		['fills it again when asked for a fresh one, and leaves nothing else', { fresh: true }, 'second'],
	])('%s', async (_what, options, expected) => {
		await fillOnce(folder, writing('first'));
		await fillOnce(folder, writing('second'), options);

		expect([content(), readdirSync(parent)]).toEqual([expected, ['install']]);
	});

	it('leaves nothing when it fails, so that the next call fills it', async () => {
		const failing = async (partial: string) => {
			await writing('half')(partial);
			throw new Error('no network');
		};
		await expect(fillOnce(folder, failing)).rejects.toThrow('no network');
		expect(readdirSync(parent)).toEqual([]);

		await fillOnce(folder, writing('whole'));
		expect(content()).toBe('whole');
	});

	it('keeps the first of two that fill it at the same time', async () => {
		await Promise.all([fillOnce(folder, writing('one')), fillOnce(folder, writing('two'))]);

		expect(['one', 'two']).toContain(content());
		expect(readdirSync(parent)).toEqual(['install']);
	});

	it('removes what an interrupted process left, and not what a running one is filling', async () => {
		const ended = spawnSync(process.execPath, ['--version']).pid;
		const abandoned = `${folder}.partial-${ended}-abc123`;
		const inProgress = `${folder}.partial-${process.pid}-def456`;
		mkdirSync(abandoned);
		mkdirSync(inProgress);

		await fillOnce(folder, writing('whole'));

		expect(existsSync(abandoned)).toBe(false);
		expect(existsSync(inProgress)).toBe(true);
	});
});
