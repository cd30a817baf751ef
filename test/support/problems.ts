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
const ONCE_FOR_ALL =
	'If each item lists all recipients, turn on Execute Once in the node\'s settings, or choose "Input Items" under "Recipients From". If this is intended, add the option "Allow Repeated Recipients"';

/** An example of each kind of problem, and its sentence. */
export const EXAMPLES: { [Of in Kind]: [problem: Omit<Problem<Of>, 'kind'>, sentence: string] } = {
	missing: [
		{ field: 'Email', neededBy: 'emailAndLink' },
		'"Email" is missing: the send method "Email and Link" needs it',
	],
	invalid: [
		{ field: 'Order', mustBe: `a UUID such as ${UUID}`, value: 'the text "deal-1"' },
		`"Order" must be a UUID such as ${UUID}, but it is the text "deal-1"`,
	],
	unknownFields: [
		{ field: 'Mailing Address', names: ['street'], known: ['address_1', 'city'] },
		'"Mailing Address" has the unknown field "street"; its fields are address_1, city',
	],
	emptyList: [{ field: 'Cart Items' }, '"Cart Items" is empty. Add at least one entry'],
	skippedTime: [
		{ field: 'Send On', value: '2030-03-31 02:30' },
		'"Send On" is 2030-03-31 02:30, which does not exist in the workflow\'s time zone because its clocks go forward. Choose another time of that day',
	],
	past: [
		{ field: 'Send On', value: '2030-05-04T09:00:00Z' },
		'"Send On" is in the past (2030-05-04T09:00:00Z). Choose a later time, or leave it empty to send at once',
	],
	fromAboveTo: [
		{ from: 'Price From (USD)', to: 'Price To (USD)' },
		'"Price From (USD)" must not be above "Price To (USD)"',
	],
	notJson: [
		{ field: 'Recipients (JSON)', detail: 'Unexpected end of JSON input' },
		'"Recipients (JSON)" is not valid JSON: Unexpected end of JSON input',
	],
	emptyField: [
		{ field: 'Customer Reference ID' },
		'"Customer Reference ID" is empty. Give it a value, or remove the field from "Additional Fields"',
	],
	emptySchedule: [
		{},
		'"Send On" is an expression without a value, so the gifts would be sent at once. Give it a time, or clear the field',
	],
	differentSettings: [
		{ field: 'Options', other: 2 },
		'"Options" must be the same for all input items, but item 3 has a different value from the first',
	],
	nothingMapped: [{}, '"Recipient Fields" is empty. Drag columns into "First Name" and "Email"'],
	unevaluated: [
		{ field: 'Message' },
		'"Message" contains "{{", so an expression was not evaluated. Switch the field from Fixed to Expression, or correct the input',
	],
	expiresTooEarly: [{}, '"Expires At" must be later than "Send On"'],
	waitTooShort: [
		{ value: '2030-05-04T09:00:00Z', seconds: 300 },
		'"Send On" (2030-05-04T09:00:00Z) is after the end of "Max Wait (Seconds)" (300 seconds). Remove the option that waits, and let a Gift Order Batch Trigger start a workflow when the order batch is complete',
	],
	referenceOfSeveral: [
		{ recipients: 30 },
		'"Customer Reference ID" names one order batch, but "Recipients per Batch" makes several of 30 input items. Remove one of the two, or give each order batch an ID of its own',
	],
	noRecipients: [{}, 'There are no recipients: the input is empty. Check what the node before this one returns'],
	noColumn: [
		{ field: 'Email', neededBy: 'emailAndLink', columns: ['Name', 'Company'] },
		'No input item has a value for "Email": the send method "Email and Link" needs it. The columns are Name, Company. Choose "Input Items (Choose Columns)" under "Recipients From" to map them by hand',
	],
	differentValues: [
		{ columns: ['Name', 'Guest'] },
		'"Name" and "Guest" name different people, and only one of them can get the gift. Choose "Input Items (Choose Columns)" under "Recipients From", and put the columns of the right person under First Name and Last Name',
	],
	severalEntries: [
		{ columns: ['recipients[0].name', 'recipients[1].name'] },
		'"recipients[0].name" and "recipients[1].name" belong to several entries of one list, but each item must be one recipient. Add a Split Out node before this one to make an item of each entry',
	],
	tooManyPeople: [
		{ max: 100 },
		'The item has columns of more than 100 people, but each item must be one recipient. Make one item for each person, or choose "Input Items (Choose Columns)" under "Recipients From"',
	],
	doubtfulColumn: [
		{ found: 'Name', columns: ['Email', 'Manager'], why: 'spellsPerson', label: 'Email' },
		'The gift would be for the person in "Name", but "Email" seems to be the email of the person in "Manager". Choose "Input Items (Choose Columns)" under "Recipients From", and put the right column under Email',
	],
	severalPeople: [
		{ columns: ['Name'] },
		'"Name" names more than one person, but each item must be one recipient. Make one item for each person, or choose "Input Items (Choose Columns)" under "Recipients From", and enter one name under First Name',
	],
	noWholeName: [
		{ columns: ['Name'] },
		'"Name" should name the person who gets the gift, but it is not a first name and a last name in a known order, such as Ann Lee. Choose "Input Items (Choose Columns)" under "Recipients From", and put the columns of the right person under First Name and Last Name',
	],
	wrongValue: [
		{ columns: ['First Name'], label: 'First Name', holds: 'placeholder' },
		'"First Name" should hold the first name of the person who gets the gift, but it holds something else, such as a placeholder or a column header. Correct the value before this node, or choose "Input Items (Choose Columns)" under "Recipients From", and put the right column under First Name',
	],
	samePerson: [
		{ positions: [{ number: 3 }, { number: 7 }], email: 'ann@example.com' },
		'Recipients 3 and 7 have the same email (ann@example.com). Remove one of them. If this is intended, add the option "Allow Repeated Recipients"',
	],
	noProduct: [{}, '"Product" is missing. Choose one from the list, by ID or by URL'],
	severalProducts: [{}, '"Product" must have an ID or a URL, not both'],
	collectionWithoutProduct: [
		{ collection: '"Spring"' },
		'Collection "Spring" has no product that can be sent. Publish it in your gifting account, or choose a product',
	],
	unknownCollection: [
		{ id: 'col_1', detail: 'Collection not found' },
		'Collection col_1 does not exist: Collection not found. Choose another one, or a product',
	],
	noCollections: [
		{ detail: 'This service has no gift collections' },
		'This service has no gift collections. Choose a product',
	],
	collectionWithoutSwap: [{}, '"Swap" must not be Disabled, because recipients choose their gift from the collection'],
	inactiveProduct: [{ product: '"Cookie Tin"' }, 'Product "Cookie Tin" is no longer sold. Choose another one'],
	noVariablePrice: [
		{ product: '"Gift Card"', min: 500, max: 50_000 },
		'"Variable Price (Cents)" is missing: "Gift Card" has no fixed price; it costs from $5.00 to $500.00',
	],
	wrongVariablePrice: [
		{ product: '"Gift Card"', min: 500, max: 50_000, price: 499 },
		'"Variable Price (Cents)" must be from $5.00 to $500.00 for "Gift Card", but it is $4.99',
	],
	unknownVariants: [
		{ product: '"Tea"', names: ['Lemon', 'Mint'], unknown: ['Nut'] },
		'"Variants" contains unknown names: "Nut". The variants of "Tea" are Lemon, Mint',
	],
	wrongVariantsCount: [
		{ product: '"Tea"', names: ['Lemon', 'Mint'], needed: 2, given: 1 },
		'Direct Send needs 2 "Variants", but there are 1. The variants of "Tea" are Lemon, Mint',
	],
	restrictedState: [
		{ product: '"Wine"', state: 'UT' },
		'"Wine" cannot be shipped to the state UT. Choose another product, or remove this recipient',
	],
	sameOrderBatch: [
		{ as: 'item 1' },
		`This is the same order batch as that of item 1, so its recipients would get the gift twice. ${ONCE_FOR_ALL}`,
	],
	giftedToday: [
		{
			people: someOf(['ann@example.com', 'ben@example.com']),
			count: 6,
			orderBatches: someOf(['ob_1']),
			isSure: true,
			isSkipping: false,
		},
		'2 of 6 recipients got a gift from this step today (order batch ob_1): ann@example.com, ben@example.com. To send only to the others, add the option "Skip Gifted Within Days". To send again, add "Allow Repeated Recipients"',
	],
	alreadyRequested: [
		{ people: ['ann@example.com'], orderBatch: 'ob_1', isOfThisExecution: true, isSure: true },
		'This execution has already requested a gift for ann@example.com (ob_1), who would get another one. If this is intended, add the option "Allow Repeated Recipients"',
	],
	changedRequest: [
		{ orderBatchId: 'ob_1', reference: 'deal-1', isSure: true },
		'An earlier attempt of this execution created order batch ob_1, and the request has changed since. Retry with the values of that attempt, or check your gifting account and start the workflow again for what is missing',
	],
	failedBefore: [
		{ people: { named: ['ann@example.com'], all: 1 } },
		'The field gift_error says that an earlier attempt has created, or may have created, a gift for ann@example.com. Look in your gifting account. To send again, add "Allow Repeated Recipients"',
	],
	usedReference: [
		{ reference: 'deal-1' },
		'"Customer Reference ID" is deal-1, which another order batch in this execution already uses. Use a unique ID for each',
	],
	recipientsLimit: [
		{ limit: 10, before: 5, now: 7 },
		'"Recipients Limit" is 10 for one execution of the workflow, but this would send to 12 recipients (5 before and 7 now). Send to fewer recipients, or raise the limit',
	],
	maximumTotal: [
		{ limit: 100_000, before: 0, now: 120_050 },
		'"Maximum Total (USD)" is $1,000.00 for one execution of the workflow, but this would cost up to $1,200.50. Choose fewer recipients or a cheaper gift, or raise the limit',
	],
	lateMaximumTotal: [
		{},
		'"Maximum Total (USD)" was added after this execution had created order batches, so their prices are unknown. Start the workflow again for the rest, or remove the option',
	],
	maximumPerRecipient: [
		{ limit: 2000, price: 3960 },
		'"Maximum per Recipient (USD)" is $20.00, but a gift would cost up to $39.60. Choose a cheaper gift, or raise the limit',
	],
};

/** The examples as problems. */
export const EXAMPLE_PROBLEMS = Object.entries(EXAMPLES).map(([kind, [data]]) => ({ kind, ...data }) as Problem);

/** An example of each kind of failure, its sentence, and what to do. */
export const FAILURES: { [Of in FailureKind]: [failure: Omit<Failure<Of>, 'kind'>, sentence: string, advice: string] } =
	{
		historyLost: [
			{},
			'n8n has not stored what this node did before, so the order batch may already exist',
			'This retry sent nothing. If the order batch is not in your gifting account, start the workflow again instead of retrying. With your own "Customer Reference ID", retries are safe even after an interruption',
		],
		unresolvedOrderBatch: [
			{ reference: 'n8n-1-0' },
			'It is not known whether the order batch with the reference n8n-1-0 was created. Until that is known, this step sends nothing else',
			'Execute the step again exactly as it was. To send to others meanwhile, give each order batch a "Customer Reference ID" of your own',
		],
		otherApiKey: [
			{ did: 'found', reference: 'deal-1' },
			'An earlier attempt of this execution found the order batch with the reference deal-1 with another API key',
			'Look in the gifting account of that key. To send with this key as well, start the workflow again instead of retrying',
		],
		otherReference: [
			{ orderBatchId: 'ob_1', other: 'deal-2', reference: 'deal-1' },
			'The service responded with order batch ob_1, which has the reference deal-2 instead of deal-1',
			"Contact the service's support",
		],
		orderBatchNotSent: [
			{ orderBatchId: 'ob_1', status: 'failed' },
			'Order batch ob_1 has failed',
			'Some or all of its gifts were not sent. Check the order batch in your gifting account',
		],
		scheduledAfterWait: [
			{ orderBatchId: 'ob_1', time: '2030-05-04T09:00:00Z' },
			'Order batch ob_1 is scheduled for 2030-05-04T09:00:00Z, which is after the end of "Max Wait (Seconds)"',
			'It will be sent then. Instead of waiting here, let a Gift Order Batch Trigger start a workflow when it is complete',
		],
		notCompleteInTime: [
			{ orderBatchId: 'ob_1', status: 'pending', seconds: 300 },
			'Order batch ob_1 is still pending after 300 seconds',
			'Wait for it by its ID with Order Batch: Wait for Completion, or let a Gift Order Batch Trigger start a workflow when it is complete',
		],
		missingRecipients: [
			{ orderBatchId: 'ob_1', count: 4, requested: 5 },
			'Order batch ob_1 has 4 of 5 recipients',
			'Check your gifting account to see who is missing',
		],
		missingOrders: [
			{ orderBatchId: 'ob_1', count: 5, listedCount: 4 },
			'Order batch ob_1 has 5 orders, but the service lists only 4 of them',
			'Read them later with Order: Get Many',
		],
		unknownId: [
			{ reference: 'deal-1' },
			'The order batch with the reference deal-1 exists, but the service does not give its ID',
			'Find it in your gifting account by its reference',
		],
		giftedBefore: [
			{ email: 'ann@example.com', row: 3, gift: 'in this execution' },
			'ann@example.com (row 3) got a gift in this execution',
			'The option "Skip Gifted Within Days" left this recipient out. Nothing was sent to them',
		],
		inThisRun: [
			{ email: 'ann@example.com', row: 3, position: { number: 1 } },
			'ann@example.com (row 3) is in this run already, as recipient 1',
			'The option "Skip Gifted Within Days" left this recipient out. Nothing was sent to them',
		],
		ordersWithoutEmail: [
			{},
			"The service's orders have no recipient email, so the node cannot tell who already received a gift",
			'Remove the option "Skip Gifted Within Days" to send without this check',
		],
		ordersOfAnyTime: [
			{},
			'The service ignores the filter by creation time, so the node cannot tell who recently received a gift',
			'Remove the option "Skip Gifted Within Days" to send without this check',
		],
		priceOfZero: [{}, 'The service returned an invalid price: it is $0.00', "Contact the service's support"],
		lowPriceAboveHigh: [
			{ low: 500, high: 400 },
			'The service returned an invalid price: its lowest amount, $5.00, is above its highest, $4.00',
			"Contact the service's support",
		],
		totalBelowGift: [
			{ total: 400, gift: 500 },
			'The service returned an invalid price: its total, $4.00, is less than one gift, $5.00',
			"Contact the service's support",
		],
	};

/** The sentence of each problem that an error has. */
export const sentencesIn = (error: unknown): string[] =>
	outcomeOf(error as NodeError).problems?.flatMap((problem) => sentencesOf([problem])) ?? [];
