import manifest from '../../package.json';
import { filesIn, readText } from '../support/project';

/** Pages, CI, scripts and programs; what they print names commands, too. */
const files = filesIn().filter((file) => /\.(md|yml|json|ts|mjs|cjs)$|^\.ci\//.test(file));

/** The names in "npm run <name>", with the file that names them; not in the message that such a command failed. */
const named = files.flatMap((file) =>
	[...readText(file).matchAll(/\bnpm run (?!failed)([a-z][\w:-]*)/g)].map(([, name]) => ({ file, name: name! })),
);

test('every command that a page, CI or a program names is a script of package.json', () => {
	const names = new Set(named.map(({ name }) => name));

	expect(names.size).toBeGreaterThan(10);
	expect(named.filter(({ name }) => !(name in manifest.scripts))).toEqual([]);
});
