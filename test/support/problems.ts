import type { NodeError } from '../../nodes/GiftOrderBatch/nodeErrors';
import { outcomeOf } from '../../nodes/GiftOrderBatch/resources/outcome';
import {
	sentencesOf,
	someOf,
	type Failure,
	type FailureKind,
	type Kind,
	type Problem,
} from '../../nodes/GiftOrderBatch/resources/sentences';

const UUID = '123e4567-e89b-42d3-a456-426614174000';

/** An example of each kind of problem. Its sentence is in docs/troubleshooting.md. */
const EXAMPLES: { [Of in Kind]: Omit<Problem<Of>, 'kind'> } = {
	missing: { field: 'Email', neededBy: 'emailAndLink' },
	invalid: { field: 'Order', mustBe: `a UUID such as ${UUID}`, value: 'the text "deal-1"' },
	unknownFields: { field: 'Mailing Address', names: ['street'], known: ['address_1', 'city'] },
	droppedFields: { field: 'Options' },
	emptyList: { field: 'Cart Items' },
	skippedTime: { field: 'Send On', value: '2030-03-31 02:30' },
	past: { field: 'Send On', value: '2030-05-04T09:00:00Z' },
	fromAboveTo: { from: 'Price From (USD)', to: 'Price To (USD)' },
	notJson: { field: 'Recipients (JSON)', detail: 'Unexpected end of JSON input' },
	emptyField: { field: 'Customer Reference ID' },
	emptySchedule: {},
	differentSettings: { field: 'Options', other: 2 },
	failedMapping: { detail: "toTitleCase can't be used on undefined value" },
	nothingMapped: {},
	unevaluated: { field: 'Message' },
	expiresTooEarly: {},
	waitTooShort: { value: '2030-05-04T09:00:00Z', seconds: 300 },
	referenceOfSeveral: { recipients: 30 },
	noRecipients: {},
	noColumn: { field: 'Email', neededBy: 'emailAndLink', unused: 'Manager Email', columns: ['Name', 'Manager Email'] },
	differentValues: { columns: ['Name', 'Guest'] },
	severalEntries: { columns: ['recipients[0].name', 'recipients[1].name'] },
	tooManyPeople: { max: 100 },
	doubtfulColumn: { found: 'Name', columns: ['Email', 'Manager'], why: 'personsEmail', label: 'Email' },
	severalPeople: { columns: ['Name'] },
	noWholeName: { columns: ['Name'] },
	wrongValue: { columns: ['First Name'], label: 'First Name', holds: 'placeholder' },
	samePerson: { positions: [{ number: 3 }, { number: 7 }], email: 'ann@example.com' },
	noProduct: {},
	severalProducts: {},
	collectionWithoutProduct: { collection: '"Spring"' },
	unknownCollection: { id: 'col_1', detail: 'Collection not found' },
	noCollections: { detail: 'This service has no gift collections' },
	collectionWithoutSwap: {},
	inactiveProduct: { product: '"Cookie Tin"' },
	noVariablePrice: { product: '"Gift Card"', min: 500, max: 50_000 },
	wrongVariablePrice: { product: '"Gift Card"', min: 500, max: 50_000, price: 499 },
	unknownVariants: { product: '"Tea"', names: ['Lemon', 'Mint'], unknown: ['Nut'] },
	wrongVariantsCount: { product: '"Tea"', names: ['Lemon', 'Mint'], needed: 2, given: 1 },
	restrictedState: { product: '"Wine"', state: 'UT' },
	sameOrderBatch: { as: 'item 1' },
	ownGift: { orderBatchId: 'ob_1', prefix: 'n8n-bd397e44', isOwn: true },
	giftedToday: {
		people: someOf(['ann@example.com', 'ben@example.com']),
		count: 6,
		orderBatches: someOf(['ob_1']),
		isSure: true,
		isSkipping: false,
		when: 'from this step today',
	},
	alreadyRequested: { people: ['ann@example.com'], orderBatch: 'ob_1', isOfThisExecution: true, isSure: true },
	changedRequest: { orderBatchId: 'ob_1', reference: 'deal-1', isSure: true },
	failedBefore: { people: { named: ['ann@example.com'], all: 1 } },
	usedReference: { reference: 'deal-1' },
	recipientsLimit: { limit: 10, before: 5, now: 7 },
	maximumTotal: { limit: 100_000, before: 0, now: 120_050 },
	lateMaximumTotal: {},
	maximumPerRecipient: { limit: 2000, price: 3960 },
};

/** The examples as problems. */
export const EXAMPLE_PROBLEMS = Object.entries(EXAMPLES).map(([kind, data]) => ({ kind, ...data }) as Problem);

/** The same of failures. */
const FAILURES: { [Of in FailureKind]: Omit<Failure<Of>, 'kind'> } = {
	ledgerLost: {},
	unresolvedOrderBatch: { reference: 'n8n-1-0' },
	otherApiKey: { state: 'taken', reference: 'deal-1' },
	otherReference: { orderBatchId: 'ob_1', other: 'deal-2', reference: 'deal-1' },
	unreadableOrderBatch: { orderBatchId: 'ob_1' },
	orderBatchNotSent: { orderBatchId: 'ob_1', status: 'failed' },
	scheduledAfterWait: { orderBatchId: 'ob_1', time: '2030-05-04T09:00:00Z' },
	notCompleteInTime: { orderBatchId: 'ob_1', status: 'pending', seconds: 300 },
	missingRecipients: { orderBatchId: 'ob_1', count: 4, requested: 5 },
	missingOrders: { orderBatchId: 'ob_1', count: 5, listedCount: 4 },
	unknownId: { reference: 'deal-1' },
	giftedBefore: { email: 'ann@example.com', row: 3, gift: 'in this execution', isSure: true },
	inThisRun: { email: 'ann@example.com', row: 3, position: { number: 1 } },
	ordersWithoutEmail: {},
	ordersOfAnyTime: {},
	priceOfZero: {},
	lowPriceAboveHigh: { low: 500, high: 400 },
	totalBelowGift: { total: 400, gift: 500 },
};

export const EXAMPLE_FAILURES = Object.entries(FAILURES).map(([kind, data]) => ({ kind, ...data }) as Failure);

/** The sentence of each problem that an error has. */
export const sentencesIn = (error: unknown): string[] =>
	outcomeOf(error as NodeError).problems?.flatMap((problem) => sentencesOf([problem])) ?? [];
