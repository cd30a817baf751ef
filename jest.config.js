'use strict';

const { dirname } = require('node:path');

const shared = {
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache', '<rootDir>/n8n/(newest|oldest)/'],
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

/** Tests that run in the execution engine of one n8n version, with that version's own modules. */
const engine = (version, corePackage) => ({
	...shared,
	displayName: `engine ${version}`,
	testMatch: [
		'<rootDir>/test/nodes/GiftOrderBatch/{resources,listSearch,triggers,failures,credentialTest}/**/*.test.ts',
	],
	setupFilesAfterEnv: ['<rootDir>/test/support/engineSetup.ts'],
	moduleNameMapper: engineModules(corePackage),
});

module.exports = {
	testTimeout: 180_000,
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/{credentials,nodes}/**/*.test.ts'],
			testPathIgnorePatterns: ['/resources/', '/listSearch/', '/triggers/', '/failures/', '/credentialTest/'],
		},
		{ ...shared, displayName: 'service', testMatch: ['<rootDir>/test/service/**/*.test.ts'] },
		engine('newest', 'n8n-core'),
		engine('oldest', 'n8n-core-oldest'),
		{ ...shared, displayName: 'package', testMatch: ['<rootDir>/test/package/**/*.test.ts'] },
		{ ...shared, displayName: 'docs', testMatch: ['<rootDir>/test/docs/**/*.test.ts'] },
		{ ...shared, displayName: 'workflow', testMatch: ['<rootDir>/test/n8n/**/*.test.ts'] },
		{ ...shared, displayName: 'examples', testMatch: ['<rootDir>/test/examples/**/*.test.ts'] },
		{ ...shared, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.ts'] },
	],
};
