import { document } from '../../../dev/mock-service/openapi/document';
import { check, type Check } from '../check';
import { NotRun, type Session } from '../session';
import { ADDRESS, people, product, refusedBatch, variableProduct, variantProduct, type Fields } from './given';

type Refusal = [rule: string, cites: string, fields: Fields | ((session: Session) => Promise<Fields>)];

const [person] = people(1);
const cart = (item: Fields) => ({ cart: { items: [item] } });
const address = (fields: Fields) => ({ recipients: [{ ...person, mailing_address: { ...ADDRESS, ...fields } }] });
const directSend = (fields: Fields) => ({ ...address({}), send_method: 'direct_send', ...fields });

const requiredOf = (schema: string) => document.components.schemas[schema]?.required ?? [];

async function balancePaymentMethod(session: Session): Promise<string> {
	const methods = (await session.call('listPaymentMethods')).at<Array<{ id: string; balance: number | null }>>('data');
	const found = methods.find(({ balance }) => balance !== null);
	if (!found) throw new NotRun('the account has no balance');
	return found.id;
}

const refusals: Refusal[] = [
	...requiredOf('OrderBatchInput').map((field): Refusal => [
		`without ${field}`,
		'OrderBatchInput',
		{ [field]: undefined },
	]),
	['of no recipients', 'createOrderBatch', { recipients: [] }],
	['of a recipient without first_name', 'RecipientInput', { recipients: [{ ...person, first_name: undefined }] }],
	[
		'by email of a recipient without email',
		'OrderBatchInput',
		{ send_method: 'email_and_link', recipients: [{ first_name: 'Contract' }] },
	],
	['shipped to a recipient without mailing_address', 'OrderBatchInput', { send_method: 'direct_send' }],
	['with a phone that is not of the US', 'RecipientInput', { recipients: [{ ...person, phone: '+4930123456' }] }],
	...requiredOf('MailingAddress').map((field): Refusal => [
		`with a mailing_address without ${field}`,
		'MailingAddress',
		address({ [field]: undefined }),
	]),
	['with a mailing_address outside the US', 'MailingAddress', address({ country: 'DE' })],
	[
		'with a product_url that leads to no product',
		'createOrderBatch',
		cart({ product_url: 'https://example.com/', quantity: 1 }),
	],
	['with neither product_id nor product_url', 'CartItemInput', cart({ quantity: 1 })],
	['without a quantity', 'CartItemInput', async (session) => cart({ product_id: (await product(session)).id })],
	[
		'without the variable_price of a product',
		'CartItemInput',
		async (session) => cart({ product_id: (await variableProduct(session)).id, quantity: 1 }),
	],
	[
		'with a variable_price below 1',
		'CartItemInput',
		async (session) => cart({ product_id: (await variableProduct(session)).id, quantity: 1, variable_price: 0 }),
	],
	[
		'shipped without the variants of a product',
		'CartItemInput',
		async (session) => directSend(cart({ product_id: (await variantProduct(session)).id, quantity: 1 })),
	],
	[
		'shipped with an unknown variant',
		'CartItemInput',
		async (session) => {
			const { id, variants_num_selectable: selectable } = await variantProduct(session);
			return directSend(
				cart({ product_id: id, quantity: 1, variants: Array(selectable ?? 1).fill('No such variant') }),
			);
		},
	],
	['with a message and no card_id', 'OrderBatchInput', { message: 'Hello' }],
	['with an unknown send_method', 'OrderBatchSendMethod', { send_method: 'pigeon' }],
	['with an unknown swap', 'OrderBatchSwap', { swap: 'sometimes' }],
	[
		'with an unknown international_shipping_tier',
		'OrderBatchInternationalShippingTier',
		{ international_shipping_tier: 'moon' },
	],
	[
		'paid from a balance, without expires_at',
		'OrderBatchInput',
		async (session) => ({ payment_method_id: await balancePaymentMethod(session), expires_at: undefined }),
	],
	[
		'of a gift collection that cannot be swapped',
		'OrderBatchSwap',
		async (session) => ({
			...cart({ product_id: session.given('giftCollectionProductId'), quantity: 1 }),
			swap: 'disabled',
		}),
	],
];

/** The order batches that must not be created. */
export const refusalChecks: Check[] = [
	...refusals.map(([rule, cites, fields]) => ({
		name: `an order batch ${rule} is refused`,
		cites,
		run: async (session: Session) =>
			void (await refusedBatch(session, rule, typeof fields === 'function' ? await fields(session) : fields)),
	})),
	check(
		'an order batch of an account without a payment method is refused',
		'createOrderBatch',
		async (session) => void (await refusedBatch(session, 'no payment method', {}, { as: 'withoutPaymentMethod' })),
	),
	check('a refused order batch is not created', 'createOrderBatch, Refused', async (session) => {
		await refusedBatch(session, 'refused for the list', { recipients: [] });
		const list = await session.call('listOrderBatches', { query: { per_page: '20' } });
		const ours = list
			.all<string>('data[].customer_reference_id')
			.filter((reference) => reference?.startsWith(session.reference('')))
			.sort();
		const created = session.orderBatches.filter(({ as }) => as === 'automation').map(({ reference }) => reference);
		list.holds('data[].customer_reference_id', created.join(', ') || 'none', ours.join() === created.sort().join());
	}),
];
