/** Where `text` occurs in anything that can be reached from a value: hidden properties, causes, maps and sets too. */
export function pathsTo(text: string, value: unknown): string[] {
	const seen = new Set<unknown>();
	const found: string[] = [];
	const visit = (part: unknown, path: string): void => {
		if (typeof part === 'string' && part.includes(text)) found.push(path);
		if (typeof part !== 'object' || part === null || seen.has(part)) return;
		seen.add(part);
		if (part instanceof Map || part instanceof Set) visit([...part], path);
		for (const key of Reflect.ownKeys(part)) {
			visit(String(key), `${path} (key)`);
			visit(Reflect.get(part, key), `${path}.${String(key)}`);
		}
	};
	visit(value, '');
	return found;
}
