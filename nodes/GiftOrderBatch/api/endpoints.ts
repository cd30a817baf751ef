import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import * as z from 'zod/mini';

import type { ErrorFacts } from './errors';
import * as responses from './responses';

/** What a refusal means to the caller: the first entry whose pattern matches one of the reasons counts. */
export type FactsByReason = ReadonlyArray<[pattern: Pick<RegExp, 'test'>, facts: ErrorFacts]>;

/** One request to the service: where it goes, what it carries, and the schema of its response. */
export interface Endpoint<Body> {
	method: IHttpRequestMethods;
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** A secret in the body, which no error shows. */
	secret?: string;
	/** Whether it may be sent again after an attempt that may have been carried out. */
	repeatable: boolean;
	/** Whether it creates something, so that its caller must know whether that may have happened. */
	creates?: true;
	/** What a refusal means to the caller. Statuses with a fixed meaning take precedence. */
	factsByReason?: FactsByReason;
	/** The message if the service does not offer it; undefined for an endpoint that every service offers. */
	unsupported?: string;
	/** What to do if the service does not offer it, other than to look in the gifting account. */
	alternative?: string;
	response: z.ZodMiniType<Body>;
}

export type ListEndpoint = Endpoint<responses.EntryList>;

const get = <Body>(path: string, response: Endpoint<Body>['response'], query?: IDataObject): Endpoint<Body> => ({
	method: 'GET',
	path,
	query,
	repeatable: true,
	response,
});

const listEndpoint = (path: string, query?: IDataObject, unsupported?: string) => ({
	...get(path, responses.entryListSchema, query),
	unsupported,
});

const post = <Body>(
	path: string,
	body: IDataObject | undefined,
	response: Endpoint<Body>['response'],
	unsupported?: string,
): Endpoint<Body> => ({ method: 'POST', path, body, repeatable: false, response, unsupported });

/** The endpoints of the service, as docs/openapi.yaml describes them. Ids are UUIDs; list endpoints take `page` and `per_page` from the page walker. */
export const endpoints = {
	account: () => get('/v1/me', responses.accountSchema),
	/** Not repeatable: the effect of a second cancellation is unknown. The order exists, so a 404 means that the path does not. */
	cancelOrder: (id: string) =>
		post(`/v1/orders/${id}/cancel`, undefined, responses.withId, 'This service does not let API keys cancel orders'),
	cards: () => listEndpoint('/v1/cards', {}, 'This service cannot list cards'),
	/** A service that does not offer it gives the same response as for an unknown ID. */
	collection: (id: string) => get(`/v1/collections/${id}`, responses.collectionSchema),
	collections: (filters: { published?: boolean }) =>
		listEndpoint('/v1/collections', filters, 'This service has no gift collections'),
	brands: (filters: { country_code?: string }) => listEndpoint('/v1/brands', filters),
	/** Repeatable because of its customer reference: the service rejects a second batch with the same one. */
	createOrderBatch: (input: IDataObject & { customer_reference_id: string }) => ({
		...post('/v1/order_batches', input, responses.orderBatchSchema),
		creates: true as const,
		repeatable: true,
	}),
	/** @param secret the token in the address */
	createWebhook: (input: { url: string; events: string[] }, secret: string) => ({
		...post('/v1/webhooks', input, responses.withId, 'This service does not let API keys register webhooks'),
		secret,
	}),
	deleteWebhook: (id: string): Endpoint<unknown> => ({
		method: 'DELETE',
		path: `/v1/webhooks/${encodeURIComponent(id)}`,
		repeatable: true,
		response: z.unknown(),
	}),
	createPaymentMethod: (input: IDataObject & { interim_card_key: string }) => ({
		...post('/v1/commerce_user_payment_methods', input, responses.withId),
		secret: input.interim_card_key,
		creates: true as const,
	}),
	order: (id: string) => get(`/v1/orders/${id}`, responses.withId),
	orderActivities: (filters: { after?: string; before?: string; statuses?: string }) =>
		listEndpoint('/v1/order_activities', filters, 'This service cannot list order activities'),
	orderBatch: (id: string) => get(`/v1/order_batches/${id}`, responses.orderBatchSchema),
	orderBatchOrders: (id: string) => listEndpoint(`/v1/order_batches/${id}/orders`),
	/** Repeatable: it creates nothing and charges nothing. */
	orderBatchPrice: (input: IDataObject) => ({
		...post('/v1/order_batches/price', input, responses.priceEstimateSchema, 'This service does not provide prices'),
		repeatable: true,
	}),
	orderBatchRecipients: (id: string) => listEndpoint(`/v1/order_batches/${id}/recipients`),
	orderBatches: () => listEndpoint('/v1/order_batches', {}, 'This service cannot list the order batches of an account'),
	orders: (filters: { 'created_at[after]'?: string; 'created_at[before]'?: string } = {}) =>
		listEndpoint('/v1/orders', filters, 'This service cannot list the orders of an account'),
	paymentMethods: () => listEndpoint('/v1/payment_methods', {}, 'This service cannot list payment methods'),
	/** A service that does not offer it gives the same response as for an unknown ID. */
	product: (id: string) => get(`/v1/products/${id}`, responses.productSchema),
	products: (filters: { country_code?: string }) =>
		listEndpoint('/v1/products', filters, 'This service cannot list products'),
	/** Repeatable: it sets the same time again. The order exists, so a 404 means that the path does not. */
	updateOrderExpiration: (id: string, input: { expiration: string }) => ({
		...post(
			`/v1/orders/${id}/update_expiration`,
			input,
			responses.withId,
			'This service does not let API keys change when orders expire',
		),
		repeatable: true,
	}),
	workspaces: () => listEndpoint('/v1/workspaces', {}, 'This service cannot list workspaces'),
};
