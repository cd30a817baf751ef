import { fingerprint } from '../../../api/fingerprint';
import { DAY_MS } from '../times';
import { AFTER_GIFT, DERIVED, Entries, exists, isDerived, mayExist, placeOf, type LedgerEntry } from './entries';
import { dayIn, deleteOld, type NodeEnvironment, type Origin } from './n8nExecution';

/** What is stored with the execution's data. */
interface Stored extends Origin {
	/** Whether a trigger of this package has started the execution of a published workflow. */
	isAfterGift: boolean;
	/** By `referenceKey`. */
	creations: Record<string, LedgerEntry>;
}

/** The entries of each stored ledger. Runs in a loop and calls of a tool share one. */
const entriesByStored = new WeakMap<Stored['creations'], Entries>();

type Days = Map<string, Entries>;

/** What this process has created on each day, by hand and otherwise: the editor starts each execution with an empty ledger. */
const sentByHand: Days = new Map();
const sentOtherwise: Days = new Map();

/** @param name of the node and the API key @returns those of the first day first */
function entriesOf(days: Days, name: string, first: string, last: string): Entries[] {
	const ofDay = (day: string) => {
		const known = days.get(name + day) ?? new Entries();
		days.set(name + day, known);
		return known;
	};
	const between = [...days].filter(([one]) => one > name + first && one < name + last);
	return [...new Set([ofDay(first), ...between.map(([, entries]) => entries), ofDay(last)])];
}

/** How long what was sent by hand is kept: a week after the end of its day. */
const KEPT_DAYS = 8;

/** The order batches that this process has sent because of a gift, also by a reference of the user, by their IDs. */
const sentAfterGift = new Map<string, { at: number }>();

/** The last of those that wait to plan and send, by place. */
const turns = new Map<string, Promise<void>>();

/**
 * Every order batch that the node has created, or may have created, in this execution and in those that it retries. A retry
 * also knows what this process has sent by hand since their day, and a manual execution all that it has sent from the node that day.
 */
export class Ledger {
	/** What this process has created by hand, and otherwise: on the execution's day first. Empty until the key is known. */
	private byHand = [new Entries()];
	private otherwise = [new Entries()];

	/** What this process has created by hand for the event of the execution: a test run may get the event as well. */
	private ofEvent: Entries[] = [];

	/** When others have sent what is loaded, in words. */
	when = 'from this step today';

	/** An entry that an earlier attempt of this execution has sent with another API key. */
	ofOtherKey?: LedgerEntry;

	/** Up to which number each place was known when it was last asked. */
	private readonly numbers = new Map<string, number>();

	private constructor(
		readonly environment: NodeEnvironment,
		private readonly stored: Stored,
		readonly ofExecution: Entries,
	) {}

	/** Lets others that share the place plan and send. */
	close!: () => void;

	/**
	 * Opens the ledger of the execution, as soon as others that share its place have sent: an agent may call its tool twice at
	 * once. Call it before everything that can fail, so that a retry finds the ledger; and `close` it in any case.
	 * @param isForNode whether to wait for all executions of the node, as those that a person starts do
	 */
	static async open(environment: NodeEnvironment, isForNode?: boolean): Promise<Ledger> {
		const stored = environment.store as unknown as Stored;
		const begun = stored.origin === undefined ? await environment.begin() : undefined;
		const isAfterGift = !begun?.isByDay && environment.startingEvents !== undefined;
		if (stored.origin === undefined) Object.assign(stored, { ...begun, isAfterGift, creations: {} });
		const entries = entriesByStored.get(stored.creations) ?? new Entries(stored.creations);
		entriesByStored.set(stored.creations, entries);
		const ledger = new Ledger(environment, stored, entries);
		const names = [ledger.hashOf(stored.event ?? stored.origin)];
		if (isForNode || ledger.isManualOrRetry) names.push(ledger.nodePrefix);
		const earlier = names.map((name) => turns.get(name));
		const turn = new Promise<void>((end) => (ledger.close = end));
		for (const name of names) {
			turns.set(name, turn);
			void turn.then(() => turns.get(name) === turn && turns.delete(name));
		}
		await Promise.all(earlier);
		return ledger;
	}

	/**
	 * When the first attempt of this run began, as Unix time in milliseconds: later ones count days from the
	 * same moment, so that they leave out the same people.
	 */
	get startedAt(): number {
		const ofThisRun = this.possible.filter((entry) => this.isOfThisRun(entry));
		return ofThisRun.reduce((first, { startedAt = first }) => Math.min(first, startedAt), Date.now());
	}

	/** Whether nothing that is asked for can exist already. */
	get isFirstAttempt(): boolean {
		return !this.isManual && !this.isLedgerLost && this.ofExecution.all().length === 0;
	}

	/** See `Origin`. */
	get isLedgerLost(): boolean {
		return this.stored.isLedgerLost;
	}

	/** The entries of this execution whose order batches exist or may exist. */
	get possible(): LedgerEntry[] {
		return this.ofExecution.all().filter(mayExist);
	}

	/** Whether a person has started the execution by hand, so that the day counts. */
	get isManual(): boolean {
		return this.stored.isByDay;
	}

	/** Whether the derived references are those of a day. @param allowsRepeated whether each manual execution counts separately */
	isByDay(allowsRepeated: boolean): boolean {
		return this.isManual && !allowsRepeated;
	}

	/** What derived references have before their number: they stand for this node in this execution or on this day, not for what is sent. */
	place(allowsRepeated = false): string {
		const { origin, day } = this.stored;
		const prefix = this.stored.isAfterGift ? AFTER_GIFT : DERIVED;
		return `${prefix}${this.hashOf(this.isByDay(allowsRepeated) ? day : origin)}-`;
	}

	private hashOf(text: string): string {
		return this.nodeHash + fingerprint([...this.environment.nodePath, text]).slice(0, 24);
	}

	private get nodeHash(): string {
		return fingerprint(this.environment.nodePath).slice(0, 8);
	}

	/** What the references of this node begin with, unless they are of gifts that were sent because of a gift. */
	get nodePrefix(): string {
		return DERIVED + this.nodeHash;
	}

	/**
	 * Who has sent an order batch to which no gift may follow here: this node, or any node because of a gift. This process remembers
	 * it, or its reference shows it.
	 */
	senderOf(orderBatchId: string, reference?: unknown): 'thisNode' | 'afterGift' | undefined {
		const name = String(reference);
		if (sentAfterGift.has(orderBatchId) || name.startsWith(AFTER_GIFT)) return 'afterGift';
		const isRemembered = (entries: Entries) =>
			[entries.get(name), ...entries.of(orderBatchId)].some((entry) => entry && mayExist(entry));
		return [...this.byHand, ...this.otherwise].some(isRemembered) || name.startsWith(this.nodePrefix)
			? 'thisNode'
			: undefined;
	}

	/** Whether a person has started the execution, by hand or as a retry. */
	get isManualOrRetry(): boolean {
		return this.isManual || this.environment.isRetry;
	}

	/**
	 * Loads what this process has created with an API key today, and since the day of the execution where a person has started it:
	 * a later day may retry it.
	 */
	loadDays(keyFingerprint: string): void {
		this.ofOtherKey = this.ofExecution.all().find((entry) => entry.keyFingerprint !== keyFingerprint);
		deleteOld(sentByHand, KEPT_DAYS);
		deleteOld(sentOtherwise);
		deleteOld(sentAfterGift);
		const today = this.environment.today();
		// Soon after midnight, an order batch of yesterday may still be pending.
		const yesterday = dayIn('UTC', Date.parse(today) - DAY_MS);
		const first = this.isManualOrRetry ? this.stored.day : yesterday;
		if (first < today) this.when = `from this step since ${first}`;
		const name = `${this.hashOf(keyFingerprint)} `;
		const { event } = this.stored;
		if (event) this.ofEvent = entriesOf(sentByHand, name, event, event);
		this.byHand = [...entriesOf(sentByHand, name, first, today), ...this.ofEvent];
		this.otherwise = entriesOf(sentOtherwise, name, this.environment.isRetry && !this.isManual ? today : first, today);
	}

	/** Where what this execution creates is remembered. */
	private get ofDays(): Entries[] {
		return this.isManual ? this.byHand : this.otherwise;
	}

	/** What was created with the derived references. */
	private ofPlace(allowsRepeated = false): Entries {
		return (this.isByDay(allowsRepeated) && this.byHand[0]) || this.ofExecution;
	}

	/** Whether other executions, of the same day or event or other retries, may have created order batches that are not known here. */
	mayBeShared(allowsRepeated: boolean): boolean {
		const isOnlyHere = !this.isByDay(allowsRepeated) && this.stored.origin === this.environment.executionId;
		return !isOnlyHere && !this.ofPlace(allowsRepeated).isComplete;
	}

	/** Notes the order batch of an entry, which is found by its ID from then on. */
	identify(entry: LedgerEntry, orderBatchId?: string): void {
		entry.orderBatchId = orderBatchId;
		for (const entries of [this.ofExecution, ...this.byHand, ...this.otherwise]) entries.reindex(entry);
	}

	/** Notes that an entry was created just now. One of the place shows that everything created there before is known. */
	noteCreated(entry: LedgerEntry): void {
		for (const entries of this.ofDays) entries.add(entry);
		if (this.stored.isAfterGift && entry.orderBatchId) sentAfterGift.set(entry.orderBatchId, { at: Date.now() });
		if (placeOf(entry.reference) === this.place()) this.ofPlace().isComplete = true;
	}

	noteFailed(reference: string): void {
		for (const entries of [this.ofExecution, ...this.byHand, ...this.otherwise]) {
			const entry = entries.get(reference);
			if (entry) entry.isFailed = true;
		}
	}

	private entries(allowsRepeated: boolean): Entries[] {
		return [
			this.ofExecution,
			...(allowsRepeated ? [] : this.isManualOrRetry ? this.byHand : this.ofEvent),
			// What other executions of a published workflow have sent counts in manual executions only.
			...(this.isManual && !allowsRepeated ? this.otherwise : []),
		];
	}

	get(reference: string, allowsRepeated = false): LedgerEntry | undefined {
		return this.entries(allowsRepeated).flatMap((entries) => entries.get(reference) ?? [])[0];
	}

	/**
	 * The entries for a person, a name, a request or an order batch, existing ones first. One whose reference is the user's, and
	 * taken, was surely not created.
	 */
	of(key: string, allowsRepeated = false): LedgerEntry[] {
		const known = this.entries(allowsRepeated);
		// A reference names one order batch: where one exists, no other request has created it.
		const isOfAnother = ({ state, reference }: LedgerEntry) =>
			state === 'unknown' && known.some((entries) => exists(entries.get(reference)));
		const found = known
			.flatMap((entries) => entries.of(key))
			.filter((entry) => (mayExist(entry) || isDerived(entry)) && !isOfAnother(entry));
		const references = new Set<string>();
		// Another execution may have found out since what became of an entry.
		return [...found.filter(exists), ...found].filter(
			({ reference }) => !references.has(reference) && references.add(reference),
		);
	}

	/** What another execution with another place has created for a person, or may have, today or within 24 hours. */
	entryElsewhere(key: string, allowsRepeated: boolean): LedgerEntry | undefined {
		const place = this.place(allowsRepeated);
		const found = [...this.byHand, ...this.otherwise]
			.flatMap((entries) => entries.of(key))
			.filter(
				(entry) =>
					mayExist(entry) &&
					!entry.isFailed &&
					!this.isOfExecution(entry) &&
					placeOf(entry.reference) !== place &&
					(this.isManualOrRetry || Date.now() - (entry.startedAt ?? 0) < DAY_MS),
			);
		return found.find(exists) ?? found[0];
	}

	/** Whether this execution, or one that it retries, has it. */
	isOfExecution({ reference }: LedgerEntry): boolean {
		return this.ofExecution.get(reference) !== undefined;
	}

	/** Whether an earlier attempt of this run of the node asked for an order batch. */
	isOfThisRun(entry: LedgerEntry): boolean {
		return entry.runIndex !== undefined && entry.runIndex === this.environment.runIndex && this.isOfExecution(entry);
	}

	/** The next number of the place, the first unused one: from there, the service rejects a reference that others have used. */
	private number(allowsRepeated: boolean): number {
		const place = this.place(allowsRepeated);
		const isKnown = (number: number) => {
			const entry = this.get(place + number, allowsRepeated);
			// A reference that is taken by an order batch with unknown recipients is used again, so that the service refuses it again.
			return entry !== undefined && mayExist(entry);
		};
		let number = this.numbers.get(place) ?? 0;
		while (number > 0 && !isKnown(number - 1)) number--;
		while (isKnown(number)) number++;
		this.numbers.set(place, number);
		return number;
	}

	/** The next free reference of the place. @param offset how many references earlier order batches of the plan take first */
	next(allowsRepeated: boolean, offset = 0): string {
		return this.place(allowsRepeated) + (this.number(allowsRepeated) + offset);
	}

	/** The last creation of the place. */
	last(allowsRepeated: boolean): LedgerEntry | undefined {
		return this.get(this.place(allowsRepeated) + (this.number(allowsRepeated) - 1));
	}

	/** Puts an entry into the ledger, in the place of one with the same reference. */
	record(entry: LedgerEntry): void {
		this.ofExecution.add(entry);
		// A later attempt may fail, so it does not replace what another execution has created today, or may have created.
		for (const entries of this.ofDays) {
			const known = entries.get(entry.reference);
			if ((this.isManual && isDerived(entry)) || !known || !mayExist(known)) entries.add(entry);
		}
	}

	/** Notes an order batch of the place that was read, unless it is known. */
	recordRead(entry: LedgerEntry): void {
		const known = this.get(entry.reference);
		if (known?.state === 'taken') this.remove(known);
		else if (known) return;
		if (this.isManual) this.byHand[0]?.add(entry);
		else this.record(entry);
	}

	/** Takes out an entry that has surely created nothing: the next one gets its reference. */
	remove(entry: LedgerEntry): void {
		const { reference } = entry;
		this.ofExecution.remove(reference);
		for (const entries of this.ofDays) if (entries.get(reference) === entry) entries.remove(reference);
	}
}
