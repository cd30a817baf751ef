/** One request and its response. Has no key, only the name of who sent the request. */
export interface RecordedExchange {
	method: string;
	/** The path with its query. */
	url: string;
	sentBy: string;
	status: number;
	body: string;
}

/** What a service said in one run, in the order of the requests. */
export interface Recording {
	/** When the run started, as ISO 8601. Names and times in its requests come from it. */
	startedAt: string;
	/** Names of the keys and samples that the run had. A replay takes the name of a key as that key. */
	given: string[];
	exchanges: RecordedExchange[];
}
