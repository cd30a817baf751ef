import type { FastifyRequest } from 'fastify';
import type { Responses } from './responseBodies';
import type { OrderBatchStore } from './orderBatchStore';
import type { Catalogue } from './catalogue/catalogue';
import type { ListResponse } from './contract';
import type { Faults } from './faults';
import type { PaymentMethods } from './paymentMethodStore';
import type { RequestLog } from './requestLog';
import type { Samples } from './samples';
import type { Webhooks } from './webhookSender';

/** The parts of one running service, which its routes work with. */
export interface ServiceContext {
	catalogue: Catalogue;
	samples: Samples;
	orderBatches: OrderBatchStore;
	paymentMethods: PaymentMethods;
	webhooks: Webhooks;
	faults: Faults;
	log: RequestLog;
	responses: Responses;
	/** Whether everything outside the interface is left out. */
	interfaceOnly: boolean;
	/** Empties batches, payment methods, log, faults, webhooks and deliveries. */
	reset: () => void;
}

/** What an operation gets. The query and the body are as the document says; `id` is that of the path. */
export type OperationRequest = Pick<FastifyRequest, 'account' | 'body'> & {
	id: string;
	query: Record<string, unknown>;
};

/** What responds to operations, by their `operationId`: each returns the body of the success that the document names. */
export type Operations = Record<string, (request: OperationRequest) => unknown>;

/** A route whose path has an ID. */
export interface ById {
	Params: { id: string };
}

/** A list in its envelope, or one page of it where the query asks for one; only what is listed is shown through `show`. */
export function listOf<Item, Shown = Item>(
	items: Item[],
	{ page = 1, per_page: size = Infinity }: { page?: unknown; per_page?: unknown } = {},
	show: (item: Item) => Shown = (item) => item as unknown as Shown,
): ListResponse<Shown> {
	const [first, last] = [page, size].map(Number) as [number, number];
	const shown = last === Infinity ? items : items.slice((first - 1) * last, first * last);
	return { data: shown.map(show), list_meta: { total_count: items.length } };
}
