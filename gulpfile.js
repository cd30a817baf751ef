'use strict';

const { build: bundle } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { n8n } = require('./package.json');

const DIST = 'dist';
const CHUNKS = '.cache/bundle';

const entryPoints = [...n8n.credentials, ...n8n.nodes].map((file) => file.replace(/^dist\/(.*)\.js$/, '$1.ts'));

const clean = async () => {
	await Promise.all([DIST, CHUNKS].map((directory) => rm(directory, { recursive: true, force: true })));
};

/**
 * Bundles each node and credential with what it needs, in two steps: esbuild shares code between entry points in ES
 * modules only, and n8n loads CommonJS only.
 */
const shareCode = async () => {
	const { metafile } = await bundle({
		entryPoints,
		outdir: CHUNKS,
		outbase: '.',
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		target: 'node20',
		external: ['n8n-workflow'],
		// zod's configuration is its own here: n8n allows no globals, and has copies of zod that share theirs.
		define: { globalThis: '{}' },
		chunkNames: 'shared/[name]-[hash]',
		metafile: true,
	});
	await writeLicences(bundledPackages(metafile));
};

/** The folders of the packages whose code is in the bundle. */
function bundledPackages({ outputs }) {
	const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
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
	await mkdir(DIST, { recursive: true });
	await writeFile(join(DIST, 'LICENSES.txt'), texts.join('\n---\n\n'));
}

const toCommonJs = async () => {
	const files = await readdir(CHUNKS, { recursive: true });
	await bundle({
		entryPoints: files.filter((file) => file.endsWith('.js')).map((file) => join(CHUNKS, file)),
		outdir: DIST,
		outbase: CHUNKS,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		// Names stay, so that a stack trace can be read.
		minifyWhitespace: true,
		minifySyntax: true,
	});
};

const copyAssets = () =>
	src(['{nodes,credentials}/**/*.{svg,png,node.json}', 'nodes/*/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest(DIST));

const build = series(clean, parallel(series(shareCode, toCommonJs), copyAssets));

module.exports = { clean, build, default: build };
