// Lints docs/openapi.yaml.
import { fileURLToPath } from 'node:url';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';

const config = await createConfig({
	extends: ['recommended'],
	rules: {
		// Unless objects in examples may have more fields, it misreads an object with alternatives (oneOf).
		'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
		// It does not see the properties that stand beside a condition (allOf, if, then).
		'no-required-schema-properties-undefined': 'off',
	},
});
const problems = await lint({ ref: fileURLToPath(new URL('../../../docs/openapi.yaml', import.meta.url)), config });
formatProblems(problems, { totals: getTotals(problems), version: '' });
if (problems.length > 0) process.exitCode = 1;
