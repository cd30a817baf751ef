import manifest from '../../package.json';
import { filesIn, readText } from '../support/project';

const PAGES = ['.github/CONTRIBUTING.md', 'test/README.md', 'test/contract/README.md', 'dev/n8n/README.md'];

/** What commands make, and what the example in CONTRIBUTING.md adds. */
const NOT_THERE = [/^\.cache\//, /^(test\/engine\/)?resources\/brand\/get(\.newest\.test)?\.ts$/];

const files = filesIn().map((file) => `/${file}`);

/** The paths in code, such as `docs/openapi.yaml` or `api/`, and those that begin a line of the layout. */
function pathsIn(page: string): string[] {
	const code = [...page.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => text.split(/\s+/));
	const layout = [...page.matchAll(/^ {4} *(\S+\/)/gm)].map(([, path = '']) => path);
	return [...code, ...layout].filter((word) =>
		/^[\w.-]+\/([\w.-]+\/)*[\w.-]*$|^[\w-]+\.([\w]+\.)?(ts|mjs|cjs|md|json|ya?ml)$/.test(word),
	);
}

test.each(PAGES)('every path that %s names stands in the project', (page) => {
	const paths = pathsIn(readText(page)).filter((path) => !NOT_THERE.some((pattern) => pattern.test(path)));

	expect(paths.length).toBeGreaterThan(2);
	const isThere = (path: string) =>
		files.some((file) =>
			path.endsWith('/') ? file.includes(`/${path}`) : [path, `${path}.ts`].some((end) => file.endsWith(`/${end}`)),
		);
	expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('CONTRIBUTING.md says why package.json has an exact version', () => {
	const exact = Object.entries(manifest.devDependencies).filter(([, version]) => /^(npm:.*@)?\d/.test(version));
	const [, reasons = ''] = readText('.github/CONTRIBUTING.md').split('## Exact versions');
	const [section] = reasons.split('\n## ');

	expect(exact.length).toBeGreaterThan(5);
	expect(exact.map(([name]) => name).filter((name) => !section?.includes(`\`${name}\``))).toEqual([]);
});
