import { createHash, randomBytes, timingSafeEqual } from 'crypto';

import { NodeApiError, type IDataObject, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../../api/client';
import type { Authentication } from '../../api/credentialTypes';
import { endpoints } from '../../api/endpoints';
import { isPrivateHost } from '../../api/environment';
import { asNodeError, operationError } from '../../api/errors';
import { nodeKeyOf, nodeRecord } from '../nodeRecord';

/** A webhook at the service, as the trigger that registered it remembers it. */
interface Registration extends IDataObject {
	id: string;
	events: string[];
	/** Stands for the key that registered it, and the environment. */
	key: string;
	/** SHA-256 of the token in the registered address, as base64url. */
	tokenHash: string;
}

const TOKEN_BYTES = 32;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

type Registrations = Record<string, Registration>;

/** By the address that n8n gave to the trigger. */
const registrationsOf = (functions: IHookFunctions | IWebhookFunctions): Registrations =>
	(nodeRecord(functions).registrations ?? {}) as Registrations;

const isAutomatic = (functions: IHookFunctions | IWebhookFunctions) =>
	functions.getNodeParameter('registration', 'automatic') === 'automatic';

const connect = async (functions: IHookFunctions | IWebhookFunctions) =>
	await ServiceClient.connect(functions, functions.getNodeParameter('authentication') as Authentication);

/** The address of the trigger: another one in a test run. */
const addressOf = (functions: IHookFunctions) => functions.getNodeWebhookUrl('default') as string;

const eventsOf = (functions: IHookFunctions) => functions.getNodeParameter('events') as string[];

const sameEvents = (a: string[], b: string[]) => [...a].sort().join() === [...b].sort().join();

/**
 * Whether the trigger's webhook is registered as it should be: for its address and events, with its key. The service cannot be
 * asked, so the trigger's own record decides.
 */
export async function isRegistered(functions: IHookFunctions): Promise<boolean> {
	if (!isAutomatic(functions)) return Object.keys(registrationsOf(functions)).length === 0;
	const registration = registrationsOf(functions)[addressOf(functions)];
	const { keyFingerprint } = await connect(functions);
	return registration?.key === keyFingerprint && sameEvents(registration.events, eventsOf(functions));
}

/** Deletes a webhook at the service. Failures are only logged, since the workflow must stop all the same. */
async function deleteAtService(functions: IHookFunctions, { id }: Registration): Promise<void> {
	try {
		await (await connect(functions)).call(endpoints.deleteWebhook(id));
	} catch (thrown) {
		const error = asNodeError(functions.getNode(), 0, thrown);
		if ('httpCode' in error && error.httpCode === '404') return;
		functions.logger.warn(
			`Gift Order Batch Trigger: the webhook ${id} could not be deleted at the service (${error.message}). Delete it in your gifting account. Its deliveries start nothing twice.`,
		);
	}
}

/**
 * A token for the registered address: a random part, and a signature of it with the API key. The record of the trigger proves
 * it after the key was changed, and the key after the record was lost.
 */
function newToken(functions: IHookFunctions, client: ServiceClient): string {
	const nonce = randomBytes(TOKEN_BYTES).toString('base64url');
	return `${nonce}.${client.sign(`${nodeKeyOf(functions)} ${nonce}`)}`;
}

const MANUAL = 'or set Registration to Manual and add the webhook in your gifting account';

/** What to do about a refused registration; `undefined` for failures that need no other words. */
function adviceFor(error: NodeApiError): { message: string; advice: string } | undefined {
	if (error.httpCode === '404') {
		return {
			message: 'This service does not let a key register webhooks',
			advice: 'Set Registration to Manual and add the webhook where the service lets you. Or use the polling trigger.',
		};
	}
	const isRefused =
		error.httpCode === '403' || (error.httpCode === '400' && /admin|unauthori[sz]ed/i.test(error.message));
	return isRefused
		? {
				message: `The service refused to register the webhook: ${error.message}`,
				advice: `Use the API key of an admin of your organization, ${MANUAL}.`,
			}
		: undefined;
}

/**
 * Registers the trigger's address for its events (openapi: createWebhook), in place of what was registered before. The service
 * signs with a secret that it does not return, so the registered address carries a token.
 * @throws NodeApiError or NodeOperationError that says what to do when it cannot be registered
 */
export async function register(functions: IHookFunctions): Promise<void> {
	const node = functions.getNode();
	const address = addressOf(functions);
	const registrations = registrationsOf(functions);
	// A test run keeps the webhook of the published workflow; that one replaces all others.
	const isReplaced = (old: string) => old === address || functions.getMode() !== 'manual';
	const replaced = Object.entries(registrations).filter(([old]) => isReplaced(old));
	const kept = Object.fromEntries(Object.entries(registrations).filter(([old]) => !isReplaced(old)));
	let registration: Registration | undefined;
	if (isAutomatic(functions)) {
		const events = eventsOf(functions);
		if (events.length === 0) {
			throw operationError(node, undefined, 'Events is empty', { advice: 'Choose at least one event.' });
		}
		const client = await connect(functions);
		if (isPrivateHost(new URL(address).hostname) && !isPrivateHost(new URL(client.baseUrl).hostname)) {
			throw operationError(node, undefined, `The service cannot reach this n8n at ${address}`, {
				advice: `Give n8n a public address with its setting WEBHOOK_URL, start it with a tunnel, ${MANUAL}.`,
			});
		}
		const token = newToken(functions, client);
		const url = new URL(address);
		url.searchParams.set('token', token);
		const created = await client.call(endpoints.createWebhook({ url: url.href, events })).catch((error: unknown) => {
			const known = error instanceof NodeApiError ? adviceFor(error) : undefined;
			throw known ? operationError(node, undefined, known.message, { advice: known.advice }) : error;
		});
		const tokenHash = hashOf(token).toString('base64url');
		registration = { id: created.id, events, key: client.keyFingerprint, tokenHash };
	}
	nodeRecord(functions).registrations = { ...kept, ...(registration && { [address]: registration }) };
	// Only now, so that no event is missed in between.
	for (const [, old] of replaced) await deleteAtService(functions, old);
}

/** Deletes the trigger's webhook at the service (openapi: deleteWebhook). Never throws. */
export async function unregister(functions: IHookFunctions): Promise<void> {
	const { [addressOf(functions)]: registration, ...others } = registrationsOf(functions);
	if (!registration) return;
	nodeRecord(functions).registrations = others;
	await deleteAtService(functions, registration);
}

/** Whether a delivery carries a token of this trigger. With a manual registration there is none. */
export async function hasToken(functions: IWebhookFunctions): Promise<boolean> {
	if (!isAutomatic(functions)) return true;
	const token = String((functions.getQueryData() as { token?: unknown }).token ?? '');
	const isRecorded = Object.values(registrationsOf(functions)).some(({ tokenHash }) =>
		timingSafeEqual(hashOf(token), Buffer.from(tokenHash, 'base64url')),
	);
	if (isRecorded) return true;
	const [nonce = '', signature = ''] = token.split('.');
	const expected = (await connect(functions)).sign(`${nodeKeyOf(functions)} ${nonce}`);
	return nonce !== '' && timingSafeEqual(hashOf(signature), hashOf(expected));
}
