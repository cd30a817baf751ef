import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import { z } from 'zod';

import type { ErrorFacts } from './errors';
import * as responses from './responses';
import type { AdviceByReason } from './serviceErrors';

/** One request to the service: where it goes, what it carries, and the schema of its response. */
export interface Endpoint<Body> {
	method: IHttpRequestMethods;
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Whether it may be sent again after an attempt that may have been carried out. */
	repeatable: boolean;
	/** What it creates, in the service's words; nothing for one that reads. */
	creates?: ErrorFacts['creates'];
	/** What its caller advises where the service refuses it. Statuses with a meaning of their own go before it. */
	adviceByReason?: AdviceByReason;
	response: z.ZodType<Body, z.ZodTypeDef, unknown>;
}

const get = <Body>(path: string, response: Endpoint<Body>['response'], query?: IDataObject): Endpoint<Body> => ({
	method: 'GET',
	path,
	query,
	repeatable: true,
	response,
});

const create = <Body>(
	creates: ErrorFacts['creates'],
	path: string,
	body: IDataObject,
	response: Endpoint<Body>['response'],
): Endpoint<Body> => ({ method: 'POST', path, body, repeatable: false, creates, response });

/** The endpoints of the service, as docs/openapi.yaml describes them. Ids are UUIDs; list endpoints take `page` and `per_page` from the page walker. */
export const endpoints = {
	account: () => get('/v1/me', responses.account),
	brands: (filters: { country_code?: string }) => get('/v1/brands', responses.entryList, filters),
	/** Repeatable because of its customer reference: the service rejects a second batch with the same one. */
	createOrderBatch: (input: IDataObject & { customer_reference_id: string }) => ({
		...create('order batch', '/v1/order_batches', input, responses.orderBatch),
		repeatable: true,
	}),
	/** The two endpoints for webhooks, and `orderActivities`, are not offered by every service. */
	createWebhook: (input: { url: string; events: string[] }) =>
		create(undefined, '/v1/webhooks', input, responses.webhook),
	deleteWebhook: (id: string): Endpoint<unknown> => ({
		method: 'DELETE',
		path: `/v1/webhooks/${encodeURIComponent(id)}`,
		repeatable: true,
		response: z.unknown(),
	}),
	createPaymentMethod: (input: IDataObject) =>
		create('payment method', '/v1/commerce_user_payment_methods', input, responses.paymentMethod),
	order: (id: string) => get(`/v1/orders/${id}`, responses.order),
	orderActivities: (filters: { after: string; statuses?: string }) =>
		get('/v1/order_activities', responses.entryList, filters),
	orderBatch: (id: string) => get(`/v1/order_batches/${id}`, responses.orderBatch),
	orderBatchOrders: (id: string) => get(`/v1/order_batches/${id}/orders`, responses.entryList),
	/** Not every service offers it (openapi: listOrderBatches). */
	orderBatches: () => get('/v1/order_batches', responses.entryList),
	orderBatchRecipients: (id: string) => get(`/v1/order_batches/${id}/recipients`, responses.entryList),
};
