import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';

const PROJECT = join(__dirname, '..', '..');

/** Pages, CI, scripts and the programs for developers; what they print names commands, too. */
const FOLDERS = ['.', '.ci', '.github', 'dev', 'docs', 'examples', 'test'];
const NOT_OURS = /(^|\/)(node_modules|\.cache)\//;

const files = FOLDERS.flatMap((folder) =>
	readdirSync(join(PROJECT, folder), { recursive: folder !== '.', withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name)),
).filter((file) => !NOT_OURS.test(file) && /(\.(md|yml|json|ts|mjs|cjs)|\/\.ci\/[^/]+)$/.test(file));

/** The names in "npm run <name>", with the file that names them; not in the message that such a command failed. */
const named = files.flatMap((file) =>
	[...readFileSync(file, 'utf8').matchAll(/\bnpm run (?!failed)([a-z][\w:-]*)/g)].map(([, name]) => ({
		file,
		name: name!,
	})),
);

test('every command that a page, CI or a program names is a script of package.json', () => {
	const names = new Set(named.map(({ name }) => name));

	expect(names.size).toBeGreaterThan(10);
	expect(named.filter(({ name }) => !(name in manifest.scripts))).toEqual([]);
});
