import type { IDataObject } from 'n8n-workflow';

import { isObject, objectsIn } from '../../../api/values';
import { isOfOthers, kindOf, plain, setOf } from './columnMeaning';
import { isEmpty } from './normalize';

const MAX_DEPTH = 7;

/** What marks the entry of a list that counts. */
const PRIMARY = setOf(
	'primary, is primary, default, is default, preferred, is preferred, principal, is primary address, default shipping',
);
/** What an entry of a list says that it is, and the question that it answers. */
const TYPES = setOf(
	'system, field name, type, label, category, kind, use, tag, usage type, value type, field code, field type, enum code',
);
const QUESTIONS = ['question', 'label', 'name', 'title', 'fieldname', 'columnname', 'key'];
const ANSWERS = setOf('value, values, text, answer, display value, string value');

const isPrimary = (entry: Record<string, unknown>) =>
	Object.entries({ ...entry, ...(isObject(entry.metadata) ? entry.metadata : {}) }).some(
		([key, value]) => (value === true || value === 1) && PRIMARY.has(plain(key)),
	);

/** What may hold the lines of a street. */
const STREETS = setOf('address, street, streets, line, lines, address lines, street lines');

/** What an entry of a list has that is a line item. */
const LINE_ITEM = setOf('quantity, qty, qty ordered, sku');

/** What holds the text of an object. */
const TEXTS = ['_', '#text', 'plain_text', 'stringValue'];

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isAnswered = (value: unknown) =>
	isObject(value) && !('value' in value)
		? Object.keys(value).some((key) => kindOf(key) === 'field' || /^(?:first|last)$/i.test(key))
		: [isObject(value) ? value.value : value].flat().some(isText);
/** Whether a list holds names and values, as columns do. */
const holdsColumns = (list: unknown) =>
	objectsIn(list).some((one) => isAnswered(one.value) && ['name', 'key', 'title'].some((key) => isText(one[key])));
/** What a buyer says about an entry of a list, such as the properties of line items. */
const saidOf = (one: object) => objectsIn(Object.values(one).filter(holdsColumns).flat());

/** The answers of a raw response of Typeform with their questions, which stand elsewhere in it. */
function withQuestions(answers: unknown, { fields }: Record<string, unknown>) {
	const questions = new Map(objectsIn(fields).map(({ id, title }) => [id, title]));
	return objectsIn(answers).map((answer) => {
		const { field, [String(answer.type)]: given } = answer;
		const question = isObject(field) && questions.get(field.id as string);
		const value = isObject(given) ? given.label : given;
		return question && isText(value) ? { question, value } : answer;
	});
}

/**
 * The values of a record and the paths that lead to them, such as `emails[0].value`. An object that is skipped is one value.
 * Between `\u2063` stands what an entry of a list says that it is, or asks, and between `\u2062` what leads to an answer. Of
 * several entries, only the one that is marked as primary is taken.
 */
export function flattened(json: IDataObject): { paths: string[]; values: unknown[] } {
	const paths: string[] = [];
	const values: unknown[] = [];
	const add = (path: string, value: unknown) => {
		paths.push(path);
		values.push(value);
	};
	const isField = (name: string) => kindOf(name) === 'field';
	const addList = (list: unknown[], path: string, depth: number) => {
		// Odoo refers to other records by their ID and their name.
		if (typeof list[0] === 'number' && isText(list[1]) && /_id$/.test(path) && isField(path.split('.').at(-1) ?? ''))
			return add(path, String(list[1]).replace(/ \(US\)$/, ''));
		const isFilled = (entry: unknown) => !isEmpty(isObject(entry) && 'value' in entry ? entry.value : entry);
		const entries = list.map((entry, index) => ({ entry, index })).filter(({ entry }) => isFilled(entry));
		if (!entries.some(({ entry }) => isObject(entry))) {
			const [first, ...rest] = new Set(entries.map(({ entry }) => entry));
			const keys = path.split('.');
			// Of two numbered streets, either may count.
			const isStreet =
				rest.length > 0 &&
				STREETS.has(plain(keys.pop() ?? '')) &&
				!rest.some((line) => /^\d+\s+\p{L}/u.test(String(line)));
			if (isStreet) add([...keys, 'line 2'].join('.'), rest.join(', '));
			return add(path, isStreet || rest.length === 0 ? first : [first, ...rest]);
		}
		const primary = entries.find(({ entry }) => isObject(entry) && isPrimary(entry));
		for (const { entry: given, index } of primary ? [primary] : entries) {
			if (!isObject(given)) {
				visit(given, `${path}[${index}]`, depth + 1);
				continue;
			}
			// A value may be JSON text beside the text that people see.
			const entry = isText(given.text) && /^[[{]/.test(String(given.value)) ? { ...given, value: given.text } : given;
			const isAlone = entries.length === 1 || primary !== undefined;
			const counts = (text: string) => !isAlone || isField(text) || isOfOthers(text);
			const texts = Object.keys(entry).filter((key) => isText(entry[key]));
			const isGiven = isAnswered(entry.answer) || isObject(entry.answer);
			const answer = isGiven
				? 'answer'
				: Object.keys(entry).find((key) => ANSWERS.has(plain(key)) && isAnswered(entry[key]));
			const asking = QUESTIONS.flatMap((name) => texts.filter((key) => plain(key) === name))[0] ?? '';
			const asks = isObject(entry.column)
				? entry.column.title
				: isGiven && isText(entry.text)
					? entry.text
					: entry[asking];
			const types = texts.filter((key) => TYPES.has(plain(key))).map((key) => String(entry[key]));
			const known = types.filter((type) => ['field', 'place'].includes(kindOf(type))).join(' ');
			const isAnswer = answer !== undefined && isText(asks) && (asking !== 'label' || counts(String(asks)));
			const isLineItem = Object.keys(entry).some((key) => LINE_ITEM.has(plain(key)));
			const says = isLineItem ? 'product' : !isAlone || types.some(counts) ? known || types[0] : undefined;
			const at = says ? `${path}[${index}]\u2063${says}\u2063` : `${path}[${index}]`;
			if (isAnswer)
				visit(entry[answer], `${path}\u2062[${index}].${answer}\u2062\u2063${String(asks)}\u2063`, depth + 1);
			else visit(Object.fromEntries(Object.entries(entry).filter(([key]) => !TYPES.has(plain(key)))), at, depth + 1);
		}
	};
	const visit = (value: unknown, path: string, depth: number): void => {
		if (depth > MAX_DEPTH) return;
		if (Array.isArray(value)) return addList(value, path, depth);
		if (!isObject(value)) return add(path, value);
		const keys = Object.keys(value);
		// As PHP makes of a list.
		if (path !== '' && keys.every((key) => /^\d+$/.test(key))) return addList(Object.values(value), path, depth);
		// Somebody else may be in an object beside what is held.
		const holds = (held: string) =>
			held in value &&
			!keys.some((key) => key !== held && (isField(key) || (isObject(value[key]) && kindOf(key) !== 'skipped')));
		// An object that holds one value, beside what is said about it; the text of an XML element, or of a page of Notion, whose
		// properties are under their types.
		if (path !== '') {
			const text = TEXTS.find((key) => isText(value[key]));
			if (text && !keys.some(isField)) return visit(value[text], path, depth + 1);
			if (holds('value')) return visit(value.canonicalForm ?? value.value, path, depth + 1);
			const type = String(value.type);
			if (isText(value.type) && holds(type)) return visit(value[type], path, depth);
		}
		for (const key of keys) {
			const inner =
				key === 'answers' && isObject(value.definition) ? withQuestions(value[key], value.definition) : value[key];
			const at = path === '' ? key : `${path}.${key}`;
			const holdsObjects = isObject(inner) || (Array.isArray(inner) && inner.some(isObject));
			const isSkipped = holdsObjects && kindOf(key) === 'skipped';
			// Somebody else than the buyer may be named there. A name with the word "with" is on no list.
			const said = isSkipped ? objectsIn([inner].flat()).flatMap(saidOf) : [];
			for (const { key: label, name = label, value: text } of said)
				if (kindOf(String(name)) === 'towards') add(`${at} with ${String(name)}`, text);
			if (holdsObjects ? !isSkipped || holdsColumns(inner) : Array.isArray(inner)) visit(inner, at, depth + 1);
			else add(at, inner);
		}
	};
	visit(json, '', 0);
	return { paths, values };
}
