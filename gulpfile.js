'use strict';

const { build: bundle } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { spawn } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, join, relative } = require('node:path');
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');
const { n8n } = require('./package.json');

const DIST = 'dist';
const OWN = `${DIST}/shared/nodes.js`;
const ZOD = `${DIST}/shared/zod.js`;

/** What the code uses of zod. The rest of it would make the package larger than 130 kB. */
const ZOD_EXPORTS = 'array, check, looseObject, optional, pipe, strictObject, string, transform, unknown';

/** n8n loads one file for each node and credential, with a class of the same name. */
const loadedFiles = [...n8n.credentials, ...n8n.nodes];
const classOf = (file) => basename(file).split('.')[0];

const common = {
	bundle: true,
	format: 'cjs',
	platform: 'node',
	target: 'node20',
	// Node 20 has them all, but not the latest Unicode: esbuild would compile each expression again wherever it runs.
	supported: { 'regexp-unicode-property-escapes': true },
	legalComments: 'none',
	metafile: true,
};

const clean = async () => await rm(DIST, { recursive: true, force: true });

/**
 * Own code keeps its names and lines, without its comments: these are on GitHub, and as long as the code. What it imports from
 * n8n, Node.js and zod is required once, at the top: esbuild would require it, and name it, once for each file.
 * @param required the names of what is imported, by module
 */
const ownCode = (required) => ({
	name: 'own-code',
	setup(build) {
		const compilerOptions = { removeComments: true, target: ScriptTarget.ES2022, module: ModuleKind.ESNext };
		build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
			const options = { compilerOptions, reportDiagnostics: true };
			const { outputText, diagnostics } = transpileModule(await readFile(path, 'utf8'), options);
			const text = outputText
				.replace(/^import \* as z from .*;$/m, '')
				.replace(/^import \{ (.*) \} from '([^.].*)';$/gm, (_line, names, from) => {
					required[from] = [...(required[from] ?? []), ...names.match(/\w+/g)];
					return '';
				});
			return {
				// The lists of words are long without spaces, too.
				contents: basename(path) === 'columnNames.ts' ? text.replaceAll(', ', ',') : text,
				errors: diagnostics.map(({ messageText }) => ({ text: `${path}: ${messageText}` })),
			};
		});
	},
});

/** zod reaches a function through two namespaces, and the bundle would get all of the second one, an eighth of zod. */
const withoutNamespace = {
	name: 'without-namespace',
	setup(build) {
		build.onLoad({ filter: /zod\/v4\/mini\/schemas\.js$/ }, async ({ path }) => ({
			contents: (await readFile(path, 'utf8')).replaceAll('core.util.', 'util.'),
		}));
	},
};

const bundleNodes = async () => {
	const modules = loadedFiles.map(
		(file) => `import { ${classOf(file)} } from './${relative(DIST, file).replace(/\.js$/, '')}';`,
	);
	// With "export", esbuild would add helpers for importers that are ES modules.
	modules.push(`module.exports = { ${loadedFiles.map(classOf).join(', ')} };`);
	const required = {};
	const { outputFiles } = await bundle({
		...common,
		stdin: { contents: modules.join('\n'), resolveDir: __dirname },
		outfile: OWN,
		write: false,
		logOverride: { 'commonjs-variable-in-esm': 'silent' },
		// Shorter expressions, such as !0 for true: names and lines stay as they were written.
		minifySyntax: true,
		plugins: [ownCode(required)],
	});
	const requires = Object.entries(required).map(
		([from, names]) => `const { ${[...new Set(names)].sort().join(', ')} } = require("${from}");\n`,
	);
	await mkdir(dirname(OWN), { recursive: true });
	// Indented by one space, without comments and blank lines: the packed package may have 130 kB.
	await writeFile(
		OWN,
		[...requires.sort(), `const z = require("./${basename(ZOD)}");\n`, outputFiles[0].text]
			.join('')
			.replace(/^ *\/\/ .*\n/gm, '')
			.replaceAll('/* @__PURE__ */ ', '')
			.replace(/\n{2,}/g, '\n')
			.replace(/^(?: {2})+/gm, (spaces) => ' '.repeat(spaces.length / 2)),
	);
	for (const file of loadedFiles) {
		await mkdir(dirname(file), { recursive: true });
		await writeFile(
			file,
			`'use strict';\n\nexports.${classOf(file)} = require('${relative(dirname(file), OWN)}').${classOf(file)};\n`,
		);
	}
};

const bundleZod = async () => {
	const { metafile } = await bundle({
		...common,
		stdin: { contents: `export { ${ZOD_EXPORTS} } from 'zod/mini';`, resolveDir: __dirname },
		outfile: ZOD,
		// Its configuration is its own here: n8n allows no globals, and has copies of zod that share theirs.
		define: { globalThis: '{}' },
		minify: true,
		banner: { js: '// A part of zod, minified, under the license in LICENSES.txt' },
		plugins: [withoutNamespace],
	});
	await writeLicences(bundledPackages(metafile));
};

/** The folders of the packages whose code is in the bundle. */
function bundledPackages({ inputs }) {
	const files = Object.keys(inputs);
	return [...new Set(files.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))].sort();
}

/** Their licences want to be where their code is. */
async function writeLicences(packages) {
	const texts = await Promise.all(
		packages.map(async (folder) => {
			const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
			const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
			if (!file) throw new Error(`${name} has no licence file.`);
			return `${name} ${version}\n\n${await readFile(join(folder, file), 'utf8')}`;
		}),
	);
	await writeFile(join(DIST, 'LICENSES.txt'), texts.join('\n---\n\n'));
}

const copyAssets = () =>
	// With braces at their beginning, it would search the whole project, node_modules included.
	src(['nodes/**/*.{svg,png,node.json}', 'credentials/**/*.{svg,png}', 'nodes/*/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
		allowEmpty: true,
	}).pipe(dest(DIST));

const build = series(clean, parallel(bundleNodes, bundleZod, copyAssets));

/** A script of package.json as a task. */
const script = (name) =>
	Object.assign(() => spawn('npm', ['run', '-s', name], { stdio: 'inherit', shell: process.platform === 'win32' }), {
		displayName: name,
	});

/** Each of these keeps one processor busy. */
const check = parallel(script('lint'), script('typecheck'), build);

module.exports = { clean, build, check, default: build };
