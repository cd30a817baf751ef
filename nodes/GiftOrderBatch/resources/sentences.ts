import { cut, grouped, listed } from '../api/values';
import { dollars } from './money';

/** How many people, order batches, items or rows a sentence names; it counts the rest. */
export const NAMED = 5;

/** What needs a field that is missing, or why it is. */
const NEEDED_BY = {
	emailAndLink: 'the send method "Email and Link" needs it',
	directSend: 'the send method "Direct Send" needs it',
	skipGifted: 'the option "Skip Gifted Within Days" finds people by their email',
	message: 'a message needs one',
	expression: 'an expression returned no value',
};

type Field = { field: string };
type NeededBy = Field & { neededBy?: keyof typeof NEEDED_BY; unused?: string };
/** Why a field is needed, and what is not taken for it. */
const reasonOf = ({ neededBy, unused }: Omit<NeededBy, 'field'>) =>
	(neededBy ? `: ${NEEDED_BY[neededBy]}` : '') +
	(unused ? `. ${quoted([unused])} is not used: it may not be the recipient's` : '');

type Product = { product: string };
type Range = { min?: number; max?: number };
type Variants = Product & { names: string[] };

const ALLOW = 'To send anyway, add the option "Allow Repeated Recipients"';

/** What to do where several items ask for the same. */
const ONCE_FOR_ALL = `If each item lists all recipients, turn on Execute Once in the node's settings, or choose "Input Items" under "Recipients From". ${ALLOW}`;

/** A recipient of the node, and the order batch where there are several. */
export type Position = { number: number; of?: string };

/** "recipient 3", or "recipient 1 of item 2". */
const positionOf = ({ number, of }: Position) => `recipient ${number}${of === undefined ? '' : ` of ${of}`}`;

/**
 * A gift that somebody got before: its order; its order batch, where this execution or another one created it, or may have, and
 * when, in words; or the position in this plan.
 */
export type EarlierGift =
	{ orderId: string } | { orderBatch: string; when: string; isSure: boolean } | { position: Position };

/** What a sentence says of somebody who got it. */
function earlierGiftText(gift: EarlierGift): string {
	if ('position' in gift) return `is already in this run as ${positionOf(gift.position)}`;
	if ('orderId' in gift) return `got a gift (order ${gift.orderId})`;
	return `${gift.isSure ? 'got' : 'may have gotten'} a gift ${gift.when} (order batch ${gift.orderBatch})`;
}

/** "from $5.00 to $500.00"; nothing for a range without ends. Amounts are in cents. */
const range = (min?: number, max?: number): string =>
	min && max
		? `from ${dollars(min)} to ${dollars(max)}`
		: [min && `at least ${dollars(min)}`, max && `at most ${dollars(max)}`].filter(Boolean).join('');

/** "order batch ob_1", or the one with a reference. */
const orderBatchOf = ({ orderBatchId, reference }: OrderBatchName): string =>
	orderBatchId ? `order batch ${orderBatchId}` : `the order batch with the Customer Reference ID ${reference}`;

const choiceOf = ({ product, names }: Variants) =>
	`The variants of ${product} are ${listed(names.map((name) => cut(name)))}`;

/** The first of a list, and how many there are. */
type Some = { named: string[]; all: number };

/** What a sentence says of a list, so that a problem of a long list is short. */
export const someOf = (list: string[]): Some => ({ named: list.slice(0, NAMED), all: list.length });

const shownNames = ({ named, all }: Some) =>
	`${named.join(', ')}${all > named.length ? `, and ${all - named.length} more` : ''}`;

const BY_HAND = 'hoose "Input Items (Choose Columns)" under "Recipients From"';

/** @param label of a field; nothing for a name */
const chooseFor = (label?: string) =>
	`C${BY_HAND}, and put the ${label ? `right column under ${label}` : 'columns of the right person under First Name and Last Name'}`;

/** The columns of an input item that leave open who its recipient is, and the one that names the person who was found. */
type Columns = { found?: string; columns: string[] };

/** '"Name", "Peer" and "Guest"'. */
function quoted(columns: string[]): string {
	const names = [...new Set(columns)].map((column) => JSON.stringify(cut(column)));
	const last = names.pop() ?? '';
	return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

/** What speaks against the person who was found. */
const DOUBTS = {
	anothers: "may be somebody else's",
	companyDomain: "suggests that the name is not a person's",
	intendedEmail: "may be the intended recipient's email",
	intendedRecipient: 'may name the intended recipient',
	note: 'may say that they already have it, or should get none',
	notAPerson: 'says that this is not a person',
	personsEmail: 'may be the email of the person in',
	placesAddress: 'may be the address of',
	sharedMailbox: 'is a shared mailbox, so the name may belong to a company',
	spellsOther: "contains somebody else's name",
};

/** Those that speak against anyone in the record. */
const ABOUT_PERSON: Array<keyof typeof DOUBTS> = ['companyDomain', 'notAPerson', 'note', 'sharedMailbox'];

/** What stands in a column in the place of what it should hold. */
const WRONG_VALUES = {
	notPersonal: 'an address that belongs to nobody or to several people',
	otherAddress: 'a different address from the other columns',
	otherState: 'a ZIP code in another state',
	placeholder: 'something else, such as a company, a placeholder or a column header',
};

/** Whether an order batch certainly exists. */
type Sure = { isSure: boolean };

/** A limit on one execution, and what earlier order batches and those of this plan come to. */
type Limit = { limit: number; before: number; now: number };

const limitParts = ({ before, now }: Limit, show: (amount: number) => string) =>
	before > 0 ? ` (${show(before)} before and ${show(now)} now)` : '';

type OrderBatchName = { orderBatchId?: string; reference: string };

/** What is wrong; then what to do, unless that is said already. Without a final period. */
type Sentence = string[];

/** One row for each kind of problem: what is known of it, and its sentence. Nothing else makes a sentence of a problem. */
const SENTENCES = {
	// Any input.
	/** `unused`: a column that holds one. */
	missing: ({ field, ...why }: NeededBy) => [
		`"${field}" is missing${reasonOf(why)}`,
		...(why.unused ? [chooseFor(field)] : []),
	],
	/** `mustBe`: what the field accepts; `value`: what it is instead, unless it may be a secret. */
	invalid: ({ field, mustBe, value }: { field: string; mustBe: string; value?: string }) => [
		`"${field}" must be ${mustBe}${value === undefined ? '' : `, but it is ${value}`}`,
	],
	unknownFields: ({ field, names, known }: { field: string; names: string[]; known: string[] }) => [
		`"${field}" contains unknown fields: ${listed(names.map((name) => `"${cut(name)}"`))}. Its fields are ${known.join(', ')}`,
	],
	droppedFields: ({ field }: Field) => [
		`"${field}" is one expression or text, which n8n ignores`,
		'Add its fields one by one, and use expressions inside them',
	],
	emptyList: ({ field }: Field) => [`"${field}" is empty`, 'Add at least one entry'],
	skippedTime: ({ field, value }: { field: string; value: string }) => [
		`"${field}" is ${cut(value)}, which does not exist in the workflow's time zone because its clocks go forward`,
		'Choose another time on that day',
	],
	past: ({ field, value }: { field: string; value: string }) => [
		`"${field}" is in the past (${cut(value)})`,
		`Choose a later time${field === 'Send On' ? ', or leave it empty to send at once' : ''}`,
	],
	fromAboveTo: ({ from, to }: { from: string; to: string }) => [`"${from}" must not be above "${to}"`],

	// The parameters of an order batch.
	notJson: ({ field, detail }: { field: string; detail: string }) => [`"${field}" is not valid JSON: ${detail}`],
	/** `value`: the fixed part of its text, where its expressions returned nothing. */
	emptyField: ({ field, value }: Field & { value?: string }) => [
		value
			? `"${field}" is only ${JSON.stringify(cut(value))}: its expression returned no value`
			: `"${field}" is empty`,
		'Give it a value, or remove the field from "Additional Fields"',
	],
	emptySchedule: () => [
		'"Send On" is an expression without a value, so the gifts would be sent at once',
		'Give it a time, or clear the field',
	],
	/** `other`: an input item, counted from 0, that differs from the first. */
	differentSettings: ({ field, other }: { field: string; other: number }) => [
		`"${field}" must be the same for all input items, but item ${other + 1} differs from the first`,
	],
	failedMapping: ({ detail }: { detail: string }) => [`An expression under "Recipient Fields" fails: ${detail}`],
	nothingMapped: () => ['"Recipient Fields" is empty', 'Drag a column into each field that the send method needs'],
	unevaluated: ({ field }: Field) => [
		`"${field}" contains "{{", so an expression was not evaluated`,
		'Switch the field from Fixed to Expression, or correct the input',
	],
	expiresTooEarly: () => ['"Expires At" must be later than "Send On"'],
	waitTooShort: ({ value, seconds }: { value: string; seconds: number }) => [
		`"Send On" (${cut(value)}) is later than "Max Wait (Seconds)" (${seconds} seconds) allows`,
		'Remove the option that waits, and let a Gift Order Batch Trigger start a workflow when the order batch is complete',
	],
	referenceOfSeveral: ({ recipients }: { recipients: number }) => [
		`"Customer Reference ID" names one order batch, but "Recipients per Batch" splits ${recipients} input items into several`,
		'Remove one of the two, or give each order batch its own ID',
	],

	// Recipients.
	noRecipients: () => ['There are no recipients: the input is empty', 'Check what the node before this one returns'],
	/** No input item has a value for a field. `columns`: those of the first. */
	noColumn: ({ field, columns, ...why }: NeededBy & { columns: string[] }) => [
		`No input item has a value for "${field}"${reasonOf(why)}. The columns are ${listed(columns.map((column) => cut(column)))}`,
		`C${BY_HAND} to choose the columns yourself`,
	],
	/** `label`: what the node looked for; nothing for a name. */
	differentValues: ({ found, columns, label }: Columns & { label?: string }) => [
		`${quoted(columns)} ${
			label
				? `hold different values for the ${label.toLowerCase()} of ${found === undefined ? 'the same person' : `the person in ${quoted([found])}`}`
				: 'name different people, and only one of them can get the gift'
		}`,
		chooseFor(label),
	],
	severalEntries: ({ columns }: Columns) => [
		`${quoted(columns)} belong to several entries of one list, but each item must be one recipient`,
		'Add a Split Out node before this one to turn each entry into an item',
	],
	tooManyPeople: ({ max }: { max: number }) => [
		`The item has columns for more than ${max} people, but each item must be one recipient`,
		`Make one item for each person, or c${BY_HAND}`,
	],
	/** `columns`: the doubtful one, and the one that the doubt is about. */
	doubtfulColumn: ({ found, columns, why, label }: Columns & { why: keyof typeof DOUBTS; label?: string }) => {
		const [column = '', other] = columns;
		const who = found
			? `The gift would be for the person in ${quoted([found])}, but`
			: 'It is not certain which column names the person who gets the gift:';
		return [
			`${who} ${quoted([column])} ${DOUBTS[why]}${other === undefined ? '' : ` ${quoted([other])}`}`,
			ABOUT_PERSON.includes(why)
				? `Leave such items out with a Filter node before this one, or c${BY_HAND} to send anyway`
				: chooseFor(label),
		];
	},
	severalPeople: ({ columns }: Columns) => [
		`${quoted(columns)} names more than one person, but each item must be one recipient`,
		`Make one item for each person, or c${BY_HAND}, and enter one name under First Name`,
	],
	noWholeName: ({ columns }: Columns) => [
		`${quoted(columns)} should name the person who gets the gift, but it does not hold one person's first and last name in a known order, such as Ann Lee`,
		chooseFor(),
	],
	wrongValue: ({ columns, label, holds }: Columns & { label: string; holds: keyof typeof WRONG_VALUES }) => [
		`${quoted(columns)} should hold the ${label.toLowerCase()} of the person who gets the gift, but it holds ${WRONG_VALUES[holds]}`,
		`Correct the value before this node, or c${BY_HAND}, and put the right column under ${label}`,
	],
	/** One person twice in a list. Without an email and a phone, it is the name and the address that are the same. */
	samePerson: ({ positions, email, phone }: { positions: [Position, Position]; email?: string; phone?: string }) => {
		const [first, second] = positions;
		const isOneList = first.of === undefined;
		const who = isOneList
			? `Recipients ${first.number} and ${second.number}`
			: `R${positionOf(first).slice(1)} and ${positionOf(second)}`;
		const what = email ? `email (${email})` : phone ? `phone number (${phone})` : 'name and address';
		return [`${who} have the same ${what}`, isOneList ? `Remove one of them. ${ALLOW}` : ONCE_FOR_ALL];
	},

	// The cart.
	noProduct: () => ['"Product" is missing', 'Choose one from the list, by ID or by URL'],
	severalProducts: () => ['"Product" must have an ID or a URL, not both'],
	collectionWithoutProduct: ({ collection }: { collection: string }) => [
		`Collection ${collection} has no product that can be sent`,
		'Publish it in your gifting account, or choose a product',
	],
	/** `detail`: what the service says. */
	unknownCollection: ({ id, detail }: { id: string; detail: string }) => [
		`Collection ${id} does not exist: ${detail}`,
		'Choose another one, or a product',
	],
	/** `detail`: that the service has no collections. */
	noCollections: ({ detail }: { detail: string }) => [detail, 'Choose a product'],
	collectionWithoutSwap: () => [
		'"Swap" must not be Disabled, because recipients choose their gift from the collection',
	],
	inactiveProduct: ({ product }: Product) => [`Product ${product} is no longer available`, 'Choose another one'],
	noVariablePrice: ({ product, min, max }: Product & Range) => {
		const costs = range(min, max);
		return [
			`"Variable Price (Cents)" is missing: ${product} has no fixed price${costs && `; it costs ${costs}`}`,
			'Add the field to the product under "Cart Items"',
		];
	},
	wrongVariablePrice: ({ product, min, max, price }: Product & Range & { price: number }) => [
		`"Variable Price (Cents)" must be ${range(min, max)} for ${product}, but it is ${dollars(price)}`,
	],
	unknownVariants: (data: Variants & { unknown: string[] }) => [
		`"Variants" contains unknown names: ${listed(data.unknown.map((name) => `"${cut(name)}"`))}. ${choiceOf(data)}`,
	],
	wrongVariantsCount: (data: Variants & { needed: number; given: number }) => [
		`Direct Send needs ${data.needed} "Variants", not ${data.given}. ${choiceOf(data)}`,
	],
	restrictedState: ({ product, state }: Product & { state: string }) => [
		`${product} cannot be shipped to the state ${state}`,
		'Choose another product, or remove this recipient',
	],

	// Order batches that exist, or may exist, and others of the same plan.
	sameOrderBatch: ({ as }: { as: string }) => [
		`This is the same order batch as that of ${as}, so its recipients would get the gift twice`,
		ONCE_FOR_ALL,
	],
	/** `count`: of the people whom the plan adds; `isSkipping`: whether those who were known to have a gift are left out. */
	giftedToday: (
		data: Sure & { people: Some; count: number; orderBatches: Some; isSkipping: boolean; when: string },
	) => [
		`${data.people.all} of ${data.count} recipients ${data.isSure ? 'got' : 'may have gotten'} a gift ${data.when} ` +
			`(order ${data.orderBatches.all === 1 ? 'batch' : 'batches'} ${shownNames(data.orderBatches)}): ${shownNames(data.people)}`,
		`${
			!data.isSure
				? 'To find out on the same day, execute the step again exactly as it was. '
				: data.isSkipping
					? 'To send only to the others, execute the step again. '
					: data.people.all < data.count
						? 'To send only to the others, add the option "Skip Gifted Within Days". '
						: ''
		}${ALLOW}`,
	],
	ownGift: (data: { orderBatchId: string; prefix: string; isOwn: boolean }) => [
		`This workflow was started by order batch ${data.orderBatchId}, which ${
			data.isOwn ? 'this step itself sent' : 'was sent because of another gift'
		}, so each gift would trigger another`,
		`Add a Filter before this step that leaves out items whose customer_reference_id begins with "n8n-after-gift-" or "${data.prefix}", or is one that you set yourself. For orders, turn on "Add Customer Reference ID" in the trigger`,
	],
	failedBefore: ({ people }: { people: Some }) => [
		`The field gift_error says that an earlier attempt has created, or may have created, a gift for ${shownNames(people)}`,
		`Look in your gifting account. ${ALLOW}`,
	],
	/** `people`: who has a gift; nobody where the whole request is the same. */
	alreadyRequested: (data: Sure & { people: string[]; orderBatch: string; isOfThisExecution: boolean }) => [
		[
			data.isOfThisExecution ? 'This execution' : 'Another execution for the same event, or another retry,',
			' has already requested ',
			data.people.length === 0
				? `the same order batch (${data.orderBatch}), so its recipients would get the gift twice`
				: `a gift for ${listed(data.people, NAMED)} (${data.orderBatch}), so they would get another one`,
		].join(''),
		...(data.isSure ? [ALLOW] : []),
	],
	changedRequest: (data: Sure & OrderBatchName) => [
		`An earlier attempt of this execution ${data.isSure ? 'created' : 'may have created'} ` +
			`${orderBatchOf(data)}, and the request has changed since`,
		'Retry with the values of that attempt, or check your gifting account and start the workflow again for recipients who are missing',
	],
	usedReference: ({ reference }: { reference: string }) => [
		`"Customer Reference ID" is ${cut(reference)}, which another order batch in this execution already uses`,
		'Use a unique ID for each',
	],

	// Limits. Amounts of money are in cents.
	recipientsLimit: (data: Limit) => [
		`"Recipients Limit" is ${data.limit} for one execution of the workflow, but this would send to ${data.before + data.now} recipients${limitParts(data, String)}`,
		'Send to fewer recipients, or raise the limit',
	],
	maximumTotal: (data: Limit) => [
		`"Maximum Total (USD)" is ${dollars(data.limit)} for one execution of the workflow, but this would cost up to ${dollars(data.before + data.now)}${limitParts(data, dollars)}`,
		'Choose fewer recipients or a cheaper gift, or raise the limit',
	],
	lateMaximumTotal: () => [
		'"Maximum Total (USD)" was added after this execution had created order batches, so their prices are unknown',
		'Start the workflow again for the rest, or remove the option',
	],
	maximumPerRecipient: ({ limit, price }: { limit: number; price: number }) => [
		`"Maximum per Recipient (USD)" is ${dollars(limit)}, but a gift would cost up to ${dollars(price)}`,
		'Choose a cheaper gift, or raise the limit',
	],
} satisfies Record<string, (data: never) => Sentence>;

export type Kind = keyof typeof SENTENCES;

/** What is known of one of some kinds of a table of sentences. */
type DataOf<Table extends Record<string, (data: never) => Sentence>, Kinds extends keyof Table> = {
	[Of in Kinds]: { kind: Of } & (Parameters<Table[Of]> extends [infer Data] ? Data : unknown);
}[Kinds];

/** Where a problem is: of which recipient, counted from 1, item of the cart or input item, counted from 0. */
interface Where {
	row?: number;
	/** What messages call the recipient, as far as they have a name. */
	name?: string;
	cartItem?: number;
	item?: number;
}

/** What is wrong with an input, as data. */
export type Problem<Of extends Kind = Kind> = DataOf<typeof SENTENCES, Of> & Where;

/** What is wrong, and what to do about it, without where it is. */
export const sentenceParts = (problem: Problem): Sentence =>
	(SENTENCES[problem.kind] as (data: Problem) => Sentence)(problem);

/** "Item 3", or the first items and how many more there are. @param items counted from 0 */
const itemsLabel = (items: number[]): string =>
	`${items.length === 1 ? 'Item' : 'Items'} ${listed(
		items.map((item) => item + 1),
		3,
	)}: `;

/** The problem without its value, which may be a secret, or one of several. */
export const withoutValue = (problem: Problem): Problem =>
	problem.kind === 'invalid' ? { ...problem, value: undefined } : problem;

/** How a list of recipients names one of them: by name, number and the wrong value. */
function personLabel(problem: Problem): string {
	const value = problem.kind === 'invalid' && problem.value ? `, ${problem.value}` : '';
	const details = `recipient ${problem.row}${value}`;
	return problem.name ? `${problem.name} (${details})` : details;
}

/** A problem that one or several recipients have. */
function groupSentence(group: Problem[]): string {
	const [first] = group as [Problem];
	const { row, name, cartItem } = first;
	const sentence = sentenceParts(row === undefined || group.length === 1 ? first : withoutValue(first)).join('. ');
	if (cartItem !== undefined) return `Cart item ${cartItem + 1}: ${sentence}`;
	if (row === undefined || first.kind === 'samePerson') return sentence;
	if (group.length === 1) return `${name ? personLabel(withoutValue(first)) : `Recipient ${row}`}: ${sentence}`;
	const people = listed(group.map(personLabel), NAMED);
	if (first.kind !== 'missing') return `${group.length} recipients: ${sentence}: ${people}`;
	const { field, neededBy } = first;
	return `${group.length} recipients have no "${field}"${neededBy ? ` (${NEEDED_BY[neededBy]})` : ''}: ${people}`;
}

/**
 * The sentences of problems, in their order, but those of the cart last. A problem that several recipients or items have is
 * named once, with all of them.
 * @param itemsCount how many items there are, where a problem of all of them needs no label
 */
export function sentencesOf(problems: Problem[], itemsCount?: number): string[] {
	const isOfCart = ({ cartItem }: Problem) => Number(cartItem !== undefined);
	const sorted = [...problems].sort((one, other) => isOfCart(one) - isOfCart(other));
	// Problems are grouped by everything except who has them and the wrong value.
	const shared = (problem: Problem) =>
		problem.row === undefined ? problem : { ...withoutValue(problem), row: 0, name: '' };
	const groups = grouped(sorted.map((problem) => [JSON.stringify(shared(problem)), problem] as const));
	const same = grouped(
		[...groups.values()].map((group) => [JSON.stringify(group.map((one) => ({ ...one, item: 0 }))), group] as const),
	);
	return [...same.values()].map((alike) => {
		const [group] = alike as [Problem[]];
		const items = [...new Set(alike.flatMap((one) => one[0]?.item ?? []))];
		return (items.length === 0 || items.length === itemsCount ? '' : itemsLabel(items)) + groupSentence(group);
	});
}

const CONTACT_SUPPORT = "Contact the service's support";

/** What to do where nothing tells who got a gift. */
export const REMOVE_SKIP_GIFTED = 'Remove the option "Skip Gifted Within Days" to send without this check';

type Counted = { orderBatchId: string; count: number };

/** What an earlier attempt did, by the state of its order batch. */
const DONE = { created: 'created', taken: 'found', unknown: 'may have created' };

/**
 * What is wrong although the input is right: with an order batch that exists or may exist, or with what the service has
 * responded. Where the service itself says what is wrong, its sentence is the message.
 */
const FAILURES = {
	ledgerLost: () => [
		'n8n has not stored what this node did before, so the order batch may already exist',
		'This retry sent nothing. If the order batch is not in your gifting account, start the workflow again instead of retrying. With your own "Customer Reference ID", retries are safe even after an interruption',
	],
	unresolvedOrderBatch: ({ reference }: { reference: string }) => [
		`It is not known whether the order batch with the Customer Reference ID ${reference} was created. This step sends nothing else until that is known`,
		'On the same day, execute the step again exactly as it was. Later, retry the execution. To send to others in the meantime, give each order batch a "Customer Reference ID" of your own',
	],
	otherApiKey: ({ state, ...batch }: OrderBatchName & { state: keyof typeof DONE }) => [
		`An earlier attempt of this execution ${DONE[state]} ${orderBatchOf(batch)} with another API key`,
		"Look in that key's gifting account. To send with this key as well, start the workflow again instead of retrying",
	],
	otherReference: ({ orderBatchId, other, reference }: OrderBatchName & { other: string }) => [
		`The service responded with order batch ${orderBatchId}, which has the Customer Reference ID ${cut(other)} instead of ${reference}`,
		CONTACT_SUPPORT,
	],
	otherPeople: ({ orderBatchId }: { orderBatchId: string }) => [
		`The service responded with order batch ${orderBatchId}, which is for other people`,
		CONTACT_SUPPORT,
	],
	orderBatchNotSent: ({ orderBatchId, status }: { orderBatchId: string; status: string }) => [
		`Order batch ${orderBatchId} ${status === 'failed' ? 'has failed' : `was ${status}`}`,
		'Some or all of its gifts were not sent. Check the order batch in your gifting account. To send again, start the workflow again or, in the editor, add "Allow Repeated Recipients" to Order Batch: Create',
	],
	unreadableOrderBatch: ({ orderBatchId }: { orderBatchId: string }) => [
		`Order batch ${orderBatchId}, which this step has already sent, cannot be read completely, so the node cannot tell who got a gift`,
		'Try again in a moment',
	],
	scheduledAfterWait: ({ orderBatchId, time }: { orderBatchId: string; time: string }) => [
		`Order batch ${orderBatchId} is scheduled for ${time}, which is later than "Max Wait (Seconds)" allows`,
		'It will be sent then. Instead of waiting here, let a Gift Order Batch Trigger start a workflow when it is complete',
	],
	notCompleteInTime: ({ orderBatchId, status, seconds }: { orderBatchId: string; status: string; seconds: number }) => [
		`Order batch ${orderBatchId} is still ${status} after ${seconds} seconds`,
		'Wait for it again with Order Batch: Wait for Completion and its ID, or let a Gift Order Batch Trigger start a workflow when it is complete',
	],
	missingRecipients: ({ orderBatchId, count, requested }: Counted & { requested: number }) => [
		`Order batch ${orderBatchId} has ${count} of ${requested} recipients`,
		'Check your gifting account to see who is missing',
	],
	missingOrders: ({ orderBatchId, count, listedCount }: Counted & { listedCount: number }) => [
		`Order batch ${orderBatchId} has ${count} orders, but the service lists only ${listedCount}`,
		'Read them later with Order: Get Many',
	],
	unknownId: ({ reference }: { reference: string }) => [
		`The order batch with the Customer Reference ID ${reference} exists, but the service does not return its ID`,
		'Find it in your gifting account by this ID',
	],
	giftedBefore: ({ email, row, gift }: { email: string; row: number; gift: EarlierGift }) => [
		`${email} (recipient ${row}) ${earlierGiftText(gift)}`,
		'The option "Skip Gifted Within Days" left this recipient out. Nothing was sent to them',
	],
	ordersWithoutEmail: () => [
		"The service's orders have no recipient email, so the node cannot tell who already got a gift",
		REMOVE_SKIP_GIFTED,
	],
	ordersOfAnyTime: () => [
		'The service ignores the filter by creation time, so the node cannot tell who recently got a gift',
		REMOVE_SKIP_GIFTED,
	],
	priceOfZero: () => ['The service returned an invalid price: it is $0.00', CONTACT_SUPPORT],
	lowPriceAboveHigh: ({ low, high }: { low: number; high: number }) => [
		`The service returned an invalid price: its lowest amount, ${dollars(low)}, is above its highest, ${dollars(high)}`,
		CONTACT_SUPPORT,
	],
	totalBelowGift: ({ total, gift }: { total: number; gift: number }) => [
		`The service returned an invalid price: its total, ${dollars(total)}, is less than one gift, ${dollars(gift)}`,
		CONTACT_SUPPORT,
	],
} satisfies Record<string, (data: never) => Sentence>;

/** What to do about the refusal of a reference that an order batch has: the service's own sentence is the message. */
export const REFERENCE_ADVICE = {
	/** A place that another execution has used. */
	placeTaken:
		'This or another execution has already sent gifts from this step, and the node cannot tell who got them. Nothing was sent this time. Look for this Customer Reference ID in your gifting account. To keep building the workflow, pin the output of this step. To send to others, give each order batch a "Customer Reference ID" of your own.',
	/** One of the user. @param orderBatchId of the order batch, if it was found */
	ownTaken: (orderBatchId?: string) =>
		orderBatchId
			? `Order batch ${orderBatchId} has this "Customer Reference ID", but is for another gift or other recipients, so nothing was sent this time. Check that order batch, and use a different ID for this one.`
			: 'An order batch with this "Customer Reference ID" already exists, so nothing was sent this time. To send a second one, use a different ID.',
	/** After an attempt that may have worked. @param orderBatchId as above */
	unclear: (orderBatchId?: string) =>
		orderBatchId
			? `Order batch ${orderBatchId} has this Customer Reference ID. Either an earlier attempt of this execution created it, or it existed before. Check its recipients before you send it again.`
			: 'An order batch with this Customer Reference ID exists. Either an earlier attempt of this execution created it, or it existed before. The service does not show it, so the node cannot tell which.',
};

export type FailureKind = keyof typeof FAILURES;

/** What is wrong although the input is right, as data. */
export type Failure<Of extends FailureKind = FailureKind> = DataOf<typeof FAILURES, Of>;

/** What is wrong, and what to do about it. */
export const failureParts = (failure: Failure): Sentence =>
	(FAILURES[failure.kind] as (data: Failure) => Sentence)(failure);
