import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import type { N8nVersion } from '../../dev/n8n/install';

const FOLDER = join(__dirname, '../../docs/pictures');

const fileOf = (name: string) => join(FOLDER, `${name}.png`);

/** Whether this run makes the pictures of the documentation anew. */
const isMaking = process.env.UPDATE_PICTURES === '1';

/**
 * A picture of the documentation: what the newest editor shows now. It is written when UPDATE_PICTURES is 1, and has to be
 * there otherwise.
 */
export async function picture(version: N8nVersion, page: Page, name: string): Promise<void> {
	if (version !== 'newest') return;
	if (!isMaking) return expect(existsSync(fileOf(name))).toBe(true);
	mkdirSync(FOLDER, { recursive: true });
	await page.screenshot({ path: fileOf(name), animations: 'disabled', caret: 'hide', style: QUIET });
}

/** Hides what comes and goes by itself. */
const QUIET = '.el-notification { visibility: hidden !important; }';
