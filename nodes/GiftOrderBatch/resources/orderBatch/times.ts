/** The fields of an order batch that are times. */
export const TIME_FIELDS = ['scheduled_send_on', 'expires_at'] as const;

/** How much times may differ that are read one after the other, in milliseconds. */
const SAME_TIME_MS = 60_000;

/**
 * Whether two times are the same, or differ by no more than what has passed between them, as a time from now does.
 * @param passedMs in milliseconds
 */
export function isSameTime(one: string | undefined, other: string | undefined, passedMs = 0): boolean {
	if (one === other) return true;
	if (one === undefined || other === undefined) return false;
	return Math.abs(Date.parse(one) - Date.parse(other)) <= passedMs + SAME_TIME_MS;
}
