import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { programPath } from '../../dev/harness/program';

const FOLDER = join(__dirname, '../../.cache/film');

const FRAMES_PER_SECOND = 10;

/** Slow enough to follow. */
const ACTION_MS = 700;
/** How long the page may stand still while n8n works. */
const STILL_SECONDS = 1;
/** How long it takes to see that there is a new caption, and to read a letter of it. */
const [NOTICE_SECONDS, LETTER_SECONDS] = [1.5, 0.05];

/** The height of the captions below the page, and of the space around them. */
const [CAPTION_HEIGHT, SPACE] = [96, 16];

/**
 * Films a page into `.cache/film/<name>.mp4` when FILM is 1, for people who want to see the nodes at work. A pointer shows
 * each click. Otherwise, it does nothing, so that a test takes no longer and needs no ffmpeg.
 * @throws when ffmpeg is not installed
 */
export async function startFilm(page: Page, name: string) {
	const nothing: (...captions: string[]) => Promise<void> = async () => {};
	if (process.env.FILM !== '1') return { caption: nothing, end: nothing };
	const ffmpeg = programPath('ffmpeg', 'ffmpeg');
	const { screencast } = page;
	const { width, height } = page.viewportSize()!;
	const folder = join(FOLDER, name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const frames: Array<{ file: string; seconds: number }> = [];
	const captions: Array<{ from: number; text: string }> = [];

	// Chromium sends a frame only when the page changes.
	let since = Date.now();
	const showLast = (seconds = Math.min((Date.now() - since) / 1_000, STILL_SECONDS)) => {
		const last = frames.at(-1);
		if (last) last.seconds += seconds;
		since = Date.now();
	};
	const length = () => frames.reduce((sum, { seconds }) => sum + seconds, 0);

	await screencast.start({
		onFrame: ({ data }) => {
			showLast();
			const file = `${frames.length}.jpg`;
			writeFileSync(join(folder, file), data);
			frames.push({ file, seconds: 0 });
		},
		size: { width, height },
	});
	await screencast.showActions({ duration: ACTION_MS, style: { title: 'display: none' } });
	return {
		/** Shows a caption from now on, and the page as it is for as long as it takes to read it. */
		async caption(title: string, sentence: string) {
			await page.waitForTimeout(ACTION_MS);
			showLast();
			captions.push({ from: length(), text: `<b>${title}</b>\n${sentence}` });
			showLast(NOTICE_SECONDS + (title.length + sentence.length) * LETTER_SECONDS);
		},
		/** Resolves when the film is in its file. */
		async end() {
			await screencast.stop();
			showLast();
			const shown = frames.map((frame) => `file ${frame.file}\nduration ${frame.seconds}\n`);
			// ffmpeg leaves out the duration of the last frame.
			writeFileSync(join(folder, 'frames.txt'), [...shown, shown.at(-1)].join(''));
			writeFileSync(join(folder, 'captions.srt'), subtitles(captions, length()));
			const filters = [
				`fps=${FRAMES_PER_SECOND}`,
				`pad=${width}:${height + CAPTION_HEIGHT}:color=0x26263a`,
				`subtitles=captions.srt:force_style='${styleBelow(width, height)}'`,
			];
			execFileSync(
				ffmpeg,
				[
					['-loglevel', 'error', '-y', '-f', 'concat', '-i', 'frames.txt', '-vf', filters.join()],
					// Small enough for a repository, with letters that can be read.
					['-preset', 'veryslow', '-tune', 'animation', '-crf', '28', '-g', '600', '-pix_fmt', 'yuv420p'],
					['-movflags', '+faststart', join(FOLDER, `${name}.mp4`)],
				].flat(),
				{ cwd: folder, stdio: 'inherit' },
			);
			rmSync(folder, { recursive: true });
		},
	};
}

/** Captions as SubRip, each until the next one. */
function subtitles(captions: Array<{ from: number; text: string }>, end: number): string {
	const time = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, -1).replace('.', ',');
	return captions
		.map(
			({ from, text }, index) => `${index + 1}\n${time(from)} --> ${time(captions[index + 1]?.from ?? end)}\n${text}\n`,
		)
		.join('\n');
}

/** The style of captions below a page. libass counts in points, 384 by 288 a picture, and 5 is the top left. */
function styleBelow(width: number, height: number): string {
	const [across, down] = [384 / width, 288 / (height + CAPTION_HEIGHT)];
	return [
		'FontName=DejaVu Sans,Outline=0,Shadow=0,Alignment=5',
		`FontSize=${30 * down},MarginL=${2 * SPACE * across},MarginV=${(height + SPACE) * down}`,
	].join();
}
