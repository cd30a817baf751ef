/** The largest `per_page` that the service accepts (openapi: PerPage). */
export const MAX_PAGE_SIZE = 100;

/** How long requests may take, and how many there may be. All durations are in milliseconds. */
export const DEFAULT_LIMITS = {
	/** How long one attempt of a request may take, from its start to the end of the response. */
	requestTimeoutMs: 60_000,
	/** How long after its start a call may be retried; 0: never. */
	retryBudgetMs: 0,
	/** Shorter values of these two for requests that create nothing. */
	readTimeoutMs: Infinity,
	readRetryBudgetMs: Infinity,
	/** The delays between attempts where the service asks for none: the first, and the longest. */
	firstRetryDelayMs: 500,
	longestRetryDelayMs: 30_000,
	/** The gap between the starts of two requests after the service refused some as too many: the first, and the longest. */
	firstRequestGapMs: 50,
	longestRequestGapMs: 1_000,
	/** How many requests of one call are in flight at the same time. */
	maxConcurrentRequests: 8,
	/** How many pages of one list are read. A longer list is taken to be endless. */
	maxPages: 10_000,
	/** How often a list is read again when it changes while it is read. */
	maxRereads: 5,
};

export type Limits = typeof DEFAULT_LIMITS;

/**
 * For a person who waits in the editor, and learns within 15 seconds that the service is down. Creations keep their longer
 * limits: if the node gave up sooner, it could not tell whether the order batch exists.
 */
export const EDITOR_LIMITS: Partial<Limits> = { readTimeoutMs: 12_000, readRetryBudgetMs: 10_000 };
