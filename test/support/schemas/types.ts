/** The notations of the interface document's tables. */
export const text = { type: 'string' };
export const integer = { type: 'integer' };
export const flag = { type: 'boolean' };
export const uuid = { type: 'string', format: 'uuid' };
export const dateTime = { type: 'string', format: 'date-time' };
export const texts = listOf(text);

export function oneOf(...values: string[]) {
	return { type: 'string', enum: values };
}

export function nullable(schema: object) {
	return { anyOf: [schema, { type: 'null' }] };
}

export function listOf(items: object) {
	return { type: 'array', items };
}

export function ref(name: string) {
	return { $ref: name };
}

/** An object with these fields and no others. */
export function object<Properties extends object>(properties: Properties, required: Array<keyof Properties>) {
	return { ...openObject(properties, required), additionalProperties: false };
}

/** An object whose table says that it has more fields than are shown. */
export function openObject<Properties extends object>(properties: Properties, required: Array<keyof Properties>) {
	return { type: 'object', properties, required };
}

/** An object that has all of these fields. */
export function fullObject<Properties extends object>(properties: Properties) {
	return object(properties, Object.keys(properties) as Array<keyof Properties>);
}
