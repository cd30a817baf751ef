// The project's own rules. Those of n8n for nodes and credentials are in eslint.config.mjs, which n8n wants unchanged.
import js from '@eslint/js';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Data flows one way: what is in `files` imports nothing that matches `forbidden`. */
const importsNothingOf = (files, forbidden) => ({
	files: [files],
	rules: {
		'no-restricted-imports': ['error', { patterns: [{ group: forbidden, message: 'Imports point one way only.' }] }],
	},
});

const FOR_DEVELOPMENT = ['**/dev/**', '**/test/**'];
const NODE_FILES = '**/*.node';

export default defineConfig(
	globalIgnores(['dist', '.cache', '**/node_modules', '**/package-lock.json']),
	{
		files: ['**/*.{js,mjs,ts}'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: { '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }] },
	},
	{
		files: ['**/*.{js,mjs}'],
		languageOptions: { globals: globals.node },
		// For those that are CommonJS, which have no other way to load a module at their beginning.
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	// A newer release of n8n's rules than that in n8n's configuration.
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// It wants the camel-case page name of n8n's own documentation; a community package gives a web address.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// They want the text 'main', which the newer rules of n8n forbid in favour of NodeConnectionTypes.Main.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		// What others write is read in linear time.
		files: ['{nodes,credentials}/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': 'error',
		},
	},
	{
		// They are plain: their tests need no n8n.
		files: ['nodes/**/{api,once}/**/*.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{ paths: [{ name: 'n8n-workflow', message: 'Only its types.', allowTypeImports: true }] },
			],
		},
	},
	importsNothingOf('nodes/**/api/**', [
		'**/resources/**',
		'**/triggers/**',
		'**/methods/**',
		NODE_FILES,
		...FOR_DEVELOPMENT,
	]),
	importsNothingOf('nodes/**/resources/**', ['**/triggers/**', '**/methods/**', NODE_FILES, ...FOR_DEVELOPMENT]),
	// The way of an order batch: each folder knows those before it.
	...['recipients', 'rules', 'form', 'once', 'output'].map((folder, index, folders) =>
		importsNothingOf(`nodes/**/orderBatch/${folder}/**`, [
			...folders.slice(index + 1).map((later) => `**/${later}/*`),
			...(index < folders.indexOf('once') ? ['**/plan'] : []),
			'**/create',
			'**/getPrice',
			'**/triggers/**',
			'**/methods/**',
			NODE_FILES,
			...FOR_DEVELOPMENT,
		]),
	),
	importsNothingOf('nodes/**/{triggers,methods}/**', [NODE_FILES, ...FOR_DEVELOPMENT]),
	importsNothingOf('nodes/**/*.node.ts', FOR_DEVELOPMENT),
	...['mock-service', 'n8n', 'harness', 'demo', '{bench,soak}'].map((folder, index, folders) =>
		importsNothingOf(`dev/${folder}/**`, [
			'**/test/**',
			...folders.slice(index + 1).map((later) => `**/${later}/**`),
			...(folder === 'mock-service' ? ['**/nodes/**', '**/credentials/**'] : []),
		]),
	),
);
