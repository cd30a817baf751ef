/** How long one attempt of a request may take, in milliseconds, from its start to the end of the response. */
export const REQUEST_TIMEOUT_MS = 60_000;

/** How long a call of a running workflow may begin further attempts, in milliseconds. */
export const RETRY_BUDGET_MS = 120_000;

/** The pauses between attempts where the service asks for none, in milliseconds: the first, and the longest. */
export const FIRST_RETRY_DELAY_MS = 500;
export const LONGEST_RETRY_DELAY_MS = 30_000;

/** How long the test of a credential waits for its response, in milliseconds: somebody is watching. */
export const CREDENTIAL_TEST_TIMEOUT_MS = 15_000;

/** The largest `per_page` that the service accepts (openapi: PerPage). */
export const MAX_PAGE_SIZE = 100;

/** How many pages of one list are read. A list that goes on after them does not end. */
export const MAX_PAGES = 10_000;

/** How many requests of one call are in flight at the same time. */
export const MAX_CONCURRENT_REQUESTS = 8;

/** The gap between the starts of two requests after the service said that there are too many, in milliseconds. */
export const FIRST_REQUEST_GAP_MS = 50;
export const LONGEST_REQUEST_GAP_MS = 1_000;

/** How often the pages of a list that changes while it is read are read again. */
export const MAX_REREADS = 5;
