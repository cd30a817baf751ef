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

/**
 * The values of a record and the paths that lead to them, such as `emails[0].value`. Between `\u0001` stands what an entry of a
 * list says that it is. Of several entries, only the one that is marked as primary is taken.
 * @param isSkipped whether an object of this name is taken as one value
 */
export function flattened(
	json: IDataObject,
	isSkipped: (name: string) => boolean,
): { paths: string[]; values: unknown[] } {
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
			const { type, label, category, kind } = isObject(entry) && entries.length > 1 && !primary ? entry : {};
			const says = [type, label, category, kind].find((word) => typeof word === 'string' && word !== '');
			visit(entry, `${path}[${index}]${says === undefined ? '' : `\u0001${String(says)}\u0001`}`, depth + 1);
		}
	};
	const visit = (value: unknown, path: string, depth: number): void => {
		if (depth > MAX_DEPTH) return;
		if (Array.isArray(value)) return addList(value, path, depth);
		if (!isObject(value)) return add(path, value);
		// An object that holds one value, beside what is said about it.
		if ('value' in value && !('name' in value) && !('email' in value))
			return visit(value.canonicalForm ?? value.value, `${path}.value`, depth + 1);
		const keys = Object.keys(value);
		if (keys.length === 0) return add(path, undefined);
		for (const key of keys) {
			const inner = value[key];
			const at = path === '' ? key : `${path}.${key}`;
			const holdsObjects = isObject(inner) || (Array.isArray(inner) && inner.some(isObject));
			if (holdsObjects ? !isSkipped(key) : Array.isArray(inner)) visit(inner, at, depth + 1);
			else add(at, inner);
		}
	};
	visit(json, '', 0);
	return { paths, values };
}
