import { createHash } from 'crypto';

import { isObject } from '../api/values';

/** How long an event is remembered after it was last seen, in days: senders of webhooks retry for a day or two. */
export const REMEMBERED_DAYS = 7;

const DAY_MS = 86_400_000;

/** How many characters of base64url stand for an event: 48 bits, which no two of 10,000 events share by chance. */
const HASH_LENGTH = 8;

const hashOf = (event: string): string => createHash('sha256').update(event).digest('base64url').slice(0, HASH_LENGTH);

const today = () => Math.floor(Date.now() / DAY_MS);

/**
 * The events that a trigger node has processed. n8n copies the static data of a workflow into every execution, so an event is
 * stored as a short hash: one text for each day, with the hashes of the events that were last seen on it.
 */
export class ProcessedEvents {
	/** By hash, the day on which the event was last seen, counted from 1970. */
	private readonly lastSeen = new Map<string, number>();

	/** Adds what n8n has stored. Anything else than the result of `stored` adds nothing. */
	load(stored: unknown): this {
		for (const [day, hashes] of Object.entries(isObject(stored) ? stored : {})) {
			for (const hash of String(hashes).match(new RegExp(`.{${HASH_LENGTH}}`, 'g')) ?? []) {
				this.lastSeen.set(hash, Math.max(Number(day) || 0, this.lastSeen.get(hash) ?? 0));
			}
		}
		return this;
	}

	has(event: string): boolean {
		return this.lastSeen.has(hashOf(event));
	}

	add(events: Iterable<string>): this {
		for (const event of events) this.lastSeen.set(hashOf(event), today());
		return this;
	}

	remove(events: Iterable<string>): void {
		for (const event of events) this.lastSeen.delete(hashOf(event));
	}

	/**
	 * What n8n stores. Events that nobody has seen for `REMEMBERED_DAYS` are left out.
	 * @param seen events that can be seen now and so must not be forgotten, whether they are processed or not
	 */
	stored(seen: Iterable<string> = []): Record<string, string> {
		this.add([...seen].filter((event) => this.has(event)));
		const days: Record<string, string> = {};
		for (const [hash, day] of this.lastSeen) {
			if (day < today() - REMEMBERED_DAYS) this.lastSeen.delete(hash);
			else days[day] = (days[day] ?? '') + hash;
		}
		return days;
	}
}
