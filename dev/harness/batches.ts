import type { RequestRecord, RunningService } from '../mock-service';
import { Client } from './serviceClient';

/** Creates an order batch at the mock service directly, with the automation key, and returns its ID. */
export async function createBatch(service: RunningService, recipients: number, fields: object = {}): Promise<string> {
	const { data } = await new Client(service).post<{ id: string }>('/v1/order_batches', {
		from_name: 'Ann from Acme',
		send_method: 'link_multiple_custom_list',
		recipients: Array.from({ length: recipients }, (_, index) => ({ first_name: `Recipient ${index + 1}` })),
		cart: { items: [{ product_id: service.samples.productId, quantity: 1 }] },
		...fields,
	});
	return data.id;
}

/** The same, complete. */
export async function createComplete(service: RunningService, recipients: number): Promise<string> {
	const id = await createBatch(service, recipients);
	service.setBatchState(id, 'complete');
	return id;
}

/** Whether a request creates an order batch. */
export const isCreation = ({ method, path }: RequestRecord): boolean =>
	method === 'POST' && path === '/v1/order_batches';
