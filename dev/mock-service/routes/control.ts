import type { FastifyInstance } from 'fastify';
import { keys } from '../accounts';
import type { ServiceContext } from '../context';
import { notFound, ServiceError } from '../serviceError';
import { readBatchState, readFaultRule, readOptions, readOrderChange, readWebhook } from '../input/controlInput';
import { parseJson } from '../input/request';

interface ById {
	Params: { id: string };
}

/** Everything a test does to the service from another process; for the same machine only, without a key. */
export function controlRoutes(control: FastifyInstance, context: ServiceContext): void {
	const { responses, orderBatches, faults, log, samples, webhooks } = context;

	control.addHook('onRequest', async ({ ip }) => {
		if (!isThisMachine(ip)) throw new ServiceError(403, 'Control is for this machine only');
	});
	control.addHook('preHandler', async (request) => {
		request.body = parseJson(request.body);
	});

	control.setNotFoundHandler(notFound);

	control.get('/samples', async () => ({ keys, samples }));
	control.get('/order-batches', async () => orderBatches.summaries());
	control.get('/log', async () => ({ requests: log.records, max_concurrency: log.maxConcurrency() }));
	control.get('/deliveries', async () => webhooks.deliveries);

	control.post('/reset', async (_request, reply) => {
		context.reset();
		return await reply.code(204).send();
	});

	control.post('/options', async ({ body }, reply) => {
		const { webhookDelivery = {}, ...settings } = readOptions(body);
		const { interfaceOnly = context.interfaceOnly, priceFields = context.priceFields } = settings;
		Object.assign(context, { interfaceOnly, priceFields });
		webhooks.changeRules(webhookDelivery);
		return await reply.code(204).send();
	});

	control.post('/faults', async ({ body }, reply) => {
		faults.add(readFaultRule(body));
		return await reply.code(204).send();
	});
	control.delete('/faults', async (_request, reply) => {
		faults.clear();
		return await reply.code(204).send();
	});

	control.get('/webhooks', async () => webhooks.registered());
	control.post('/webhooks', async ({ body }, reply) => {
		webhooks.register(readWebhook(body));
		return await reply.code(204).send();
	});
	control.delete('/webhooks', async (_request, reply) => {
		webhooks.clearRegistrations();
		return await reply.code(204).send();
	});

	control.post<ById>('/deliveries/:id/send', async ({ params }) => ({ status: await webhooks.send(params.id) }));

	control.post<ById>('/batches/:id/state', async ({ params, body }) => {
		orderBatches.setState(params.id, readBatchState(body).state);
		return orderBatches.summaries().find((batch) => batch.id === params.id);
	});

	control.post<ById>('/orders/:id/state', async ({ params, body }) => {
		const order = orderBatches.changeOrder(params.id, readOrderChange(body));
		return { ...responses.order(order), event_times: order.times };
	});
}

/** Whether an address is a loopback one, IPv4 or IPv6. */
export function isThisMachine(ip: string): boolean {
	return ip === '::1' || /^(::ffff:)?127\./.test(ip);
}
