/**
 * Runs `work` on every entry, at most `limit` at a time. After a failure, it starts no more entries and throws the error.
 * @returns the results in the order of the entries
 */
export async function mapConcurrently<Entry, Result>(
	entries: Iterable<Entry>,
	limit: number,
	work: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
	const iterator = entries[Symbol.iterator]();
	const results: Result[] = [];
	let started = 0;
	let failed = false;
	const worker = async () => {
		for (let next = iterator.next(); !next.done && !failed; next = iterator.next()) {
			const index = started++;
			results[index] = await work(next.value).catch((error: unknown) => {
				failed = true;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: limit }, worker));
	return results;
}
