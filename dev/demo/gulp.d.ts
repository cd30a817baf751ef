declare module 'gulp' {
	import type { EventEmitter } from 'node:events';

	/** Runs `task` after changes of the files, once at a time; emits 'ready' as soon as it sees changes. */
	export function watch(
		globs: string[],
		options: { cwd: string },
		task: () => Promise<void>,
	): EventEmitter & { close(): Promise<void> };
}
