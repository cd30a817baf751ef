import { environmentName } from '../../../api/environment';
import { factsOf, isOfService } from '../../../api/errors';
import type { PriceEstimate } from '../../../api/responses';
import { listed } from '../../../api/values';
import type { ItemContext } from '../../itemContext';
import { pick } from '../../commonFields';
import { dollarRange } from '../../money';
import { afterwards, type OutputItem, type Step } from '../../operation';
import { limitsOf } from '../form/options';
import type { Creation } from '../once/claims';
import type { Ledger } from '../once/ledger';
import { checkLedger } from '../once/send';
import { giftPrice, priceOutput, totalPrice, type Prices } from '../rules/price';
import { itemIndexesOf } from '../recipients/rows';
import { orderBatchesNamed, timeInWords } from '../hints';

const NAMED_PRODUCTS = 3;

const METHODS: Record<string, string> = {
	direct_send: 'by direct shipment',
	email_and_link: 'by email',
	link_multiple_custom_list: 'as gift links, without an email',
};

const isCreated = ({ entry }: Creation) => entry?.state === 'created';
const isUnknown = ({ entry }: Creation) => entry?.state === 'unknown';

function previewItems(creation: Creation, estimate: PriceEstimate | undefined): OutputItem[] {
	const { input, rows, options, reference } = creation;
	const known = {
		valid: true,
		...(isCreated(creation) && { order_batch_id: creation.entry?.orderBatchId ?? null, already_created: true }),
		...(isUnknown(creation) && { may_exist: true }),
	};
	if (options.output !== 'recipients') {
		const price = estimate && { price: priceOutput(estimate, rows.length) };
		const reference_from = input.customer_reference_id === undefined ? 'derived' : 'customerReferenceId';
		const request = { ...input, customer_reference_id: reference };
		const limits = limitsOf(options);
		// The editor shows an empty object in red.
		const limited = limits.length > 0 && { limits: Object.fromEntries(limits.map(({ name, limit }) => [name, limit])) };
		return [{ json: { ...known, ...price, ...limited, reference_from, request } }];
	}
	const price = estimate && giftPrice(estimate);
	return rows.map(({ recipient, columns, itemIndex }) => ({
		json: {
			...known,
			// A personal message may name its recipient.
			...(options.withContactData && pick({ ...recipient, message: input.message || undefined })),
			...(price && { price: dollarRange(price), price_low: price.low, price_high: price.high }),
			...(columns && { columns }),
		},
		itemIndexes: [itemIndex],
	}));
}

const peopleIn = (creations: Creation[]) => {
	const count = creations.reduce((sum, { rows }) => sum + rows.length, 0);
	return `${count} ${count === 1 ? 'person' : 'people'}`;
};

const batchNames = (creations: Creation[]) =>
	orderBatchesNamed(creations.map(({ entry, reference }) => entry?.orderBatchId ?? reference));

/** What becomes of the same people when the workflow runs again. */
function repetitionSentence(item: ItemContext, creations: Creation[]): string {
	if (creations.some(({ input }) => input.customer_reference_id !== undefined)) {
		return 'The Customer Reference ID is your own. The service accepts it only once.';
	}
	if (creations.some(({ isByDay }) => isByDay))
		return 'In the editor, this step sends to each person at most once a day. A published workflow sends in every execution.';
	return item.functions.getMode() === 'integrated'
		? 'Each time the parent workflow runs or is retried, this sub-workflow sends again. A "Customer Reference ID" of your own prevents that.'
		: 'Every execution of the workflow sends again.';
}

/** "Nothing was sent. This would send Butter Cookie Tin to 30 people by email, for $1,188.00 to $1,306.80 including ..., with the sandbox." */
function previewSentence(item: ItemContext, shown: Map<Creation, PriceEstimate | undefined>, baseUrl: string): string {
	const creations = [...shown.keys()];
	const [existing, unknown] = [creations.filter(isCreated), creations.filter(isUnknown)];
	const sent = creations.filter((creation) => !isCreated(creation) && !isUnknown(creation));
	const before = [
		...(existing.length > 0 ? [`Gifts for ${peopleIn(existing)} already exist (${batchNames(existing)}).`] : []),
		...(unknown.length > 0
			? [
					`It is not known whether the gifts for ${peopleIn(unknown)} exist (${batchNames(unknown)}). To find out, execute the step with the same recipients. Existing gifts are not sent again.`,
				]
			: []),
	].join(' ');
	if (sent.length === 0) return `Nothing was sent${unknown.length > 0 ? '' : ', and nothing would be sent'}. ${before}`;
	const distinct = (values: string[]) => [...new Set(values)];
	const products = distinct(sent.map(({ gift }) => gift.products.join(' and ')));
	const methods = distinct(sent.map(({ input }) => METHODS[input.send_method] as string)).join(' or ');
	const times = distinct(sent.flatMap(({ input }) => input.scheduled_send_on ?? []));
	const zone = item.functions.getTimezone();
	const totals = sent.flatMap((creation) => shown.get(creation) ?? []).map(totalPrice);
	const sum = (part: 'low' | 'high') => totals.reduce((total, range) => total + range[part], 0);
	const price = dollarRange({ low: sum('low'), high: sum('high') });
	const limits = distinct(sent.flatMap(({ options }) => limitsOf(options).map(({ text }) => text)));
	return [
		`Nothing was sent. ${before}${before && ' '}This would send ${listed(products, NAMED_PRODUCTS)} to ${peopleIn(sent)}`,
		sent.length > 1 ? ` in ${sent.length} order batches ${methods}` : ` ${methods}`,
		times.length === 0 ? '' : ` on ${times.map((time) => timeInWords(time, zone)).join(' or ')}`,
		totals.length === sent.length ? `, for ${price} including shipping, fees and tax` : '',
		`, with ${environmentName(baseUrl)}. `,
		limits.length === 0 ? 'No limit is set. ' : `Limits: ${limits.join(', ')}. `,
		repetitionSentence(item, sent),
	].join('');
}

/**
 * Shows what would be sent: items like those of sending, and one sentence above them.
 * @returns a step for each order batch, and one for the sentence
 */
export function previewSteps(item: ItemContext, creations: Creation[], ledger: Ledger, prices: Prices) {
	const unknownPrices: string[] = [];
	const shown = new Map<Creation, PriceEstimate | undefined>();

	const estimateOf = async ({ input }: Creation): Promise<PriceEstimate | undefined> =>
		await prices.of(input, { latest: Date.now() }).catch((error: Error) => {
			// What the service refuses to estimate, it refuses to send. A service without prices refuses nothing.
			if (!isOfService(error) || factsOf(error).isRefusal) throw error;
			unknownPrices.push(`The price is not known. ${error.message}`);
			return undefined;
		});

	const stepOf = (creation: Creation): Step => ({
		itemIndexes: itemIndexesOf(creation.rows),
		async run(connect) {
			checkLedger(await connect(), ledger, creation, shown.keys());
			shown.set(creation, isCreated(creation) ? undefined : await estimateOf(creation));
			return previewItems(creation, shown.get(creation));
		},
	});
	const sentence = afterwards(async (connect) => {
		if (shown.size < creations.length || creations.length === 0) return;
		item.hint(previewSentence(item, shown, (await connect()).baseUrl));
		for (const unknown of unknownPrices) item.hint(unknown);
	});
	return { stepOf, sentence };
}
