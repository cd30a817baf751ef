/**
 * Lints docs/openapi.yaml and checks that types.ts is what it gives.
 *
 *   node dev/mock-service/openapi/check.mjs            # fails when either is not so
 *   node dev/mock-service/openapi/check.mjs --write    # makes types.ts anew
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';
import { load } from 'js-yaml';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const DOCUMENT = new URL('../../../docs/openapi.yaml', import.meta.url);
const TYPES = new URL('types.ts', import.meta.url);

const config = await createConfig({
	extends: ['recommended'],
	rules: {
		// Unless objects in examples may have more fields, it misreads an object with alternatives (oneOf).
		'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
		// It does not see the properties that stand beside a condition (allOf, if, then).
		'no-required-schema-properties-undefined': 'off',
	},
});
const problems = await lint({ ref: fileURLToPath(DOCUMENT), config });
formatProblems(problems, { totals: getTotals(problems), version: '' });
if (problems.length > 0) process.exitCode = 1;

// Only the objects: what is sent where is checked while the service runs.
const { openapi, info, components } = load(await readFile(DOCUMENT, 'utf8'));
const document = { openapi, info, components: { schemas: components.schemas } };
const types = await format(
	`// Made from docs/openapi.yaml by npm run types.
${astToString(await openapiTypescript(document, { defaultNonNullable: false, silent: true }))}`,
	{ ...(await resolveConfig(TYPES)), parser: 'typescript' },
);
if (process.argv.includes('--write')) {
	await writeFile(TYPES, types);
} else if (types !== (await readFile(TYPES, 'utf8').catch(() => ''))) {
	console.error('dev/mock-service/openapi/types.ts is not what docs/openapi.yaml gives. Run npm run types.');
	process.exitCode = 1;
}
