import { document } from '../../../dev/mock-service/openapi/document';
import type { components } from '../../../dev/mock-service/openapi/types';
import { exactMistakes } from '../../../dev/mock-service/openapi/validation';

export type SchemaName = keyof components['schemas'];

/** The name of every object of docs/openapi.yaml. */
export const schemaNames = Object.keys(document.components.schemas) as SchemaName[];

/** What is wrong with `value`, one line each; nothing when it is as the document says, without other fields. */
export function problemsOf(name: SchemaName, value: unknown): string[] {
	return exactMistakes(`#/components/schemas/${name}`, value).map(
		({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
	);
}

/** The names of the objects that have a list in the document. */
type ListedName = { [Name in SchemaName]: `${Name}List` extends SchemaName ? Name : never }[SchemaName];

/** The same for a list envelope whose entries are all `name`. */
export function problemsOfList(name: ListedName, value: unknown): string[] {
	return problemsOf(`${name}List`, value);
}

/** The names of all fields that the document gives an object, sorted. */
export function fieldsOf(name: SchemaName): string[] {
	return Object.keys(document.components.schemas[name]?.properties ?? {}).sort();
}
