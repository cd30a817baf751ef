import { chromium, type Browser, type Page } from 'playwright-core';

import { programPath } from '../../dev/harness/program';

const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** How long a click may wait for what it needs: far longer than it has to, also beside other work on the machine. */
const PATIENCE_MS = 180_000;

/** Starts headless Chromium with an empty page. @throws when Chromium is not installed */
export async function startChromium(): Promise<{ browser: Browser; page: Page }> {
	const browser = await chromium.launch({ executablePath: programPath('chromium', 'chromium'), args: ARGUMENTS });
	const page = await browser.newPage({
		viewport: { width: 1280, height: 800 },
		locale: 'en-US',
		timezoneId: 'UTC',
		reducedMotion: 'reduce',
	});
	page.setDefaultTimeout(PATIENCE_MS);
	return { browser, page };
}
