import type { Product } from '../../../dev/mock-service';
import { document } from '../../../dev/mock-service/openapi/document';
import { ADDRESS } from '../../support/samples';
import { check, NotRun, type Check, type Session } from '../session';
import { people, product, refusedBatch, variableProduct, variantProduct, type Fields } from './given';

type Given = Fields | ((session: Session) => Promise<Fields>);

const [person] = people(1);
const cart = (item: Fields) => ({ cart: { items: [item] } });
const address = (fields: Fields) => ({ recipients: [{ ...person, mailing_address: { ...ADDRESS, ...fields } }] });
const shipped = (fields: (session: Session) => Promise<Fields>) => async (session: Session) => ({
	...address({}),
	send_method: 'direct_send',
	...(await fields(session)),
});

/** A rule for each field that a schema requires. */
const eachRequired = (schema: string, rule: string, without: (field: string) => Fields) =>
	Object.fromEntries(
		(document.components.schemas[schema]?.required ?? []).map((field) => [`${rule} ${field}`, without(field)]),
	);

/** A line of a cart with some product of the service. */
const line =
	(find: (session: Session) => Promise<Product>, item: (found: Product) => Fields = () => ({})) =>
	async (session: Session) => {
		const found = await find(session);
		return cart({ product_id: found.id, quantity: 1, ...item(found) });
	};

/** A shipment with a variant as often as variants can be selected, and `more` times. */
const withVariants = (more: number, name?: string) =>
	shipped(
		line(variantProduct, ({ variants, variants_num_selectable: selectable }) => ({
			variants: Array((selectable ?? 1) + more).fill(name ?? variants[0]?.name),
		})),
	);

/** What is wrong with an order batch, by the name that openapi.yaml has for it. */
const refusals: Record<string, Record<string, Given>> = {
	OrderBatchInput: {
		...eachRequired('OrderBatchInput', 'without', (field) => ({ [field]: undefined })),
		'of no recipients': { recipients: [] },
		'by email of a recipient without email': { send_method: 'email_and_link', recipients: [{ first_name: 'Ann' }] },
		'shipped to a recipient without mailing_address': { send_method: 'direct_send' },
		'with a message and no card_id': { message: 'Hello' },
		'paid from a balance, without expires_at': async (session) => {
			const methods = await session.call('listPaymentMethods');
			const found = methods.all<{ id: string; balance: number | null }>('data').find(({ balance }) => balance !== null);
			if (!found) throw new NotRun('the account has no balance');
			return { payment_method_id: found.id, expires_at: undefined };
		},
	},
	RecipientInput: {
		'of a recipient without first_name': { recipients: [{ ...person, first_name: undefined }] },
		'with a phone that is not of the US': { recipients: [{ ...person, phone: '+4930123456' }] },
	},
	MailingAddress: {
		...eachRequired('MailingAddress', 'with a mailing_address without', (field) => address({ [field]: undefined })),
		'with a mailing_address outside the US': address({ country: 'DE' }),
	},
	CartItemInput: {
		'with a product_url that leads to no product': cart({ product_url: 'https://example.com/', quantity: 1 }),
		'with neither product_id nor product_url': cart({ quantity: 1 }),
		'without a quantity': line(product, () => ({ quantity: undefined })),
		'without the variable_price of a product': line(variableProduct),
		'with a variable_price below 1': line(variableProduct, () => ({ variable_price: 0 })),
		'shipped without the variants of a product': shipped(line(variantProduct)),
		'shipped with a variant too many': withVariants(1),
		'shipped with an unknown variant': withVariants(0, 'No such variant'),
	},
	OrderBatchSendMethod: { 'with an unknown send_method': { send_method: 'pigeon' } },
	OrderBatchSwap: {
		'with an unknown swap': { swap: 'sometimes' },
		'of a gift collection that cannot be swapped': async (session) => ({
			...cart({ product_id: session.given('giftCollection'), quantity: 1 }),
			swap: 'disabled',
		}),
	},
	OrderBatchInternationalShippingTier: {
		'with an unknown international_shipping_tier': { international_shipping_tier: 'moon' },
	},
};

export const refusalChecks: Check[] = [
	...Object.entries(refusals).flatMap(([cites, rules]) =>
		Object.entries(rules).map(([rule, fields]) =>
			check(`an order batch ${rule} is refused`, cites, async (session) => {
				await refusedBatch(session, rule, typeof fields === 'function' ? await fields(session) : fields);
			}),
		),
	),
	check('an order batch of an account without a payment method is refused', 'createOrderBatch', async (session) => {
		await refusedBatch(session, 'no payment method', {}, 'withoutPaymentMethod');
	}),
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
