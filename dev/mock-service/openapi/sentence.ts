import type { ErrorObject } from 'ajv/dist/2020';

/** Where the deployed service is known to name no field, and the rules that go with them. */
const WHOLE_SENTENCES: Record<string, string> = {
	'recipients minItems': "Recipients can't be blank",
	'page minimum': 'Page must be greater than 0',
	'per_page minimum': 'Per page must be between 1 and 100',
	'per_page maximum': 'Per page must be between 1 and 100',
};

/**
 * Says what is wrong, and with which field, such as `recipients[1].first_name is missing`.
 * @param errors what one validation found, at least one
 * @param name what was validated, when it is no body
 */
export function sentenceOf(errors: ErrorObject[], name?: string): string {
	// The errors of alternatives come first, each as if there were no other.
	const error = errors.find(({ keyword }) => keyword === 'oneOf') ?? errors[0]!;
	const { missingProperty } = error.params as { missingProperty?: string };
	const keys = [name, ...error.instancePath.split('/').slice(1), missingProperty].filter((key) => key !== undefined);
	const field = keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('');
	const subject = field.slice(1) || 'Request body';
	return WHOLE_SENTENCES[`${subject} ${error.keyword}`] ?? `${subject} ${predicateOf(error)}`;
}

function predicateOf({ keyword, schema, params, message }: ErrorObject): string {
	switch (keyword) {
		case 'required':
			return 'is missing';
		case 'dependentRequired':
			return `is required when ${(params as { property: string }).property} is given`;
		case 'type':
			return `must be ${([schema].flat() as string[]).map(withArticle).join(' or ')}`;
		case 'enum':
			return `must be one of ${(schema as unknown[]).join(', ')}`;
		case 'oneOf':
			return `must have exactly one of ${(schema as Array<{ required: string[] }>).flatMap(({ required }) => required).join(', ')}`;
		case 'minItems':
			return "can't be blank";
		case 'pattern':
			return schema === '\\S' ? "can't be blank" : `must match ${String(schema)}`;
		default:
			return message ?? 'is invalid';
	}
}

function withArticle(type: string): string {
	if (type === 'null') return type;
	return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}
