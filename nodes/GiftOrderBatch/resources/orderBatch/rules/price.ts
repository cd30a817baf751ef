import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../api/endpoints';
import { fingerprint } from '../../../api/fingerprint';
import type { PriceEstimate } from '../../../api/responses';
import type { Connect } from '../../operation';
import type { Batch } from '../plan';
import type { PriceInput } from './input';

/** What no estimate holds (openapi: getOrderBatchPrice). */
const NOT_INCLUDED = [
	'Price changes after a swap',
	'Shipping, tax and duties outside the US with the International Shipping Tier Full',
];

/** The most that an order batch costs by its estimate, in cents. One of the totals may be missing, and 0 may stand for it. */
export const highestTotal = ({ total_price: { est_total_calculated, est_group_total_high } }: PriceEstimate): number =>
	Math.max(est_total_calculated ?? 0, est_group_total_high ?? 0);

/** The most that one gift costs by the estimate, in cents. */
export const highestPerRecipient = ({ cart_price: { price_est_total_high } }: PriceEstimate): number =>
	price_est_total_high;

/** An estimate as users get it: the totals that apply, in cents, the service's own fields, and what is not in them. */
export const priceOutput = (estimate: PriceEstimate, recipientsCount: number): IDataObject => ({
	recipients_count: recipientsCount,
	total_low: estimate.total_price.est_total_calculated ?? estimate.total_price.est_group_total_low ?? null,
	total_high: highestTotal(estimate),
	unit: 'US cents',
	not_included: NOT_INCLUDED,
	...estimate,
});

/** The estimates of the prices of one run of the node. */
export class Prices {
	private readonly asked = new Map<string, Promise<PriceEstimate>>();

	constructor(private readonly connect: Connect) {}

	/**
	 * Asks for the price of an order batch once (openapi: getOrderBatchPrice). It depends on the cart, the send method, and
	 * where the recipients live, not on who they are.
	 * @param options.latest as in `ServiceClient.call`
	 * @throws NodeApiError when the service does not tell it
	 */
	async of(
		{ input: { recipients, cart, send_method }, itemIndexes }: Batch<PriceInput>,
		{ alternative, latest }: { alternative?: string; latest?: number },
	): Promise<PriceEstimate> {
		const addresses = recipients.map(({ mailing_address: address }) => address ?? null);
		const key = fingerprint([cart, send_method, addresses]);
		const asked =
			this.asked.get(key) ??
			this.connect().then(async (client) => {
				const endpoint = { ...endpoints.orderBatchPrice({ recipients, cart, send_method }), alternative };
				return await client.forItem(itemIndexes[0] as number).call(endpoint, latest);
			});
		this.asked.set(key, asked);
		return await asked;
	}
}
