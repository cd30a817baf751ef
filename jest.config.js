'use strict';

const shared = {
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache', '<rootDir>/n8n/(newest|oldest)/'],
};

/** Tests that run in the execution engine of one installed n8n, with that n8n's own modules. */
const engine = (version) => ({
	...shared,
	displayName: `engine ${version}`,
	testMatch: [
		'<rootDir>/test/nodes/GiftOrderBatch/{resources,listSearch,triggers,failures,credentialTest}/**/*.test.ts',
	],
	setupFilesAfterEnv: ['<rootDir>/test/support/engineSetup.ts'],
	moduleNameMapper: {
		'^(n8n-workflow|n8n-core|reflect-metadata)$': `<rootDir>/n8n/${version}/node_modules/$1`,
	},
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
		engine('newest'),
		engine('oldest'),
		{ ...shared, displayName: 'package', testMatch: ['<rootDir>/test/package/**/*.test.ts'] },
		{ ...shared, displayName: 'docs', testMatch: ['<rootDir>/test/docs/**/*.test.ts'] },
		{ ...shared, displayName: 'workflow', testMatch: ['<rootDir>/test/n8n/**/*.test.ts'] },
		{ ...shared, displayName: 'examples', testMatch: ['<rootDir>/test/examples/**/*.test.ts'] },
		{ ...shared, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.ts'] },
	],
};
