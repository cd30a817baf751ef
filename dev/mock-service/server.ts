import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { accountOf, type Account } from './accounts';
import type { ById, ServiceContext } from './context';
import { notFound, refuse, ServiceError } from './serviceError';
import { failResponse, failBeforeHandler } from './failure';
import type { Failure } from './faults';
import { checkBody, parseJson, readQuery, type Query } from './input/request';
import { checkResponse } from './openapi/checkResponse';
import { isOptional, operations, type Operation } from './openapi/document';
import type { RequestRecord } from './requestLog';
import { accountOperations } from './routes/account';
import { catalogueOperations } from './routes/catalogue';
import { cardPictureRoutes, controlRoutes } from './routes/control';
import { giftRoutes } from './routes/gifts';
import { orderActivityOperations } from './routes/orderActivities';
import { orderOperations } from './routes/orders';

declare module 'fastify' {
	interface FastifyRequest {
		/** Whose key the request carries; known in every handler. */
		account: Account;
		/** What the document says of the route; `null` for a path that it does not have. */
		operation: Operation | null;
		record: RequestRecord | null;
		failure: Failure | null;
	}
	interface FastifyContextConfig {
		operation?: Operation;
	}
}

const BODY_LIMIT_BYTES = 50 * 1024 * 1024;

/** Puts the HTTP server together; it does not listen yet. */
export function createServer(context: ServiceContext): FastifyInstance {
	const server = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		frameworkErrors: respondWithError,
	});
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
	server.setErrorHandler(respondWithError);
	void server.register(async (control) => controlRoutes(control, context));
	void server.register(async (pictures) => cardPictureRoutes(pictures));
	void server.register(async (gifts) => giftRoutes(gifts, context), { prefix: '/gifts' });
	void server.register(async (api) => apiRoutes(api, context));
	return server;
}

function apiRoutes(api: FastifyInstance, context: ServiceContext): void {
	api.decorateRequest('account');
	api.decorateRequest('operation', null);
	api.decorateRequest('record', null);
	api.decorateRequest('failure', null);
	api.addHook('preHandler', async (request, reply) => await receive(request, reply, context));
	api.addHook('preSerialization', async ({ operation }, { statusCode }, payload) => {
		checkResponse(operation, statusCode, payload);
		return payload;
	});
	api.addHook('onSend', async (request, reply, payload) => await send(request, reply, payload));
	api.setNotFoundHandler(notFound);
	const handlers = {
		...catalogueOperations(context),
		...orderOperations(context),
		...orderActivityOperations(context),
		...accountOperations(context),
	};
	for (const { method, path, status, operation } of operations) {
		const handler = handlers[operation.operationId]!;
		api.route<ById>({
			method,
			url: path.replace(/{(\w+)}/g, ':$1'),
			config: { operation },
			handler: async ({ account, body, query, params: { id } }, reply) =>
				await reply.code(status).send(await handler({ account, body, query: query as Record<string, unknown>, id })),
		});
	}
}

/** Logs the request, lets its failure begin, and checks the key, the query and the body, in this order. */
async function receive(request: FastifyRequest, reply: FastifyReply, context: ServiceContext): Promise<unknown> {
	const account = accountOf(request.headers.authorization);
	const record = recordOf(request, account);
	request.record = record;
	request.operation = request.routeOptions.config.operation ?? null;
	reply.raw.once('close', context.log.add(record));

	request.failure = context.faults.failureOf(record.method, record.path);
	if (await failBeforeHandler(request.failure)) return reply.send('');

	if (!account) refuse('Invalid API key', 401);
	if (context.interfaceOnly && request.operation && isOptional(request.operation)) notFound();
	request.account = account;
	request.body = parseJson(request.body);
	if (request.operation) {
		request.query = readQuery(request.operation, request.query as Query);
		checkBody(request.operation, request.body);
	}
	return undefined;
}

function recordOf(request: FastifyRequest, account: Account | undefined): RequestRecord {
	const { authorization: _key, ...headers } = request.headers;
	return {
		at: Date.now(),
		method: request.method,
		path: request.url.split('?', 1)[0]!,
		query: request.query as Query,
		headers,
		body: bodyForLog(request.body),
		status: null,
		accountName: account?.name ?? null,
	};
}

function bodyForLog(text: unknown): unknown {
	try {
		return parseJson(text) ?? null;
	} catch {
		return text;
	}
}

async function send(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
	const response = request.failure
		? await failResponse(request.failure, request, reply, String(payload ?? ''))
		: payload;
	if (request.record) request.record.status = reply.statusCode;
	return response;
}

function respondWithError(error: FastifyError | ServiceError, _request: FastifyRequest, reply: FastifyReply): void {
	void reply.code(error.statusCode ?? 500).send({ error: error.message });
}
