import type { FastifyInstance } from 'fastify';
import { productsPrice, sum } from '../amounts';
import type { MailingAddress, Product } from '../contract';
import type { Catalogue } from '../catalogue/catalogue';
import type { ById, ServiceContext } from '../context';
import { errorPage, giftPage, type GiftAction } from '../giftPage';
import type { CartLine } from '../input/acceptOrderBatch';
import { checked } from '../input/request';
import { isUnaccepted, type OrderChange, type OrderRecord } from '../order';
import { refuse, type ServiceError } from '../serviceError';

const HTML = 'text/html; charset=utf-8';

/** The pages that gift links open, without a key. Here a developer plays the recipient, and the warehouse. */
export function giftRoutes(gifts: FastifyInstance, { orderBatches, catalogue }: ServiceContext): void {
	const changes: Record<GiftAction, (order: OrderRecord, form: URLSearchParams) => OrderChange> = {
		accept: ({ lines }, form) => ({
			status: 'accepted',
			mailingAddress: addressIn(form, lines),
			variants: lines.map(({ product }, index) => variantsIn(form.getAll(`variants-${index}`), product)),
		}),
		swap: (order, form) => ({ swapToProductIds: swapIn(form.getAll('product'), order, catalogue) }),
		// The deployed service reports a canceled order as "failed".
		decline: () => ({ status: 'failed', isDeclined: true }),
		thank: (_order, form) => ({ thankYouNote: form.get('note')?.trim() || refuse('Write a note') }),
		ship: () => ({ status: 'shipped' }),
		deliver: () => ({ status: 'delivered' }),
	};

	gifts.setErrorHandler(async (error: ServiceError, _request, reply) => {
		await reply
			.code(error.statusCode ?? 500)
			.type(HTML)
			.send(errorPage(error.message));
	});

	gifts.get<ById>('/:id', async ({ params }, reply) => {
		const order = orderBatches.orderOfGift(params.id);
		const actions = actionsOf(order);
		if (actions.includes('accept')) orderBatches.changeOrder(order.id, { status: 'opened' });
		const offers = swapOffers(order, catalogue);
		return await reply.type(HTML).send(giftPage({ order, isExpired: isExpired(order), actions, offers }));
	});

	gifts.post<{ Params: { id: string; action: string } }>('/:id/:action', async ({ params, body }, reply) => {
		const order = orderBatches.orderOfGift(params.id);
		const action = actionsOf(order).find((name) => name === params.action);
		if (!action) return refuse('This is not possible with the gift as it is now');
		orderBatches.changeOrder(order.id, changes[action](order, new URLSearchParams(String(body))));
		return await reply.redirect(`/gifts/${order.giftId}`, 303);
	});
}

function actionsOf(order: OrderRecord): GiftAction[] {
	const { status, plan, thankYouNote } = order;
	const { swap, send_method: sendMethod } = plan.input;
	if (status === 'failed' || status === 'canceled' || isExpired(order)) return [];
	if (isUnaccepted(order)) {
		if (sendMethod === 'direct_send') return ['ship'];
		return swap === 'disabled' ? ['accept', 'decline'] : ['accept', 'swap', 'decline'];
	}
	const actions: GiftAction[] = thankYouNote === null ? ['thank'] : [];
	if (status === 'delivered') return actions;
	return [...actions, status === 'shipped' ? 'deliver' : 'ship'];
}

function isExpired(order: OrderRecord): boolean {
	return isUnaccepted(order) && order.expiresAt !== null && order.expiresAt.getTime() <= Date.now();
}

/** What costs no more than the gift, and has one price. */
function swapOffers({ plan }: OrderRecord, catalogue: Catalogue): Product[] {
	return catalogue
		.activeProductsShippingTo('US')
		.filter((product) => !product.price_is_variable && product.price <= productsPrice(plan.lines));
}

function swapIn(ids: string[], order: OrderRecord, catalogue: Catalogue): string[] {
	const chosen = swapOffers(order, catalogue).filter(({ id }) => ids.includes(id));
	if (chosen.length === 0 || chosen.length < ids.length) refuse('Choose a product of the list');
	if (chosen.length > 1 && order.plan.input.swap !== 'multiple') refuse('Choose one product');
	if (sum(chosen.map(({ price }) => price)) > productsPrice(order.plan.lines))
		refuse('The products cost more than the gift');
	return ids;
}

function addressIn(form: URLSearchParams, lines: CartLine[]): MailingAddress {
	const fields = ['address_1', 'city', 'state', 'postal_code'].map((name) => [name, form.get(name)?.trim() ?? '']);
	const address = { ...Object.fromEntries(fields), country: 'US' } as MailingAddress;
	checked('#/components/schemas/MailingAddress', address);
	const restricted = lines.find(({ product }) => product.restricted_states.includes(address.state.toUpperCase()));
	if (restricted) refuse(`${restricted.product.name} is not shipped to ${address.state}`);
	return address;
}

function variantsIn(chosen: string[], product: Product): string[] {
	const names = product.variants.map(({ name }) => name);
	const { variants_num_selectable: selectable } = product;
	if (chosen.length !== selectable || !chosen.every((name) => names.includes(name))) {
		refuse(`Choose ${selectable} variants of ${product.name}`);
	}
	return chosen;
}
