'use strict';

const { build: bundle } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { readdir, rm } = require('node:fs/promises');
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
const shareCode = () =>
	bundle({
		entryPoints,
		outdir: CHUNKS,
		outbase: '.',
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		target: 'node20',
		external: ['n8n-workflow'],
		chunkNames: 'shared/[name]-[hash]',
	});

const toCommonJs = async () => {
	const files = await readdir(CHUNKS, { recursive: true });
	await bundle({
		entryPoints: files.filter((file) => file.endsWith('.js')).map((file) => join(CHUNKS, file)),
		outdir: DIST,
		outbase: CHUNKS,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
	});
};

const copyIconsAndCodex = () =>
	src('{nodes,credentials}/**/*.{svg,png,node.json}', { encoding: false }).pipe(dest(DIST));

const build = series(clean, parallel(series(shareCode, toCommonJs), copyIconsAndCodex));

module.exports = { clean, build, default: build };
