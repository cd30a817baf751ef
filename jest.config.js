'use strict';

const { dirname } = require('node:path');

const shared = {
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache', '<rootDir>/dev/n8n/(newest|oldest)/'],
};

/** One n8n's execution engine, and the one copy of n8n-workflow that it shares with the nodes under test. */
const engineModules = (corePackage) => {
	const paths = [dirname(require.resolve(`${corePackage}/package.json`))];
	return {
		'^n8n-core$': require.resolve(corePackage),
		'^n8n-workflow$': require.resolve('n8n-workflow', { paths }),
		'^reflect-metadata$': require.resolve('reflect-metadata', { paths }),
	};
};

/** The tests of one folder of `test/`. */
const project = (folder, displayName = folder) => ({
	...shared,
	displayName,
	testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
});

/**
 * Tests that run in the execution engine of one n8n version, with that version's own modules. What cannot differ between
 * versions is in files named `*.newest.test.ts`.
 */
const engine = (version, corePackage) => ({
	...project('engine', `engine ${version}`),
	setupFilesAfterEnv: ['<rootDir>/test/support/engineSetup.ts'],
	moduleNameMapper: engineModules(corePackage),
	// What cannot differ between the versions runs in the newest alone.
	testPathIgnorePatterns: version === 'newest' ? [] : ['\\.newest\\.test\\.ts$'],
});

/** Tests that run real n8n. */
const real = (folder) => ({ ...project(folder), setupFilesAfterEnv: ['<rootDir>/test/support/realTests.ts'] });

module.exports = {
	testTimeout: 180_000,
	testSequencer: '<rootDir>/test/support/slowFirst.js',
	projects: [
		project('unit'),
		project('mock-service'),
		project('contract'),
		engine('newest', 'n8n-core'),
		engine('oldest', 'n8n-core-oldest'),
		project('package'),
		project('docs'),
		real('n8n'),
		real('examples'),
		real('browser'),
	],
};
