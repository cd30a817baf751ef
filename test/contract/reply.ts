import { isDeepStrictEqual } from 'node:util';
import type { ErrorObject } from 'ajv/dist/2020';

import { allMistakes, exactMistakes } from '../../dev/mock-service/openapi/validation';
import type { Session } from './session';

const LONGEST_VALUE = 100;

/** A value as JSON, and a text of several words as it is, cut off where it gets long. */
export function shortened(value: unknown): string {
	const text = typeof value === 'string' && value.includes(' ') ? value : (JSON.stringify(value) ?? 'nothing');
	return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text;
}

/** A response, compared with its schema when it is made. */
export class Reply {
	readonly body: unknown;

	/** @param pointer where the schema of the body is in openapi.yaml; `undefined` for no body */
	constructor(
		private readonly operationId: string,
		readonly status: number,
		readonly text: string,
		pointer: string | undefined,
		private readonly session: Pick<Session, 'differs' | 'unlisted'>,
	) {
		if (pointer === undefined) {
			if (text !== '') this.differs('body', 'nothing', text);
			return;
		}
		try {
			this.body = JSON.parse(text) as unknown;
		} catch {
			this.differs('body', 'JSON', text);
			return;
		}
		this.checkBody(pointer);
	}

	/** A field by its path: `cart.items.0.id` is one, and `cart.items[].id` the list of all. */
	at<Value = unknown>(path: string): Value {
		const [list = '', field] = path.split('[].');
		const found = fieldAt(this.body, list);
		if (field === undefined) return found as Value;
		return (Array.isArray(found) ? found.map((entry) => fieldAt(entry, field)) : undefined) as Value;
	}

	/** A field of all entries of lists: `data[].id`. None where there is no list. */
	all<Value = unknown>(path: string): Value[] {
		return this.at<Value[] | undefined>(path) ?? [];
	}

	/** A field has a value. A missing one counts as `null`, and a `Date` equals every text of the same moment. */
	is(path: string, expected: unknown): void {
		const got = this.at(path) ?? null;
		const same =
			expected instanceof Date ? Date.parse(String(got)) === expected.getTime() : isDeepStrictEqual(got, expected);
		if (!same) this.differs(path, shortened(expected), got);
	}

	holds(path: string, sentence: string, ok: boolean): void {
		if (!ok) this.differs(path, sentence, this.at(path));
	}

	each<Value = unknown>(path: string, sentence: string, fits: (value: Value) => boolean): void {
		this.holds(path, sentence, this.all<Value>(path).every(fits));
	}

	/** A list has these texts, in any order. */
	has(path: string, expected: unknown[]): void {
		this.holds(path, shortened(expected), isDeepStrictEqual([...this.all(path)].sort(), [...expected].sort()));
	}

	differs(path: string, expected: string, got: unknown): void {
		this.session.differs(`${this.operationId}: ${path}`, expected, got);
	}

	private checkBody(pointer: string): void {
		for (const error of allMistakes(pointer, this.body)) {
			this.differs(fieldOf(error), ruleOf(error), error.keyword === 'required' ? undefined : error.data);
		}
		for (const error of exactMistakes(pointer, this.body)) {
			if (error.keyword === 'additionalProperties') this.session.unlisted.add(`${this.operationId}: ${fieldOf(error)}`);
		}
		JSON.stringify(this.body, (field, value: unknown) => {
			const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+[^\d:.]/.test(value);
			if (isTime && !/(Z|[+-]00:?00)$/i.test(value)) this.differs(field, 'a time in UTC', value);
			return value;
		});
	}
}

const fieldAt = (value: unknown, path: string): unknown =>
	path.split('.').reduce((parent, name) => (parent as Record<string, unknown> | null | undefined)?.[name], value);

function fieldOf({ instancePath, params }: ErrorObject): string {
	const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
	const steps = [...instancePath.split('/').slice(1), missingProperty ?? additionalProperty].filter(Boolean);
	return steps.join('.').replace(/\.\d+(?=\.|$)/g, '[]') || 'body';
}

function ruleOf({ keyword, schema, message }: ErrorObject): string {
	if (keyword === 'required') return 'that it is there';
	if (keyword === 'enum') return `one of ${(schema as unknown[]).join(', ')}`;
	if (keyword === 'type') return [schema as string | string[]].flat().join(' or ');
	return message ?? keyword;
}
