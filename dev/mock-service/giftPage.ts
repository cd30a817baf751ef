import type { Product } from './contract';
import type { OrderRecord } from './order';

/** What the page offers to do with a gift. Each is a form that posts to `/gifts/<id>/<action>`. */
export type GiftAction = 'accept' | 'swap' | 'decline' | 'thank' | 'ship' | 'deliver';

export interface GiftView {
	order: OrderRecord;
	isExpired: boolean;
	actions: GiftAction[];
	/** What the recipient can swap to. */
	offers: Product[];
}

/** Text that is safe in a page as it is. */
class Html {
	constructor(readonly text: string) {}
}

type Value = Html | Html[] | string | number;

/** Puts values into HTML. All but `Html` is escaped. */
function html(parts: TemplateStringsArray, ...values: Value[]): Html {
	return new Html(String.raw({ raw: parts }, ...values.map(textOf)));
}

function textOf(value: Value): string {
	if (value instanceof Html) return value.text;
	if (Array.isArray(value)) return value.map(textOf).join('\n');
	return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const NOTHING = html``;

const STYLE = new Html(`<style>
	body { max-width: 36rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
	form { margin: 1rem 0 }
	label { display: block; margin: 0.5rem 0 }
	input, select, textarea { display: block; box-sizing: border-box; width: 100%; padding: 0.25rem; font: inherit }
	button { padding: 0.25rem 1rem; font: inherit }
	.message { white-space: pre-line }
</style>`);

function page(title: string, content: Html): string {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<title>${title}</title>
				${STYLE}
			</head>
			<body>
				<h1>${title}</h1>
				${content}
			</body>
		</html>`.text;
}

/** The page that says why something is not possible. */
export function errorPage(message: string): string {
	return page(message, html`<p>Go back to the gift, or open another gift link.</p>`);
}

/** The page that a gift link opens, as the recipient sees it. */
export function giftPage({ order, isExpired, actions, offers }: GiftView): string {
	const { plan, recipient, lines, thankYouNote } = order;
	const { from_name: sender, message, card_id: cardId, swap } = plan.input;
	const showsPrices = swap === 'multiple';
	const forms: Record<GiftAction, () => Html> = {
		accept: () => acceptForm(order),
		swap: () => swapForm(order, offers, showsPrices),
		decline: () => form(order, 'decline', 'Decline the gift'),
		thank: () => thankForm(order),
		ship: () => form(order, 'ship', 'Ship'),
		deliver: () => form(order, 'deliver', 'Deliver'),
	};
	const formsOf = (names: GiftAction[]) => actions.filter((name) => names.includes(name)).map((name) => forms[name]());
	const warehouse = formsOf(['ship', 'deliver']);
	return page(
		`A gift for ${recipient.first_name}`,
		html`
			<p>From ${sender}</p>
			${cardId ? html`<img src="/cards/${cardId.toLowerCase()}/image_thumb.svg" alt="Card" />` : NOTHING}
			${message ? html`<p class="message">${message}</p>` : NOTHING}
			<ul>
				${lines.map((line) => {
					const variants = line.variants.length > 0 ? `: ${line.variants.join(', ')}` : '';
					const price = showsPrices ? `, ${dollars(line.unitPrice)}` : '';
					return html`<li>${line.quantity} × ${nameOf(line.product)}${variants}${price}</li>`;
				})}
			</ul>
			<p>${sentenceOf(order, isExpired)}</p>
			${
				thankYouNote === null
					? NOTHING
					: html`<h2>Your thank-you note</h2>
							<p class="message">${thankYouNote}</p>`
			}
			${formsOf(['accept', 'swap', 'decline', 'thank'])}
			${warehouse.length > 0 ? html`<h2>At the warehouse</h2>` : NOTHING} ${warehouse}
			<p>
				Order ${order.id} is ${order.isDeclined ? 'declined, which the service calls' : NOTHING}
				<strong>${order.status}</strong>.
			</p>
		`,
	);
}

function sentenceOf({ status, recipient, plan, isDeclined }: OrderRecord, isExpired: boolean): string {
	if (isExpired) return 'This gift has expired.';
	const { city, state } = recipient.mailing_address ?? {};
	const destination = city ? ` to ${city}, ${state}` : '';
	switch (status) {
		case 'failed':
		case 'canceled':
			return isDeclined ? 'You declined this gift.' : 'This gift was canceled.';
		case 'delivered':
			return `The gift was delivered${destination}.`;
		case 'shipped':
			return `The gift is on its way${destination}.`;
		case 'accepted':
		case 'pending_payment':
		case 'paid':
		case 'ordered':
			return `You accepted the gift. It is being prepared for shipment${destination}.`;
		default:
			return plan.input.send_method === 'direct_send'
				? `The gift is being prepared for shipment${destination}.`
				: 'Accept the gift to get it.';
	}
}

function form({ giftId }: OrderRecord, action: GiftAction, button: string, fields: Html | Html[] = []): Html {
	return html`<form method="post" action="/gifts/${giftId}/${action}">
		${fields}
		<button>${button}</button>
	</form>`;
}

function acceptForm(order: OrderRecord): Html {
	const { address_1, city, state, postal_code } = order.recipient.mailing_address ?? {};
	const input = (name: string, label: string, value = '') =>
		html`<label>${label} <input name="${name}" value="${value}" required /></label>`;
	return form(order, 'accept', 'Accept the gift', [
		html`<h2>Where should it go?</h2>`,
		input('address_1', 'Street', address_1),
		input('city', 'City', city),
		input('state', 'State', state),
		input('postal_code', 'ZIP code', postal_code),
		...order.lines.flatMap((line, index) =>
			Array.from({ length: line.product.variants_num_selectable }, (_, choice) =>
				variantField(line.product, `variants-${index}`, line.variants[choice]),
			),
		),
	]);
}

function variantField(product: Product, name: string, chosen?: string): Html {
	const options = product.variants.map((variant) =>
		variant.name === chosen ? html`<option selected>${variant.name}</option>` : html`<option>${variant.name}</option>`,
	);
	return html`<label>
		${product.name}: ${product.variants_label}
		<select name="${name}">
			${options}
		</select>
	</label>`;
}

function swapForm(order: OrderRecord, offers: Product[], showsPrices: boolean): Html {
	const options = offers.map(
		(product) =>
			html`<option value="${product.id}">
				${nameOf(product)}${showsPrices ? `, ${dollars(product.price)}` : ''}
			</option>`,
	);
	const several = new Html(showsPrices ? ' multiple size="8" required' : '');
	return form(order, 'swap', 'Swap the gift', [
		html`<h2>Prefer something else?</h2>`,
		html`<label
			>${showsPrices ? 'Products' : 'Product'}
			<select name="product" ${several}>
				${options}
			</select></label
		>`,
	]);
}

function thankForm(order: OrderRecord): Html {
	const { from_name: sender } = order.plan.input;
	return form(
		order,
		'thank',
		'Send the note',
		html`<label>Thank-you note to ${sender} <textarea name="note" rows="4" required></textarea></label>`,
	);
}

function nameOf({ name, brand }: Product): string {
	return `${name} by ${brand.name}`;
}

/** @param cents US cents */
function dollars(cents: number): string {
	return `$${(cents / 100).toFixed(2)}`;
}
