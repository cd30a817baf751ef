/** The fields of an order batch that are times. */
export const TIME_FIELDS = ['scheduled_send_on', 'expires_at'] as const;

export const DAY_MS = 86_400_000;

/** How much times may differ that are read one after the other, in milliseconds. */
const SAME_TIME_MS = 60_000;

/**
 * Whether two times are the same, or differ by no more than what has passed between them, as a time from now does.
 * @param passedMs in milliseconds; negative where the clock was set back
 */
export const isSameTime = (one: unknown, other: unknown, passedMs = 0): boolean =>
	one === other || Math.abs(Date.parse(String(one)) - Date.parse(String(other))) <= Math.abs(passedMs) + SAME_TIME_MS;
