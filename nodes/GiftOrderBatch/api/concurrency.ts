/** Runs `work` on every entry, at most `limit` at a time. After a failure, it starts no more entries and throws the error. */
export async function forEachConcurrently<Entry>(
	entries: Iterable<Entry>,
	limit: number,
	work: (entry: Entry) => Promise<void>,
): Promise<void> {
	const iterator = entries[Symbol.iterator]();
	let failed = false;
	const worker = async () => {
		for (let next = iterator.next(); !next.done && !failed; next = iterator.next()) {
			await work(next.value).catch((error: unknown) => {
				failed = true;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: limit }, worker));
}

/** As `forEachConcurrently`, and returns the results in the order of the entries. */
export async function mapConcurrently<Entry, Result>(
	entries: Entry[],
	limit: number,
	work: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = new Array<Result>(entries.length);
	await forEachConcurrently(entries.entries(), limit, async ([index, entry]) => {
		results[index] = await work(entry);
	});
	return results;
}
