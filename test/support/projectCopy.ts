import { cpSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT } from './project';

const INSTALLED = join(PROJECT, 'node_modules');

/** What the package is built and packed from, and what runs it. */
const COPIED = [
	...['credentials', 'dev', 'docs', 'examples', 'nodes', 'gulpfile.js', 'package.json'],
	...['CHANGELOG.md', 'LICENSE.md', 'README.md'],
];

/** Copies the project into a new folder, so that a build or a change of its files there leaves the project alone. */
export function copyProject(): string {
	const copy = mkdtempSync(join(tmpdir(), 'project-'));
	for (const name of COPIED) cpSync(join(PROJECT, name), join(copy, name), { recursive: true });
	symlinkSync(realpathSync(INSTALLED), join(copy, 'node_modules'), 'junction');
	// A lock file that says what is installed: `npm start` in the copy must not install into the project's own folder.
	cpSync(join(INSTALLED, '.package-lock.json'), join(copy, 'package-lock.json'));
	return copy;
}
