/** Runs `work` on every entry, at most `limit` at a time, and returns the results in the order of the entries. */
export async function mapConcurrently<Entry, Result>(
	entries: Entry[],
	limit: number,
	work: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = new Array<Result>(entries.length);
	let next = 0;
	const worker = async () => {
		while (next < entries.length) {
			const index = next++;
			results[index] = await work(entries[index] as Entry);
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, entries.length) }, worker));
	return results;
}
