import { hash } from 'crypto';

import { isObject } from '../api/values';
import { DAY_MS } from '../resources/orderBatch/times';

/** How long an event is remembered after it was last seen, in days: senders of webhooks retry for a day or two. */
const REMEMBERED_DAYS = 7;

/** How many characters of base64url stand for an event: 48 bits, which no two of 50,000 events share by chance. */
const HASH_LENGTH = 8;

const hashOf = (event: string): string => hash('sha256', event, 'base64url').slice(0, HASH_LENGTH);

const today = () => Math.floor(Date.now() / DAY_MS);

/**
 * The events that a trigger node has processed. n8n copies the static data of a workflow into every execution, so an event is
 * stored as a short hash: one text for each day, with the hashes of the events that were last seen on it.
 */
export class ProcessedEvents {
	/** By hash, the day on which the event was last seen, counted from 1970. */
	private readonly lastSeen = new Map<string, number>();
	/** What `stored` returns; undefined where it must be made again. */
	private texts?: Record<string, string>;

	/**
	 * Adds what n8n has stored. Anything other than the result of `stored` adds nothing. Only what is not known yet is taken apart:
	 * n8n mostly gives back what this process has stored, or an earlier part of it.
	 */
	load(stored: unknown): this {
		for (const [day, value] of Object.entries(isObject(stored) ? stored : {})) {
			const text = String(value);
			const known = this.texts?.[day] ?? '';
			if (known.startsWith(text)) continue;
			const unknown = text.startsWith(known) ? text.slice(known.length) : text;
			for (const hash of unknown.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')) ?? []) this.see(hash, Number(day) || 0);
		}
		return this;
	}

	private see(hash: string, day: number): void {
		const lastDay = this.lastSeen.get(hash);
		if (lastDay !== undefined && lastDay >= day) return;
		this.lastSeen.set(hash, day);
		if (lastDay === undefined && this.texts) this.texts[day] = (this.texts[day] ?? '') + hash;
		else this.texts = undefined;
	}

	has(event: string): boolean {
		return this.lastSeen.has(hashOf(event));
	}

	add(events: Iterable<string>): this {
		for (const event of events) this.see(hashOf(event), today());
		return this;
	}

	remove(events: Iterable<string>): void {
		for (const event of events) this.lastSeen.delete(hashOf(event));
		this.texts = undefined;
	}

	/**
	 * What n8n stores. Events that nobody has seen for `REMEMBERED_DAYS` are left out.
	 * @param seen events that can be seen now and so must not be forgotten, whether they are processed or not
	 */
	stored(seen: Iterable<string> = []): Record<string, string> {
		this.add([...seen].filter((event) => this.has(event)));
		const oldest = today() - REMEMBERED_DAYS;
		if (!this.texts || Object.keys(this.texts).some((day) => Number(day) < oldest)) {
			this.texts = {};
			for (const [hash, day] of this.lastSeen) {
				if (day < oldest) this.lastSeen.delete(hash);
				else this.texts[day] = (this.texts[day] ?? '') + hash;
			}
		}
		return { ...this.texts };
	}
}
