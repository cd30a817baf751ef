import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../api/endpoints';
import { fingerprint } from '../../../api/fingerprint';
import type { PriceEstimate } from '../../../api/responses';
import { grouped } from '../../../api/values';
import { dollarRange } from '../../money';
import type { Connect } from '../../operation';
import { failed } from '../../outcome';
import type { Failure } from '../../sentences';
import type { PriceInput } from './input';

/** What no estimate holds (openapi: getOrderBatchPrice). */
const NOT_INCLUDED = [
	'Price changes after a swap, or by a Custom Price Tier',
	'Shipping, tax and duties outside the US with the International Shipping Tier Full',
];

/** A price in cents, as a range. */
type Range = { low: number; high: number };

/** What an order batch costs by the estimate. Some totals may be missing, and 0 may stand for them. Of several the highest counts. */
export function totalPrice({ total_price: total }: Pick<PriceEstimate, 'total_price'>): Range {
	const { est_total_calculated: calculated, est_group_total_low: low, est_group_total_high: high } = total;
	return { low: calculated || low || 0, high: Math.max(calculated ?? 0, low ?? 0, high ?? 0) };
}

const cartPrice = ({ cart_price: { price_est_total_low: low, price_est_total_high: high } }: PriceEstimate) =>
	({ low, high }) satisfies Range;

/** What one gift costs by an estimate of `Prices`. A total that was calculated for the addresses may be above the range. */
export function giftPrice(estimate: PriceEstimate): Range {
	const { low, high } = cartPrice(estimate);
	const average = totalPrice(estimate).high / (estimate.total_price.recipients as number);
	return { low, high: Math.max(high, Math.floor(average)) };
}

/** Why an estimate cannot be true; nothing for one that can. */
function contradiction(estimate: PriceEstimate): Failure | undefined {
	const [gift, total] = [cartPrice(estimate), totalPrice(estimate)];
	const { est_group_total_low: groupLow, est_group_total_high: groupHigh } = estimate.total_price;
	if (gift.high === 0 || total.high === 0) return { kind: 'priceOfZero' };
	for (const { low, high } of [gift, { low: groupLow || 0, high: groupHigh || Infinity }]) {
		if (low > high) return { kind: 'lowPriceAboveHigh', low, high };
	}
	if (total.high < gift.low) return { kind: 'totalBelowGift', total: total.high, gift: gift.low };
	return undefined;
}

/** An estimate as users get it, in cents: the totals, the parts of the price of one gift, and what is not in them. */
export function priceOutput(estimate: PriceEstimate, recipientsCount: number): IDataObject {
	const { total_price, ...parts } = estimate;
	const { low, high } = totalPrice({ total_price });
	return {
		recipients_count: recipientsCount,
		total: dollarRange({ low, high }),
		total_low: low,
		total_high: high,
		not_included: NOT_INCLUDED,
		...parts,
	};
}

const priceKeyOf = ({ cart, send_method }: PriceInput) => fingerprint([cart, send_method]);

/** The share of a part of the recipients in the total. */
function shareOf({ total_price: total, ...others }: PriceEstimate, part: number, all: number): PriceEstimate {
	const share = (cents: number | null | undefined) => (cents ? Math.ceil((cents * part) / all) : cents);
	return {
		...others,
		total_price: {
			...total,
			recipients: part,
			est_group_total_low: share(total.est_group_total_low),
			est_group_total_high: share(total.est_group_total_high),
			est_total_calculated: share(total.est_total_calculated),
		},
	} as PriceEstimate;
}

/** The estimates of the prices of one run of the node. */
export class Prices {
	/** The recipients of each cart and send method: what a gift by link costs does not depend on them, and a shipment depends on all addresses. */
	private readonly recipients = new Map<string, PriceInput['recipients']>();
	private readonly estimates = new Map<string, Promise<PriceEstimate>>();

	/** @param batches all that may be asked for */
	constructor(
		private readonly connect: Connect,
		batches: Array<{ input: PriceInput }>,
	) {
		for (const [key, some] of grouped(batches.map(({ input }) => [priceKeyOf(input), input] as const))) {
			const isShipped = some[0]?.send_method === 'direct_send';
			const largest = some.reduce((one, other) => (other.recipients.length > one.recipients.length ? other : one));
			this.recipients.set(key, isShipped ? some.flatMap((batch) => batch.recipients) : largest.recipients);
		}
	}

	/**
	 * Asks for the price of an order batch, once for each cart and send method (openapi: getOrderBatchPrice).
	 * @param options.alternative what to do where the service does not tell prices
	 * @param options.latest as in `ServiceClient.call`
	 * @throws ServiceError when the service does not tell it, or the price contradicts itself
	 */
	async of(
		batch: PriceInput,
		{ alternative, latest }: { alternative?: string; latest?: number } = {},
	): Promise<PriceEstimate> {
		const { cart, send_method } = batch;
		const key = priceKeyOf(batch);
		const recipients = this.recipients.get(key) ?? batch.recipients;
		const estimate =
			this.estimates.get(key) ??
			this.connect().then(async (client) => {
				const endpoint = { ...endpoints.orderBatchPrice({ recipients, cart, send_method }), alternative };
				const estimate = await client.call(endpoint, latest);
				const failure = contradiction(estimate);
				if (failure) throw failed(failure);
				return estimate;
			});
		this.estimates.set(key, estimate);
		return shareOf(await estimate, batch.recipients.length, recipients.length);
	}
}
