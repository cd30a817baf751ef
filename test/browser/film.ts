import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Page } from 'playwright-core';

import { programPath } from '../../dev/harness/program';

const FOLDER = join(__dirname, '../../.cache/film');

const FRAMES_PER_SECOND = 15;

/** Slow enough to follow. */
const ACTION_MS = 700;
const TITLE_MS = 2_500;
/** How long the result of what a title announced stays. */
const RESULT_MS = 2_500;

/** A film of a page for people who want to see the nodes at work. A pointer shows each click. */
export interface Film {
	/** Shows the title of what follows. */
	title(text: string): Promise<void>;
	/** Resolves when the film is in its file. */
	end(): Promise<void>;
}

/** Does nothing, so that a test takes no longer and needs no ffmpeg. */
const NO_FILM: Film = { title: async () => {}, end: async () => {} };

/**
 * Films a page into `.cache/film/<name>.mp4` when FILM is 1.
 * @throws when ffmpeg is not installed
 */
export async function startFilm(page: Page, name: string): Promise<Film> {
	if (process.env.FILM !== '1') return NO_FILM;
	const { screencast } = page;
	const file = join(FOLDER, `${name}.mp4`);
	mkdirSync(dirname(file), { recursive: true });
	const ffmpeg = spawn(
		programPath('ffmpeg', 'ffmpeg'),
		[
			['-loglevel', 'error', '-y'],
			['-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', `${FRAMES_PER_SECOND}`, '-i', 'pipe:0'],
			// Small enough for the README, with letters that can be read.
			['-crf', '28', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', file],
		].flat(),
		{ stdio: ['pipe', 'inherit', 'inherit'] },
	);
	const ended = once(ffmpeg, 'close');

	// Chromium sends a frame only when the page changes, and ffmpeg takes as many a second as it is told.
	const start = Date.now();
	let written = 0;
	let shown: Buffer | undefined;
	const show = (next?: Buffer) => {
		for (; shown && written < ((Date.now() - start) / 1_000) * FRAMES_PER_SECOND; written++) ffmpeg.stdin.write(shown);
		shown = next;
	};
	await screencast.start({ onFrame: ({ data }) => show(data), size: page.viewportSize() ?? undefined });
	await screencast.showActions({ duration: ACTION_MS, style: { title: 'display: none' } });
	return {
		async title(text) {
			await page.waitForTimeout(RESULT_MS);
			await screencast.showChapter(text, { duration: TITLE_MS });
		},
		async end() {
			await page.waitForTimeout(RESULT_MS);
			await screencast.stop();
			show();
			ffmpeg.stdin.end();
			const [code] = (await ended) as [number];
			expect(code).toBe(0);
		},
	};
}
