import { isObject } from '../../../../api/values';
import { parseColumnName } from './parseColumnName';
import { isField, THINGS_AROUND_PEOPLE } from './recordPlaces';
import { isEmpty } from '../recipient';

const MAX_DEPTH = 7;

/** Whether what is within an object is nobody's that could be the recipient. */
const isOthers = (key: string) => {
	const terms = parseColumnName(key);
	return terms.some(({ is, phrase }) => is === 'other' || (is === 'thing' && !THINGS_AROUND_PEOPLE.has(phrase)));
};

function isPrimary(entry: Record<string, unknown>): boolean {
	const { primary, isPrimary: camel, is_primary: snake, default: isDefault, metadata } = entry;
	return [primary, camel, snake, isDefault, isObject(metadata) ? metadata.primary : false].includes(true);
}

/** Calls `visit` with each value of a record and the names that lead to it, `reportList` with those of a list of several objects. */
export function walkRecord(
	value: unknown,
	keys: string[],
	visit: (keys: string[], value: unknown) => void,
	reportList: (keys: string[]) => void,
): void {
	if (keys.length > MAX_DEPTH) return;
	if (Array.isArray(value)) {
		const filled = value.filter(
			(entry) => !isEmpty(entry) && !(isObject(entry) && 'value' in entry && isEmpty(entry.value)),
		);
		const distinct = [...new Set(filled)];
		if (!filled.some(isObject)) return visit(keys, distinct.length > 1 ? distinct : distinct[0]);
		const entries = filled.filter(isObject);
		const chosen = entries.length === 1 ? entries : entries.filter(isPrimary).slice(0, 1);
		if (chosen.length > 0) return chosen.forEach((entry) => walkRecord(entry, keys, visit, reportList));
		const listed = parseColumnName(keys.at(-1) ?? '').find(isField)?.field;
		if (listed !== 'email' && listed !== 'phone' && listed !== 'address_1') return reportList(keys);
		for (const entry of entries) {
			const kind = entry.type ?? entry.label ?? entry.category ?? entry.kind ?? entry.field;
			walkRecord(entry, typeof kind === 'string' && kind ? [...keys, kind] : keys, visit, reportList);
		}
		return;
	}
	if (!isObject(value)) return visit(keys, value);
	if (keys.length > 0 && isOthers(keys.at(-1) ?? '')) return;
	const entries = Object.entries(value);
	// An empty object "recipient" says that the record has a place for one.
	if (entries.length === 0 && keys.length > 0) return visit(keys, undefined);
	for (const [key, inner] of entries) walkRecord(inner, [...keys, key], visit, reportList);
}
