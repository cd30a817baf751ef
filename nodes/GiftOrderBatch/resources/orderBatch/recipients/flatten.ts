import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../api/values';
import { isEmpty } from './normalize';

const MAX_DEPTH = 7;

const isPrimary = ({
	primary,
	isPrimary: camel,
	is_primary: snake,
	default: isDefault,
	metadata,
}: Record<string, unknown>) =>
	[primary, camel, snake, isDefault, isObject(metadata) && metadata.primary].includes(true);

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/**
 * The values of a record and the paths that lead to them, such as `emails[0].value`. Between `\u2063` stands what an entry of a
 * list says that it is. Of several entries, only the one that is marked as primary is taken.
 * @param kindOf what the name of an object or a value says; one that is `skipped` is taken as one value
 */
export function flattened(json: IDataObject, kindOf: (name: string) => string): { paths: string[]; values: unknown[] } {
	const paths: string[] = [];
	const values: unknown[] = [];
	const add = (path: string, value: unknown) => {
		paths.push(path);
		values.push(value);
	};
	const addList = (list: unknown[], path: string, depth: number) => {
		const isFilled = (entry: unknown) =>
			!isEmpty(entry) && !(isObject(entry) && 'value' in entry && isEmpty(entry.value));
		const entries = list.map((entry, index) => ({ entry, index })).filter(({ entry }) => isFilled(entry));
		if (!entries.some(({ entry }) => isObject(entry))) {
			const distinct = [...new Set(entries.map(({ entry }) => entry))];
			return add(path, distinct.length > 1 ? distinct : distinct[0]);
		}
		const primary = entries.find(({ entry }) => isObject(entry) && isPrimary(entry));
		for (const { entry, index } of primary ? [primary] : entries) {
			const one = isObject(entry) && entries.length > 1 && !primary ? entry : {};
			const { label, name, title, column, type, category, kind } = one;
			const holds = ['value', 'text'].find((key) => isText(one[key]));
			const question = holds && [label, name, title, isObject(column) && column.title].find(isText);
			const says = question ?? [type, label, category, kind].find(isText);
			const at = `${path}[${index}]${says === undefined ? '' : `\u2063${String(says)}\u2063`}`;
			if (holds && question) add(`${at}.${holds}`, one[holds]);
			else visit(entry, at, depth + 1);
		}
	};
	const visit = (value: unknown, path: string, depth: number): void => {
		if (depth > MAX_DEPTH) return;
		if (Array.isArray(value)) return addList(value, path, depth);
		if (!isObject(value)) return add(path, value);
		const keys = Object.keys(value);
		// An object that holds one value, beside what is said about it.
		if (path !== '' && 'value' in value && !keys.some((key) => kindOf(key) === 'field'))
			return visit(value.canonicalForm ?? value.value, `${path}.value`, depth + 1);
		if (keys.length === 0) return add(path, undefined);
		for (const key of keys) {
			const inner = value[key];
			const at = path === '' ? key : `${path}.${key}`;
			const holdsObjects = isObject(inner) || (Array.isArray(inner) && inner.some(isObject));
			if (holdsObjects ? kindOf(key) !== 'skipped' : Array.isArray(inner)) visit(inner, at, depth + 1);
			else add(at, inner);
		}
	};
	visit(json, '', 0);
	return { paths, values };
}
