import { fingerprint } from '../../../api/fingerprint';
import { isBlank } from '../../../api/values';
import type { FieldTable } from '../../fieldTable';
import { BATCH_FIELDS, type BatchField } from '../batchFields';
import { isNameOnly, nameKey, nameOnlyKey, personKey, type Person } from '../recipients/personKey';
import type { OrderBatchInput } from '../rules/input';
import { TIME_FIELDS } from '../times';

/** One creation, as n8n stores it with the execution: plain JSON. */
export interface LedgerEntry {
	/** `unknown`: an attempt may have created it. `created`: it exists. `taken`: another order batch has its reference. */
	state: 'unknown' | 'created' | 'taken';
	/** The customer reference that all attempts carry: the idempotency key of the creation (openapi: OrderBatchInput). */
	reference: string;
	/** Of `requestKeyOf`; of `shownKey` for an order batch that was only read. Nothing where neither is known. */
	requestKey?: string;
	times: Pick<OrderBatchInput, (typeof TIME_FIELDS)[number]>;
	/** Its recipients, by `keysOf`; and how many they are. */
	personKeys: string[];
	recipientsCount: number;
	/** When its first attempt began, as Unix time in milliseconds; nothing for an order batch that was only read. */
	startedAt?: number;
	/** The run of the node that last asked for it; none for an agent's tool. */
	runIndex?: number;
	/** Whether another execution may have its reference: it is the user's, or nothing of the place was known when it was first attempted. */
	isShared?: boolean;
	/** Of the API key that sent it. */
	keyFingerprint: string;
	orderBatchId?: string;
	/** Whether it is known to have failed or to be canceled, so that its gifts may not have been sent. */
	isFailed?: boolean;
	/** The upper estimate of its price in cents, where a limit asked for it. */
	estimate?: number;
}

/** What messages call the order batch of an entry. */
export const orderBatchName = ({ orderBatchId, reference }: LedgerEntry): string => orderBatchId ?? reference;

/** Whether there is an entry, and its order batch exists. */
export const exists = (entry?: LedgerEntry): boolean => entry?.state === 'created';

/** Whether the order batch exists or may exist. */
export const mayExist = ({ state }: LedgerEntry): boolean => state !== 'taken';

const FIELDS: FieldTable<BatchField> = BATCH_FIELDS;

/** Stands for what a request would create. Its reference, its times and the order of its recipients do not count. */
export function requestKeyOf({ recipients, ...input }: OrderBatchInput): string {
	const gift = Object.entries(input).filter(
		([name, value]) =>
			!['customer_reference_id', ...TIME_FIELDS].includes(name) && value !== FIELDS[name]?.serviceDefault,
	);
	return fingerprint([Object.fromEntries(gift), recipients.map((one) => fingerprint(one)).sort()]);
}

/** The keys that identify a recipient: the person key and, without an email, the name, which several people may have. */
export const identityOf = (recipient: Person): string[] => [
	...(isNameOnly(recipient) ? [] : [personKey(recipient)]),
	...(isBlank(recipient.email) ? [nameOnlyKey(recipient)] : []),
];

/** All keys that find a recipient: without an email, somebody may be anyone of that name. */
export const keysOf = (recipient: Person): string[] => [...identityOf(recipient), nameKey(recipient)];

/** The prefixes of derived references: of all, and of those of gifts that another gift triggered. */
export const DERIVED = 'n8n-';
export const AFTER_GIFT = `${DERIVED}after-gift-`;

/** Whether the node has made the reference: users may begin theirs alike. */
export const isDerived = ({ reference }: LedgerEntry) => /^n8n-(?:after-gift-)?[\da-f]{32}-\d+$/.test(reference);

/** What a derived reference has before its number. */
export const placeOf = (reference: string) => reference.slice(0, reference.lastIndexOf('-') + 1);

/** The key of a reference: users choose references, and every object has fields such as `constructor`. */
const referenceKey = (reference: string) => `reference ${reference}`;

/** Entries, found by their references, people, requests and order batches. */
export class Entries {
	/** Made when it is first asked for: most of what is sent in a day is never looked up. */
	private byKey?: Map<string, Set<LedgerEntry>>;
	/** Whether all that the place held was known, because one was created here. Not stored: another retry may create more. */
	isComplete = false;

	/** When it was made, as Unix time in milliseconds. */
	readonly at = Date.now();

	/** @param creations as they are stored */
	constructor(private readonly creations: Record<string, LedgerEntry> = {}) {}

	private index(entry: LedgerEntry, change: 'add' | 'delete'): void {
		if (!this.byKey) return;
		for (const key of [...entry.personKeys, entry.requestKey ?? '', entry.orderBatchId ?? '']) {
			const found = this.byKey.get(key) ?? new Set();
			found[change](entry);
			this.byKey.set(key, found);
		}
	}

	/** Adds an entry, in the place of one with the same reference. */
	add(entry: LedgerEntry): void {
		this.remove(entry.reference);
		this.creations[referenceKey(entry.reference)] = entry;
		this.index(entry, 'add');
	}

	remove(reference: string): void {
		const entry = this.get(reference);
		if (!entry) return;
		delete this.creations[referenceKey(reference)];
		this.index(entry, 'delete');
	}

	/** Finds an entry that it has by all of its keys, of which there may be new ones. */
	reindex(entry: LedgerEntry): void {
		if (this.get(entry.reference) === entry) this.index(entry, 'add');
	}

	get(reference: string): LedgerEntry | undefined {
		return this.creations[referenceKey(reference)];
	}

	of(key: string): LedgerEntry[] {
		if (!this.byKey) {
			this.byKey = new Map();
			for (const entry of this.all()) this.index(entry, 'add');
		}
		return [...(this.byKey.get(key) ?? [])];
	}

	all(): LedgerEntry[] {
		return Object.values(this.creations);
	}
}
