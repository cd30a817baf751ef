/** What checks work with: products of the service, and the order batches that the run creates. */
import type { Product } from '../../../dev/mock-service';
import { DAY_MS, HOUR_MS } from '../../support/durations';
import { ADDRESS } from '../../support/samples';
import { NotRun, type Session } from '../session';
import type { Given } from '../target';

export type Fields = Record<string, unknown>;

/** People of example.com, whom no mail reaches. */
export const people = (count: number): Fields[] =>
	Array.from({ length: count }, (_, index) => ({
		first_name: `Contract${index + 1}`,
		last_name: 'Check',
		email: `contract${index + 1}@example.com`,
	}));

const productThat = (what: string, fits: (product: Product) => boolean) => async (session: Session) => {
	const brands = await session.once('brands', () => session.call('listBrands', { query: { per_page: '100' } }));
	const sets = brands.all<Array<{ products?: Product[] }> | undefined>('data[].brand_sets').flat();
	const products = sets.flatMap((set) => set?.products ?? []);
	const found = products.find((product) => (product.status ?? 'active') === 'active' && fits(product));
	if (!found) throw new NotRun(`the first 100 brands have no product that ${what}`);
	return found;
};

export const product = productThat('has one price', (one) => !one.price_is_variable && !one.variants?.length);

export const variableProduct = productThat('has a variable price', (one) => one.price_is_variable);

export const variantProduct = productThat(
	'has variants',
	(one) => !one.price_is_variable && one.variants?.length > 0 && (one.variants_num_selectable ?? 0) > 0,
);

/** The ID of the last entry of a list; `undefined` where the service does not offer the list. */
const lastOf = async (session: Session, operationId: string) =>
	(await session.call(operationId, { expects: 'any' })).all<string>('data[].id').at(-1);

/** What a price is asked for: one gift for one person by link. */
export const priceInput = async (session: Session, fields: Fields = {}, item: Fields = {}): Promise<Fields> => ({
	send_method: 'link_multiple_custom_list',
	recipients: people(1),
	cart: { items: [{ product_id: (await product(session)).id, quantity: 1, ...item }] },
	...fields,
});

/** An order batch of the same, which spends no more than one gift. */
export const batchInput = async (session: Session, name: string, fields: Fields = {}): Promise<Fields> => ({
	from_name: 'Contract Check',
	...(await priceInput(session)),
	expires_at: session.time(30 * DAY_MS).toISOString(),
	customer_reference_id: session.reference(name),
	...fields,
});

const created = (session: Session, name: string, as: Given, fields: () => Promise<Fields>) =>
	session.once(`order batch ${name}`, async () => {
		const input = await batchInput(session, name, await fields());
		const reply = await session.call('createOrderBatch', { body: input, as });
		return { input, reply, id: reply.at<string>('id') };
	});

/** Created at once: three recipients by email, with everything that a batch can have, and `null` for the rest. */
export const batchAtOnce = (session: Session) =>
	created(session, 'at once', 'automation', async () => {
		const cardId = await lastOf(session, 'listCards');
		return {
			send_method: 'email_and_link',
			recipients: people(3),
			cart: { items: [{ product_id: (await product(session)).id, quantity: 2 }] },
			workspace_id: await lastOf(session, 'listWorkspaces'),
			scheduled_send_on: null,
			commerce_end_user_id: null,
			reserved_options: null,
			...(cardId && { card_id: cardId, message: 'Thank you for checking.' }),
		};
	});

/** Processed after the response: one recipient more than is created at once. The first has nothing but a first name. */
export const batchOfMany = (session: Session) =>
	created(session, 'many', 'automation', async () => ({ recipients: [{ first_name: 'Contract' }, ...people(10)] }));

/** Scheduled for a time with an offset, which is UTC in responses. */
export const scheduledBatch = (session: Session) =>
	created(session, 'scheduled', 'automation', async () => ({
		scheduled_send_on: session
			.time(session.target.scheduleMs + 2 * HOUR_MS)
			.toISOString()
			.replace('Z', '+02:00'),
	}));

export const cardInput = (session: Session, interimCardKey: string): Fields => ({
	cardholder_name: 'Contract Check',
	commerce_end_user_id: session.reference('user'),
	payment_method_type: 'card',
	interim_card_key: interimCardKey,
	billing_address: ADDRESS,
});

export const endUserCard = (session: Session) =>
	session.once('card of an end user', async () => {
		const input = cardInput(session, session.given('interimCardKey'));
		const reply = await session.call('createCommerceUserPaymentMethod', { body: input, as: 'commerce' });
		return { input, reply };
	});

/** For an end user of the commerce app, whose card pays where there is one. */
export const commerceBatch = (session: Session) =>
	created(session, 'commerce', 'commerce', async () => ({
		commerce_end_user_id: session.reference('user'),
		...(session.target.given.interimCardKey && {
			payment_method_id: (await endUserCard(session)).reply.at<string>('id'),
		}),
	}));

/** Sends the creation of an order batch that must not be created. */
export async function refusedBatch(session: Session, name: string, fields: Fields, as?: Given): Promise<void> {
	const body = await batchInput(session, name, fields);
	await session.call('createOrderBatch', { expects: 'refused', as, body });
}
