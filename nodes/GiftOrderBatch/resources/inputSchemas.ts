import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/mini';

import { cut, INVISIBLE, isBlank, listed, LONGEST_EMAIL, readNumber, readWholeNumber } from '../api/values';

/** What is wrong with an input. */
export interface Problem {
	/** A sentence without a final period, and without the value that is wrong. */
	message: string;
	/** The value that is wrong, as a message shows it. */
	value?: string;
	/** The label of a field that is missing. */
	missing?: string;
	/** Why the field is needed. */
	reason?: string;
}

/** The problem of a field without a value. @param reason why it is needed */
export const missing = (label: string, reason?: string): Problem => ({
	message: `"${label}" is missing`,
	missing: label,
	reason,
});

/** A problem as a sentence without a final period. */
export const sentenceOf = ({ message, value, reason }: Problem): string =>
	`${message}${reason ? `: ${reason}` : ''}${value === undefined ? '' : `, but it is ${value}`}`;

/** The problems that a schema of this file has found. */
export const problemsIn = ({ issues }: z.core.$ZodError): Problem[] =>
	issues.map(
		(issue) => (issue.code === 'custom' && (issue.params as Problem | undefined)) || { message: issue.message },
	);

/** A value as an error message shows it. */
function shown(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value !== 'string') return `the ${typeof value} ${String(value)}`;
	const escaped = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
	return `the text ${JSON.stringify(cut(value)).replace(INVISIBLE, escaped)}`;
}

/** Checks what a function makes of the value. */
export const prepared = <Schema extends z.ZodMiniType>(prepare: (value: unknown) => unknown, schema: Schema) =>
	z.pipe(z.transform(prepare), schema);

/** A required field, whose one message says by its label what it must be and, unless it may be a secret, what it is. */
export const field = <Value>(label: string, mustBe: string, accepts: z.ZodMiniType<Value>, isSecret = false) =>
	z.transform((value: unknown, context): Value => {
		const parsed = accepts.safeParse(value);
		if (parsed.success) return parsed.data;
		const problem: Problem = isBlank(value)
			? missing(label)
			: { message: `"${label}" must be ${mustBe}`, value: isSecret ? undefined : shown(value) };
		context.issues.push({ code: 'custom', message: sentenceOf(problem), params: problem, input: value });
		return z.NEVER;
	});

/** The field may be left out; blank text and null count as left out. */
export const optional = <Value>(schema: z.ZodMiniType<Value>) =>
	prepared((value) => (isBlank(value) ? undefined : value), z.optional(schema));

/** Text that is not blank. Not `z.minLength`, which compares the `length` of whatever has one. */
const filled = z.string().check(
	z.trim(),
	z.refine((text) => text !== ''),
);

const matching = (pattern: RegExp) => z.string().check(z.trim(), z.regex(pattern));

export const text = (label: string) => field(label, 'text', filled);

/** A text that may be a secret, such as the number of a card: its value is shown nowhere. */
export const secretText = (label: string) => field(label, 'text', filled, true);

/** An ID of the user's own system, which may be a number there. */
export const ownId = (label: string) =>
	field(
		label,
		'text',
		prepared((value) => (Number.isSafeInteger(value) ? String(value) : value), filled),
	);

export const flag = (label: string) => field(label, 'true or false', z.boolean());

/** The UUID of an order batch, an order or a brand, and of whatever else the service has given an ID. */
export const id = (label: string) =>
	field(label, 'a UUID such as 123e4567-e89b-42d3-a456-426614174000', z.string().check(z.trim(), z.guid()));

export const choice = <Value extends string>(label: string, values: readonly [Value, ...Value[]]) =>
	field(label, `one of ${values.join(', ')}`, z.enum(values as [Value, ...Value[]]));

export const number = (label: string, least: number) =>
	field(label, `a number of at least ${least}`, prepared(readNumber, z.number().check(z.gte(least))));

export const wholeNumber = (label: string, least: number) =>
	field(label, `a whole number of at least ${least}`, prepared(readNumber, z.int().check(z.gte(least))));

/** An amount in US cents. Text must be whole digits: "25.00" may be meant in dollars. */
export const amountInCents = (label: string) =>
	field(label, 'a whole number of cents of at least 1', prepared(readWholeNumber, z.int().check(z.gte(1))));

/** The most characters of a name, and of a text that may hold it and an email address. A longer one is not looked into. */
export const LONGEST_NAME = 200;
export const LONGEST_TEXT = LONGEST_NAME + LONGEST_EMAIL;

/** Without quotes, comments and whatever else makes another text of the same address. */
const EMAIL = /^[^\s@,;:<>()[\]\\"]+(?<!')@[\p{L}\p{M}\p{N}\p{So}·・_-]+(?:\.[\p{L}\p{M}\p{N}\p{So}·・_-]+)+$/u;

export const isEmailAddress = (value: unknown): value is string =>
	typeof value === 'string' && value.length <= LONGEST_EMAIL && EMAIL.test(value) && value.search(INVISIBLE) < 0;

export const email = (label: string) =>
	field(label, 'an email address such as ann@example.com', z.string().check(z.trim(), z.refine(isEmailAddress)));

/** Invisible characters that a text does without. Joiners are kept within the scripts that need them. */
const NEEDLESS =
	/(?![\u200c\u200d])[\p{Cc}\p{Default_Ignorable_Code_Point}]|(?<![^\s\p{Script=Latin}\p{N}\p{P}])[\u200c\u200d]|[\u200c\u200d](?![^\s\p{Script=Latin}\p{N}\p{P}])/gu;

/** One line and one form of Unicode for a text, without invisible characters. Any other value, or one too long, as it is. */
export const visible = (value: unknown): unknown =>
	typeof value === 'string' && value.length <= LONGEST_TEXT && /[^\x20-\x7e]/.test(value)
		? value
				.replace(/[\t-\r\x85\u2028\u2029]+/g, ' ')
				.normalize('NFC')
				.replace(NEEDLESS, '')
		: value;

/** The first or last name of a person, or the name of who sends gifts. */
export const name = (label: string) =>
	field(
		label,
		`text of at most ${LONGEST_NAME} characters`,
		filled.check(z.refine((text) => text.length <= LONGEST_NAME)),
	);

export const usPhone = (label: string) =>
	field(label, 'a US phone number in E.164 format such as +14155552671', matching(/^\+1[2-9]\d{9}$/));

export const webUrl = (label: string) =>
	field(label, 'a web address such as https://www.example.com/gift', matching(/^https?:\/\//i).check(z.url()));

export const twoLetters = (label: string) =>
	field(label, 'a two-letter country code such as US', matching(/^[a-z]{2}$/i).check(z.toUpperCase()));

/** What ends a time whose offset is known. */
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/;

const calendarTime = z.iso.datetime({ local: true });

/** A text that is an ISO 8601 time with an offset. The pattern of `iso.datetime` wants seconds before one. */
const zonedTime = z
	.string()
	.check(
		z.refine(
			(text) =>
				OFFSET.test(text) &&
				calendarTime.safeParse(text.replace(OFFSET, '')).success &&
				!Number.isNaN(Date.parse(text)),
		),
	);

/** Whether a value is a date, or a date and time, of the calendar without a time zone. */
const isLocalTime = (value: unknown): value is string =>
	typeof value === 'string' &&
	zonedTime.safeParse(
		`${value
			.trim()
			.replace(/^(.{10})$/, '$1T00:00')
			.replace(' ', 'T')}Z`,
	).success;

/** An ISO 8601 time with an offset. `ItemContext.dateTime` adds the offset to every local time that exists. */
export const dateTime = (label: string) =>
	z.pipe(
		z.unknown().check(({ value, issues }) => {
			if (!isLocalTime(value)) return;
			const message = `"${label}" is ${cut(value)}, which the time zone of the workflow skips because its clocks go forward: choose another time of that day`;
			issues.push({ code: 'custom', message, input: value });
		}),
		field(label, 'a date and time such as 2030-12-24T09:00:00', zonedTime),
	);

/** An object without other fields than those of `shape`. */
export const object = <Shape extends z.core.$ZodShape>(label: string, shape: Shape) =>
	z.strictObject(shape, {
		error(issue) {
			if (issue.code === 'unrecognized_keys') {
				const unknown = listed(issue.keys.map((key) => `"${cut(key)}"`));
				return `"${label}" has the unknown field ${unknown}; its fields are ${Object.keys(shape).join(', ')}`;
			}
			return isBlank(issue.input)
				? `"${label}" is missing`
				: `"${label}" must be an object, but it is ${shown(issue.input)}`;
		},
	});

/** A list with at least one entry. */
export const list = <Entry extends z.ZodMiniType>(label: string, entry: Entry) => {
	const empty = `"${label}" is empty: add at least one entry`;
	return z
		.array(entry, {
			error: ({ input }) => (isBlank(input) ? empty : `"${label}" must be a list, but it is ${shown(input)}`),
		})
		.check(z.refine((entries) => entries.length > 0, empty));
};

/** One or more of the values: a list, or text with commas between them, as expressions may give. */
export const choices = (label: string, values: string[]) =>
	prepared(
		(value) => (typeof value === 'string' ? value.split(',') : value),
		list(
			label,
			prepared(
				(value) => (typeof value === 'string' ? value.trim() : value),
				choice(label, values as [string, ...string[]]),
			),
		),
	);

/** The filter of brands by shipping country (openapi: CountryCode). */
export const countryCode = optional(twoLetters('Country Code'));

/** What was found to be right, or every problem as a sentence that names the label. */
export type Checked<Value> = { value: Value } | { problems: string[] };

/** Checks a value against one schema. Never throws. */
export function check<Value>(schema: z.ZodMiniType<Value>, input: unknown): Checked<Value> {
	const parsed = schema.safeParse(input);
	return parsed.success ? { value: parsed.data } : { problems: parsed.error.issues.map(({ message }) => message) };
}

/** Checks the values of a collection against their schemas. What was not added to it is not missed. */
export function checkAdded<Shape extends z.core.$ZodShape>(values: IDataObject, schemas: Shape) {
	const added = Object.fromEntries(Object.entries(schemas).filter(([name]) => name in values));
	return check(z.object(added), values) as Checked<Partial<z.infer<z.ZodMiniObject<Shape>>>>;
}
