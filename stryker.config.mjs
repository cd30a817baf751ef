import { fileURLToPath } from 'node:url';

import jestConfig from './jest.config.js';

const GIFT = 'nodes/GiftOrderBatch';
const CREATION = `${GIFT}/resources/orderBatch`;
const [unit] = jestConfig.projects;

/** What needs n8n's engine in the most part, and so has few unit tests or none. */
const ENGINE = [
	`${CREATION}/{recipients/rows,rules/collections}.ts`,
	`${CREATION}/once/{creationErrors,limits,ownGifts,report}.ts`,
	`${CREATION}/output/{items,preview,statusHints}.ts`,
	`${GIFT}/api/{collections,customerReferences,endpoints,products}.ts`,
];

/** Mutates what unit tests hold. `npm run mutation -- --mutate <files>` mutates some of it. */
export default {
	testRunner: 'jest',
	jest: {
		config: {
			...unit,
			projects: [],
			testTimeout: jestConfig.testTimeout,
			// Thousands of records and texts of 100 kB would take minutes for each mutant.
			testPathIgnorePatterns: ['recipients/anyRecord', 'unit/hostileTexts'],
			testEnvironment: fileURLToPath(new URL('test/support/firstFailureOnly.cjs', import.meta.url)),
		},
	},
	coverageAnalysis: 'perTest',
	// What is evaluated on import needs a run of all tests for each mutant.
	ignoreStatic: true,
	mutate: [
		...['recipients', 'rules', 'once', 'output'].map((folder) => `${CREATION}/${folder}/**/*.ts`),
		`${GIFT}/resources/sentences.ts`,
		`${GIFT}/api/**/*.ts`,
		...ENGINE.map((file) => `!${file}`),
	],
	// A run takes over what the last one found out about code and tests that have not changed since.
	incremental: true,
	incrementalFile: '.cache/mutation.json',
	// Texts are compared by the tests of messages, and a mutated text is no mistake of a rule.
	mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
	reporters: ['clear-text', 'progress'],
	clearTextReporter: { allowColor: false, logTests: false },
	tempDirName: '.cache/stryker',
	ignorePatterns: ['/dist', '/docs/pictures', '/examples', '/.git', '/.cache'],
	thresholds: { high: 85, low: 85, break: 85 },
};
