import type { Account } from '../accounts';
import { cardWith } from '../cards';
import type { Catalogue } from '../catalogue/catalogue';
import { refuse } from '../serviceError';
import type { PaymentMethods } from '../paymentMethodStore';
import type {
	AccountPaymentMethod,
	CartItemInput,
	OrderBatchInput,
	PriceInput,
	Product,
	SendMethod,
	Workspace,
} from '../contract';

/** One line of a cart, with the product it names; `unitPrice` is US cents. */
export interface CartLine {
	product: Product;
	quantity: number;
	unitPrice: number;
	variants: string[];
}

/** An order batch that may be created: every rule is kept and every default is filled in. */
export interface OrderBatchPlan {
	account: Account;
	input: OrderBatchInput;
	lines: CartLine[];
	paymentMethod: AccountPaymentMethod;
	workspace: Workspace;
	/** `null` when the batch is to be sent at once. */
	scheduledSendOn: Date | null;
	expiresAt: Date | null;
}

/**
 * Checks the rules of a batch that no schema can say (openapi: createOrderBatch, OrderBatchInput, CartItemInput).
 * A `scheduled_send_on` in the past counts as none: the batch is sent at once.
 * @throws ServiceError 400 for the first rule that is broken.
 */
export function acceptOrderBatch(
	input: OrderBatchInput,
	account: Account,
	catalogue: Catalogue,
	paymentMethods: PaymentMethods,
): OrderBatchPlan {
	const lines = cartLines(input, catalogue);
	if (input.swap === 'disabled' && lines.some((line) => catalogue.isGiftCollection(line.product))) {
		refuse("swap can't be disabled for gift collections");
	}
	checkCard(input);
	const paymentMethod = paymentMethods.choose(account, input.payment_method_id, input.commerce_end_user_id ?? null);
	return {
		account,
		input,
		lines,
		paymentMethod,
		workspace: chooseWorkspace(account, input.workspace_id),
		...times(input, paymentMethod),
	};
}

/**
 * What each recipient gets, once the recipients and the cart keep the rules for the send method.
 * @throws ServiceError 400 for the first rule that is broken.
 */
export function cartLines(input: PriceInput, catalogue: Catalogue): CartLine[] {
	checkEmails(input);
	return input.cart.items.map((item, index) => cartLine(item, `cart.items[${index}]`, input.send_method, catalogue));
}

function checkEmails({ recipients, send_method: sendMethod }: PriceInput): void {
	if (sendMethod !== 'email_and_link') return;
	const wrong = recipients.findIndex(({ email = '' }) => !/^[^\s@]+@[^\s@]+$/.test(email));
	if (wrong >= 0) refuse(`recipients[${wrong}].email is invalid`);
}

function cartLine(item: CartItemInput, field: string, sendMethod: SendMethod, catalogue: Catalogue): CartLine {
	const product = findProduct(item, field, catalogue);
	if (product.status === 'inactive') refuse(`Product is not available: ${product.name}`);
	return {
		product,
		quantity: item.quantity,
		unitPrice: unitPrice(item, field, product),
		variants: chosenVariants(item, field, product, sendMethod),
	};
}

function findProduct(item: CartItemInput, field: string, catalogue: Catalogue): Product {
	const { product_id: id, product_url: url } = item;
	if (id) return catalogue.product(id) ?? refuse(`Product not found: ${id}`);
	return catalogue.productAt(url ?? '') ?? refuse(`${field}.product_url: Invalid product URL`);
}

function unitPrice(item: CartItemInput, field: string, product: Product): number {
	if (!product.price_is_variable) return product.price;
	const price = item.variable_price;
	if (price === undefined) return refuse(`${field}.variable_price is required for ${product.name}`);
	if (price < product.price_min || price > product.price_max) {
		refuse(`${field}.variable_price must be between ${product.price_min} and ${product.price_max}`);
	}
	return price;
}

function chosenVariants(item: CartItemInput, field: string, product: Product, sendMethod: SendMethod): string[] {
	const chosen = item.variants ?? [];
	const names = product.variants.map((variant) => variant.name);
	const unknown = chosen.find((name) => !names.includes(name));
	if (unknown !== undefined) refuse(`${field}.variants: ${product.name} has no variant "${unknown}"`);
	if (sendMethod === 'direct_send' && names.length > 0 && chosen.length !== product.variants_num_selectable) {
		refuse(`${field}.variants must have ${product.variants_num_selectable} entries for ${product.name}`);
	}
	return chosen;
}

function checkCard(input: OrderBatchInput): void {
	if (input.card_id && !cardWith(input.card_id)) refuse('Card not found');
}

function chooseWorkspace(account: Account, id: string | undefined): Workspace {
	const workspace = id
		? account.workspaces.find((candidate) => candidate.id === id.toLowerCase())
		: account.workspaces[0];
	return workspace ?? refuse('Workspace not found');
}

function times(input: OrderBatchInput, paymentMethod: AccountPaymentMethod) {
	const now = new Date();
	const sendOn = dateOf('scheduled_send_on', input.scheduled_send_on) ?? now;
	const expiresAt = dateOf('expires_at', input.expires_at);
	if (expiresAt && expiresAt <= now) refuse('expires_at must be in the future');
	if (expiresAt && expiresAt <= sendOn) refuse('expires_at must be after scheduled_send_on');
	if (!expiresAt && paymentMethod.balance !== null) {
		refuse('expires_at is required for orders paid from account balance');
	}
	return { scheduledSendOn: sendOn > now ? sendOn : null, expiresAt };
}

/** A leap second is a time in the document, but not for JavaScript. */
function dateOf(field: string, text: string | null | undefined): Date | null {
	if (!text) return null;
	const date = new Date(text);
	return Number.isNaN(date.getTime()) ? refuse(`${field} is not a time`) : date;
}
