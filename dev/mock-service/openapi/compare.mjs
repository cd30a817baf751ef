/**
 * Compares docs/openapi.yaml with the OpenAPI description that the service publishes, in JSON or YAML. Fails with what the
 * package uses and the description lacks, and with values of enumerations that are new there.
 *
 *   node dev/mock-service/openapi/compare.mjs <address or file of the published description>
 */
import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

async function read(source) {
	if (!/^https?:/.test(source)) return load(await readFile(source, 'utf8'));
	const response = await fetch(source);
	if (!response.ok) throw new Error(`${source} responded with ${response.status} ${response.statusText}`);
	return load(await response.text());
}

function followed(document, part) {
	if (!part?.$ref) return part ?? {};
	const names = part.$ref.split('/').slice(1);
	const target = names.reduce((parent, name) => parent?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
	return followed(document, target);
}

/** Adds the fields of a schema, by their path such as `data[].id`, with the values of those that are enumerations. */
function addFields(document, schema, path, fields, parents = []) {
	const { properties = {}, items, enum: values, allOf, anyOf, oneOf, ...rest } = followed(document, schema);
	const known = fields.get(path);
	const constants = values ?? ('const' in rest ? [rest.const] : undefined);
	fields.set(path, constants ? [...(known ?? []), ...constants] : known);
	const identity = schema?.$ref;
	if (identity && parents.includes(identity)) return;
	const within = identity ? [...parents, identity] : parents;
	for (const [name, field] of Object.entries(properties)) {
		addFields(document, field, path ? `${path}.${name}` : name, fields, within);
	}
	if (items) addFields(document, items, `${path}[]`, fields, within);
	for (const part of [allOf, anyOf, oneOf].flatMap((parts) => parts ?? [])) {
		addFields(document, part, path, fields, within);
	}
}

function fieldsOf(document, content) {
	const fields = new Map();
	addFields(document, followed(document, content).content?.['application/json']?.schema, '', fields);
	return fields;
}

/** What an operation takes and returns, each part with its fields. */
function partsOf(document, { parameters = [] }, operation) {
	const query = new Map();
	for (const parameter of [...parameters, ...(operation.parameters ?? [])]) {
		const { in: place, name, schema } = followed(document, parameter);
		if (place === 'query') addFields(document, schema, name, query);
	}
	const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
	return { query, request: fieldsOf(document, operation.requestBody), response: fieldsOf(document, success) };
}

/** The operations of a description, such as `GET /v1/orders/{}`: services name the parameters of a path as they like. */
function operationsOf(document) {
	const [server] = document.servers ?? [];
	const base = new URL(server?.url ?? '/', 'https://service').pathname.replace(/\/$/, '');
	return new Map(
		Object.entries(document.paths).flatMap(([path, methods]) =>
			METHODS.filter((method) => methods[method]).map((method) => [
				`${method.toUpperCase()} ${base}${path.replace(/\{[^}]*\}/g, '{}')}`,
				partsOf(document, methods, methods[method]),
			]),
		),
	);
}

function differences(ours, published) {
	const theirs = operationsOf(published);
	return [...operationsOf(ours)].flatMap(([operation, parts]) => {
		if (!theirs.has(operation)) return [`${operation} is missing`];
		return Object.entries(parts).flatMap(([part, fields]) => {
			const publishedFields = theirs.get(operation)[part];
			return [...fields].flatMap(([field, values]) => {
				const label = `${operation}, ${part}: ${field || 'the body'}`;
				if (!publishedFields.has(field)) return [`${label} is missing`];
				const added = (publishedFields.get(field) ?? []).filter((value) => values && !values.includes(value));
				return [...new Set(added)].map((value) => `${label} can also be ${JSON.stringify(value)}`);
			});
		});
	});
}

const [source] = process.argv.slice(2);
if (!source) throw new Error('Name the address or the file of the published description');
const found = differences(await read(new URL('../../../docs/openapi.yaml', import.meta.url)), await read(source));
for (const difference of found) console.error(difference);
if (found.length > 0) process.exitCode = 1;
