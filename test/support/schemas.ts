import { document } from '../../dev/mock-service/openapi/document';
import type { components } from '../../.cache/openapi';
import { exactMistakes } from '../../dev/mock-service/openapi/validation';

export type SchemaName = keyof components['schemas'];

/** What is wrong with `value`, one line each; nothing when it is as the document says, without other fields. */
export function problemsOf(name: SchemaName, value: unknown): string[] {
	return exactMistakes(`#/components/schemas/${name}`, value).map(
		({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
	);
}

/** The names of all fields that the document gives an object, sorted. */
export function fieldsOf(name: SchemaName): string[] {
	return Object.keys(document.components.schemas[name]?.properties ?? {}).sort();
}
