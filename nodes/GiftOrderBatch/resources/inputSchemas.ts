import * as z from 'zod/mini';

import { cut, INVISIBLE, isBlank, LONGEST_EMAIL, readNumber, readWholeNumber } from '../api/values';
import type { Problem } from './sentences';

/** A schema can give its own problems only as text. */
const messageOf = (problem: Problem): string => JSON.stringify(problem);

/** The problem that a schema of this file has found. */
export const problemOf = ({ message }: z.core.$ZodIssue): Problem => JSON.parse(message) as Problem;

/** A value as an error message shows it. */
function shownValue(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value !== 'string') return `the ${typeof value} ${String(value)}`;
	const escaped = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
	return `the text ${JSON.stringify(cut(value)).replace(INVISIBLE, escaped)}`;
}

/** The problem of a value that a field does not accept. */
const refused = (field: string, mustBe: string, value: unknown): Problem<'missing' | 'invalid'> =>
	isBlank(value) ? { kind: 'missing', field } : { kind: 'invalid', field, mustBe, value: shownValue(value) };

/** Applies `prepare` to a value, then checks the result. */
export const prepared = <Schema extends z.ZodMiniType>(prepare: (value: unknown) => unknown, schema: Schema) =>
	z.pipe(z.transform(prepare), schema);

/** The problem of a text that still contains an expression, because its field was left on Fixed. */
export const unevaluated = (label: string, value: unknown): Problem[] =>
	typeof value === 'string' && value.includes('{{') ? [{ kind: 'unevaluated', field: label }] : [];

/** A check that reports the problems that `problemsOf` finds. */
export const refusing = <Value>(problemsOf: (value: Value) => Problem[]) =>
	z.check<Value>(({ value, issues }) => {
		for (const problem of problemsOf(value)) issues.push({ code: 'custom', message: messageOf(problem), input: value });
	});

/**
 * A required field.
 * @param mustBe what it accepts, in the words of a message
 * @param accepted the value, or `undefined` for one that it does not accept
 * @param problemOf the problem of a value that it does not accept
 */
export const requiredField = <Value>(
	label: string,
	mustBe: string,
	accepted: (value: unknown) => Value | undefined,
	problemOf = (value: unknown): Problem => refused(label, mustBe, value),
) =>
	z.transform((value: unknown, { issues }): Value => {
		const found = accepted(value);
		if (found !== undefined) return found;
		issues.push({ code: 'custom', message: messageOf(problemOf(value)), input: value });
		// It is not used: the issue fails the check.
		return undefined as Value;
	});

/** The field may be left out; blank text and null count as left out. */
export const optional = <Value>(schema: z.ZodMiniType<Value>) =>
	prepared((value) => (isBlank(value) ? undefined : value), z.optional(schema));

/** Text that is not blank, without the white space around it. */
const trimmed = (value: unknown) => (typeof value === 'string' && !isBlank(value) ? value.trim() : undefined);

/** The same, for text that `fits` accepts only. */
export const fitting = (fits: (text: string) => boolean) => (value: unknown) => {
	const found = trimmed(value);
	return found !== undefined && fits(found) ? found : undefined;
};

export const matching = (pattern: RegExp) => fitting((found) => pattern.test(found));

export const anyText = (label: string) => requiredField(label, 'text', trimmed);

/** An ID from the user's own system, where it may be a number. */
export const anyId = (label: string) =>
	requiredField(label, 'text', (value) => trimmed(Number.isSafeInteger(value) ? String(value) : value));

export const flag = (label: string) =>
	requiredField(label, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));

/** The UUID of an object of the service, such as an order batch, an order or a brand. */
export const uuid = (label: string) =>
	requiredField(
		label,
		'a UUID such as 123e4567-e89b-42d3-a456-426614174000',
		matching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i),
	);

/** One of the values. "cancelled" is "canceled", which nodeErrors.ts writes so in messages that list the values. */
export const choice = <Value extends string>(label: string, values: readonly Value[]) =>
	requiredField(label, `one of ${values.join(', ')}`, (value) =>
		values.find((one) => one === value || one.replace('canceled', 'cancelled') === value),
	);

const atLeast = (min: number, value: unknown) =>
	typeof value === 'number' && value >= min && value < Infinity ? value : undefined;

const wholeAtLeast = (min: number, value: unknown) => (Number.isSafeInteger(value) ? atLeast(min, value) : undefined);

export const anyNumber = (label: string, min: number) =>
	requiredField(label, `a number of at least ${min}`, (value) => atLeast(min, readNumber(value)));

export const wholeNumber = (label: string, min: number) =>
	requiredField(label, `a whole number of at least ${min}`, (value) => wholeAtLeast(min, readNumber(value)));

/** An amount in US cents. Text must be whole digits: "25.00" may be meant in dollars. */
export const amountInCents = (label: string) =>
	requiredField(label, 'a whole number of cents of at least 1', (value) => wholeAtLeast(1, readWholeNumber(value)));

/** The most characters of a name, and of text that may hold a name and an email address. Longer text is not searched. */
export const LONGEST_NAME = 200;
export const LONGEST_TEXT = LONGEST_NAME + LONGEST_EMAIL;

/** Without quotes, comments and other ways to write the same address differently. */
const EMAIL = /^[^\s@,;:<>()[\]\\"]+(?<!')@[\p{L}\p{M}\p{N}\p{So}·・_-]+(?:\.[\p{L}\p{M}\p{N}\p{So}·・_-]+)+$/u;

export const isEmailAddress = (value: unknown): value is string =>
	typeof value === 'string' && value.length <= LONGEST_EMAIL && EMAIL.test(value) && value.search(INVISIBLE) < 0;

export const emailAddress = (label: string) =>
	requiredField(label, 'an email address such as ann@example.com', fitting(isEmailAddress));

/** Invisible characters that are removed from text. Joiners are kept within the scripts that need them. */
const NEEDLESS =
	/(?![\u200c\u200d])[\p{Cc}\p{Default_Ignorable_Code_Point}]|(?<![^\s\p{Script=Latin}\p{N}\p{P}])[\u200c\u200d]|[\u200c\u200d](?![^\s\p{Script=Latin}\p{N}\p{P}])/gu;

/** Text on one line, in one Unicode form, without invisible characters. Other values and overlong text are returned unchanged. */
export const visible = (value: unknown): unknown =>
	typeof value === 'string' && value.length <= LONGEST_TEXT && /[^\x20-\x7e]/.test(value)
		? value
				.replace(/[\t-\r\x85\u2028\u2029]+/g, ' ')
				.normalize('NFC')
				.replace(NEEDLESS, '')
		: value;

/** The first or last name of a person, or the name of the sender. */
export const shortText = (label: string) =>
	requiredField(
		label,
		`text of at most ${LONGEST_NAME} characters`,
		fitting((found) => found.length <= LONGEST_NAME),
	);

export const webUrl = (label: string) =>
	requiredField(
		label,
		'a web address such as https://www.example.com/gift',
		fitting((address) => /^https?:\/\//i.test(address) && URL.canParse(address)),
	);

export const twoLetters = (label: string) =>
	requiredField(label, 'a two-letter country code such as US', (value) =>
		matching(/^[a-z]{2}$/i)(value)?.toUpperCase(),
	);

/** An ISO 8601 time with an offset, and its date, hour and minute. */
const ZONED_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function isZonedTime(found: string): boolean {
	const [, minute] = ZONED_TIME.exec(found) ?? [];
	if (minute === undefined || Number.isNaN(Date.parse(found))) return false;
	// JavaScript takes February 30 for March 2, and 24:00 for the next day.
	return new Date(`${minute}Z`).toISOString().startsWith(minute);
}

/** Whether a value is a date, or a date and time, of the calendar without a time zone. */
const isLocalTime = (value: unknown): value is string =>
	typeof value === 'string' &&
	isZonedTime(
		`${value
			.trim()
			.replace(/^(.{10})$/, '$1T00:00')
			.replace(' ', 'T')}Z`,
	);

const TIME = 'a date and time such as 2030-12-24T09:00:00';

/** An ISO 8601 time with an offset. `ItemContext.dateTime` adds the offset to every local time that exists. */
export const dateTime = (label: string) =>
	requiredField(label, TIME, fitting(isZonedTime), (value) =>
		isLocalTime(value) ? { kind: 'skippedTime', field: label, value } : refused(label, TIME, value),
	);

/** An object with no fields other than those of `shape`. */
export const strictObject = <Shape extends z.core.$ZodShape>(label: string, shape: Shape) =>
	z.strictObject(shape, {
		error(issue) {
			if (issue.code === 'unrecognized_keys')
				return messageOf({ kind: 'unknownFields', field: label, names: issue.keys, known: Object.keys(shape) });
			return messageOf(refused(label, 'an object', issue.input));
		},
	});

/** A list with at least one entry. */
export const nonEmptyList = <Entry extends z.ZodMiniType>(label: string, entry: Entry) => {
	const empty: Problem = { kind: 'emptyList', field: label };
	const error = ({ input }: { input?: unknown }) => messageOf(isBlank(input) ? empty : refused(label, 'a list', input));
	return z.array(entry, { error }).check(refusing(({ length }) => (length > 0 ? [] : [empty])));
};

/** One or more of the values: a list, or text with commas between them, as expressions may give. */
export const choices = (label: string, values: string[]) =>
	prepared(
		(value) => (typeof value === 'string' ? value.split(',') : value),
		nonEmptyList(
			label,
			prepared((value) => (typeof value === 'string' ? value.trim() : value), choice(label, values)),
		),
	);

/** The valid value, or every problem. */
export type Checked<Value> = { value: Value } | { problems: Problem[] };

/** Checks a value against one schema. Never throws. */
export function check<Value>(schema: z.ZodMiniType<Value>, input: unknown): Checked<Value> {
	const parsed = schema.safeParse(input);
	return parsed.success ? { value: parsed.data } : { problems: parsed.error.issues.map(problemOf) };
}
