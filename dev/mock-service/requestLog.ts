import type { AccountName } from './accounts';

/** One request under /v1, without its key. */
export interface RequestRecord {
	/** Arrival, in milliseconds since the epoch. */
	at: number;
	method: string;
	path: string;
	query: Record<string, string | string[] | undefined>;
	/** Without `authorization`. */
	headers: Record<string, string | string[] | undefined>;
	/** The JSON that was sent, the text when it was not JSON, `null` when there was none. */
	body: unknown;
	/** `null` while, or because, there is no response. */
	status: number | null;
	/** Whose key was sent; `null` when it was nobody's. */
	accountName: AccountName | null;
}

/** Every request in order of arrival, and how many were open at the same time. */
export class RequestLog {
	readonly records: RequestRecord[] = [];
	private open = 0;
	private mostOpen = 0;

	/** @returns a function to call once the request is over, with or without a response. */
	add(record: RequestRecord): () => void {
		this.records.push(record);
		this.open += 1;
		this.mostOpen = Math.max(this.mostOpen, this.open);
		return () => {
			this.open -= 1;
		};
	}

	maxConcurrency(): number {
		return this.mostOpen;
	}

	clear(): void {
		this.records.length = 0;
		this.mostOpen = this.open;
	}
}
