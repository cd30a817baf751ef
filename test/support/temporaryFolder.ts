import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, which is deleted after the tests of the file. Not to be called within a test. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'gift-order-batch-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
