// Writes the types of the objects in docs/openapi.yaml to .cache/openapi.ts, for the type check and for editors.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import openapiTypescript, { astToString } from 'openapi-typescript';

const PROJECT = new URL('../../../', import.meta.url);

const { openapi, info, components } = load(await readFile(new URL('docs/openapi.yaml', PROJECT), 'utf8'));
const document = { openapi, info, components: { schemas: components.schemas } };
const types = astToString(await openapiTypescript(document, { defaultNonNullable: false, silent: true }));
await mkdir(new URL('.cache', PROJECT), { recursive: true });
await writeFile(new URL('.cache/openapi.ts', PROJECT), types);
