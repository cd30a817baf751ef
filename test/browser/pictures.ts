import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Page, PageScreenshotOptions } from 'playwright-core';

import type { N8nVersion } from '../../dev/n8n/install';

/** Hides what comes and goes by itself. */
const QUIET = '.el-notification { visibility: hidden !important; }';

/** Hides the buttons that lie above a workflow. */
const BARE = '[data-test-id^="execute-workflow-button"] { visibility: hidden !important; }';

/**
 * A picture of the documentation: what the newest editor shows now. It is written when UPDATE_PICTURES is 1, and has to be
 * there otherwise.
 * @param clip the part of the page to show, all of it if not given
 */
export async function picture(version: N8nVersion, page: Page, name: string, clip?: PageScreenshotOptions['clip']) {
	if (version !== 'newest') return;
	const path = join(__dirname, '../../docs/pictures', `${name}.png`);
	if (process.env.UPDATE_PICTURES !== '1') return expect(existsSync(path)).toBe(true);
	const style = clip ? QUIET + BARE : QUIET;
	await page.screenshot({ path, clip, animations: 'disabled', caret: 'hide', style });
}
