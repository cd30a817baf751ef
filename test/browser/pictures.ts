import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Page } from 'playwright-core';

import type { N8nVersion } from '../../dev/n8n/install';

const FOLDER = join(__dirname, '../../docs/pictures');

type Clip = Record<'x' | 'y' | 'width' | 'height', number>;

const fileOf = (name: string) => join(FOLDER, `${name}.png`);

/** Whether this run makes the pictures of the documentation anew. */
const isMaking = process.env.UPDATE_PICTURES === '1';

/**
 * A picture of the documentation: what the newest editor shows now. It is written when UPDATE_PICTURES is 1, and has to be
 * there otherwise.
 * @param clip the part of the page to show, all of it if not given
 */
export async function picture(version: N8nVersion, page: Page, name: string, clip?: Clip): Promise<void> {
	if (version !== 'newest') return;
	if (!isMaking) return expect(existsSync(fileOf(name))).toBe(true);
	mkdirSync(dirname(fileOf(name)), { recursive: true });
	await page.screenshot({
		path: fileOf(name),
		clip,
		animations: 'disabled',
		caret: 'hide',
		style: clip ? QUIET + BARE : QUIET,
	});
}

/** Hides what comes and goes by itself. */
const QUIET = '.el-notification { visibility: hidden !important; }';

/** Hides the buttons that lie above a workflow. */
const BARE = '[data-test-id^="execute-workflow-button"] { visibility: hidden !important; }';
