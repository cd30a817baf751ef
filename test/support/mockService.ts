import { useService } from '../../dev/harness/serviceClient';
import { recipients } from '../../dev/harness/workflows';
import { createCatalogue } from '../../dev/mock-service/catalogue/catalogue';
import { samplesOf } from '../../dev/mock-service/samples';
import type {
	AccountName,
	ErrorBody,
	EventKind,
	ListResponse,
	Order,
	OrderBatch,
	ServiceOptions,
} from '../../dev/mock-service';
import { ADDRESS } from './samples';

export type Fields = Record<string, unknown>;

/** What every mock service has. */
export const catalogue = createCatalogue();
export const samples = samplesOf(catalogue);

export const FUTURE = '2099-01-01T00:00:00.000Z';

/** Recipients of direct shipments. */
export const shipped = (count: number): Fields => ({
	send_method: 'direct_send',
	recipients: Array(count).fill({ first_name: 'Robin', mailing_address: ADDRESS }),
});

/** The smallest order batch that is accepted, with `fields` instead of its own. */
export const orderBatchInput = (fields: Fields = {}): Fields => ({
	from_name: 'Dana',
	recipients: recipients(1),
	...cartOf({ product_id: samples.productId }),
	send_method: 'email_and_link',
	...fields,
});

/** A cart with one of each item, unless an item says otherwise. */
export const cartOf = (...items: Fields[]) => ({ cart: { items: items.map((item) => ({ quantity: 1, ...item })) } });

/** An ISO 8601 time that is `minutes` from now. */
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** Starts a mock service for the tests of a file, empties it before each, and sends what most of them send. */
export function useMockService(options: ServiceOptions = {}) {
	const client = useService(options);
	const service = () => client().service;

	/** The response to a creation. */
	const postBatch = async (fields?: Fields, as?: AccountName) =>
		await client().post<OrderBatch & ErrorBody>('/v1/order_batches', orderBatchInput(fields), as);
	const createBatch = async (fields?: Fields, as?: AccountName): Promise<OrderBatch> => {
		const { status, data } = await postBatch(fields, as);
		expect([status, data.error]).toEqual([201, undefined]);
		return data;
	};
	const read = async <Body>(path: string, as?: AccountName): Promise<Body> => {
		const { status, data } = await client().get<Body>(path, as);
		expect([path, status]).toEqual([path, 200]);
		return data;
	};
	return {
		client,
		service,
		postBatch,
		createBatch,
		createOrder: async (fields?: Fields, as?: AccountName): Promise<Order> =>
			(await createBatch(fields, as)).orders_preview[0]!,
		read,
		readBatch: async (id: string) => await read<OrderBatch>(`/v1/order_batches/${id}`),
		readOrder: async (id: string, as?: AccountName) => await read<Order>(`/v1/orders/${id}`, as),
		list: async <Entry>(path: string, as?: AccountName) => await read<ListResponse<Entry>>(path, as),
		/** The status of a response, and its error. */
		refusal: async (method: string, path: string, body?: unknown, as: AccountName | null = 'automation') => {
			const { status, data } = await client().send<ErrorBody>(method, path, body, as);
			return [status, data.error];
		},
		/** Keeps every event from now on, without sending it. */
		holdEvents: () => {
			service().addWebhook({ url: 'http://127.0.0.1:9/', secret: 'whsec_c2VjcmV0' });
			service().changeDeliveryRules({ hold: true });
		},
		/** Every event so far, in the order in which it was announced. */
		events: () => service().deliveries.map(({ body }) => JSON.parse(body) as { event_type: EventKind; data: Order }),
	};
}
