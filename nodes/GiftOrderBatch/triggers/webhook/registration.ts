import { hash, randomBytes, timingSafeEqual } from 'crypto';

import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints } from '../../api/endpoints';
import { isPrivateHost } from '../../api/environment';
import { factsOf, ServiceError, statusOf } from '../../api/errors';
import { connectToService } from '../../connect';
import { withNodeErrors } from '../../nodeErrors';
import { fingerprint } from '../../api/fingerprint';
import { signingKeysOf } from '../../api/webhookSignature';
import type { Connect } from '../../resources/operation';
import { descriptionOf } from '../../resources/outcome';
import { isStartOfN8n, nodeKeyOf, nodeRecord, type TriggerFunctions } from '../nodeRecord';
import { outputSettings } from '../triggerFields';
import { eventOptions, SELF_PROVED } from './payload';

/** A webhook at the service, as the trigger that registered it remembers it. */
interface Registration extends IDataObject {
	/** Identifies the trigger: a copy of the workflow, even in another n8n, may have a copy of its static data. */
	owner: string;
	/** The address that n8n gave to the trigger. */
	address: string;
	events: string[];
	/** Identifies the key that registered it, and the environment. */
	key: string;
	/** SHA-256 of the token in the registered address, as base64url. */
	tokenHash: string;
	/** When it was registered, according to the token: of a trigger's tokens, only the newest counts. */
	at: number;
	/** Whether it is for a test run, which has an address of its own. */
	isTest: boolean;
}

/** By the ID that the service gave to the webhook. */
type RegistrationsById = Record<string, Registration>;

const hashOf = (token: string) => hash('sha256', token, 'buffer');

/** Whether the trigger registers its address itself. Then its token proves a delivery, otherwise the signature does. */
export const isAutomatic = (functions: TriggerFunctions): boolean =>
	functions.getNodeParameter('registration', 'automatic') === 'automatic';

/** The address of the trigger: another one in a test run. */
const addressOf = (functions: IHookFunctions) => functions.getNodeWebhookUrl('default') as string;

const ownerOf = (functions: TriggerFunctions) => fingerprint([functions.getInstanceId(), nodeKeyOf(functions)]);

const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address);

const eventsOf = (functions: IHookFunctions) => functions.getNodeParameter('events') as string[];

const filtered = (registrations: RegistrationsById, accepts: (registration: Registration) => boolean) =>
	Object.fromEntries(Object.entries(registrations).filter(([, registration]) => accepts(registration)));

const isTestRun = (functions: TriggerFunctions) => functions.getMode() === 'manual';

/**
 * The second half of a token in a registered address, after the time when it was made and a random part. What the trigger
 * remembers proves the token after the key was changed, and this signature proves it when nothing is remembered.
 */
const signatureOf = (functions: TriggerFunctions, client: ServiceClient, nonce: string) =>
	client.sign(`${nodeKeyOf(functions)} ${isTestRun(functions) ? 'test' : 'production'} ${nonce}`);

/** An error with all its text in the message: n8n shows nothing else when a workflow cannot be published. */
const activationError = (message: string, advice: string) =>
	new ServiceError(`${message.replace(/[^.!?]$/, '$&.')} ${advice}`.trim());

const MANUAL = 'or set "Registration" to Manual and add the webhook in your gifting account';

/** The service cannot list webhooks, so only the user can find one whose registration got no response. */
const MAY_EXIST =
	'The webhook may have been registered anyway. Look for it in your gifting account, and delete it. In the meantime, no event starts the workflow twice.';

/** Why a webhook could not be registered, and what to do. */
function registrationProblem(error: ServiceError): [message: string, advice: string] {
	const { isUnsupported, mayHaveHappened } = factsOf(error);
	const status = statusOf(error);
	const { message } = error;
	if (isUnsupported) {
		return [
			message,
			'Set "Registration" to Manual and add the webhook where the service lets you, or use Gift Order Batch Polling Trigger.',
		];
	}
	if (status === '403' || (status === '400' && /admin|unauthori[sz]ed/i.test(message))) {
		const advice = `Use the API key of an admin of your organization, ${MANUAL}.`;
		return [`The service refused to register the webhook: ${message}`, advice];
	}
	const truth = mayHaveHappened ? `${MAY_EXIST} ` : '';
	return [`The webhook could not be registered: ${message}`, truth + descriptionOf(factsOf(error))];
}

/** Registers the trigger's address for its events (openapi: createWebhook). @param at when, as Unix time in milliseconds */
async function createAtService(functions: IHookFunctions, address: string, at: number): Promise<RegistrationsById> {
	const events = eventsOf(functions);
	const client = await connectToService(functions);
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const isPrivate = url !== undefined && isPrivateHost(url.hostname);
	if ((!url || isPrivate) && !isPrivateHost(new URL(client.baseUrl).hostname)) {
		throw activationError(
			`The service cannot reach n8n at ${address}`,
			"Set n8n's WEBHOOK_URL to a public address, or use the Gift Order Batch Polling Trigger, which needs none.",
		);
	}
	if (!url || (!isPrivate && url.protocol !== 'https:')) {
		throw activationError(
			`n8n's address is ${address}, which does not begin with https://, so others could read the trigger's token`,
			`Set n8n's WEBHOOK_URL to an address that begins with https://, ${MANUAL}.`,
		);
	}
	const nonce = `${at.toString(36)}-${randomBytes(32).toString('base64url')}`;
	const token = `${nonce}.${signatureOf(functions, client, nonce)}`;
	url.searchParams.set('token', token);
	const webhook = endpoints.createWebhook({ url: url.href, events }, token);
	const { id } = await client.call(webhook).catch((error: ServiceError) => {
		throw activationError(...registrationProblem(error));
	});
	const tokenHash = hashOf(token).toString('base64url');
	const registration = { owner: ownerOf(functions), address, events, key: client.keyFingerprint, tokenHash };
	return { [id]: { ...registration, at, isTest: isTestRun(functions) } };
}

/** Checks that a signature will prove the events of a webhook that was added by hand. @throws ServiceError when it will not */
async function checkSigningSecret(functions: IHookFunctions): Promise<void> {
	const { signingSecret } = await connectToService(functions);
	const signing = signingSecret === '' ? {} : signingKeysOf(signingSecret);
	if ('problem' in signing) throw activationError(`Credential: ${signing.problem}`, '');
	const unproved = eventOptions.filter(({ value }) => value !== SELF_PROVED && eventsOf(functions).includes(value));
	if (signingSecret !== '' || unproved.length === 0) return;
	throw activationError(
		`The credential has no "Webhook Signing Secret", so anyone who knows the address could forge these events: ${unproved.map(({ name }) => name).join(', ')}`,
		'Copy the secret of the webhook from your gifting account into the credential, or set "Registration" to Automatic. Only Order Batch Completed needs no secret.',
	);
}

/** Deletes webhooks at the service (openapi: deleteWebhook). Failures are only logged: the workflow must stop anyway. */
async function deleteAtService(functions: IHookFunctions, registrations: RegistrationsById): Promise<void> {
	for (const [id, { key }] of Object.entries(registrations)) {
		let isGone = false;
		try {
			// Unpublishing waits for the deletion.
			const client = await connectToService(functions, { requestTimeoutMs: 10_000 });
			isGone = client.keyFingerprint === key;
			await client.call(endpoints.deleteWebhook(id));
		} catch (error) {
			// Another account gets the same response for a webhook that exists.
			if (isGone && statusOf(error) === '404') continue;
			functions.logger.warn(
				`Gift Order Batch Trigger: the webhook ${id} could not be deleted from the service (${(error as Error).message}). Delete it in your gifting account. In the meantime, no event starts the workflow twice.`,
			);
		}
	}
}

export class Registrations {
	/**
	 * By node, what this process has registered. What n8n stores may lack it: a delivery or an execution that began earlier
	 * stores the static data as it was then, and n8n 1.x stores nothing when another trigger of the workflow fails.
	 */
	private readonly registered = new Map<string, RegistrationsById>();
	/** When a webhook was last registered, as Unix time in milliseconds: unpublishing forgets the registrations. */
	private lastAt = 0;

	private of(functions: TriggerFunctions): RegistrationsById {
		const stored = (nodeRecord(functions).registrations ?? {}) as RegistrationsById;
		const ownerHere = ownerOf(functions);
		return { ...filtered(stored, ({ owner }) => owner === ownerHere), ...this.registered.get(nodeKeyOf(functions)) };
	}

	/** The newest webhook of a trigger, for test runs in a test run. */
	private newest(functions: TriggerFunctions): Registration | undefined {
		return Object.values(this.of(functions))
			.filter(({ isTest }) => isTest === isTestRun(functions))
			.sort((a, b) => b.at - a.at)[0];
	}

	/**
	 * Whether the trigger's webhook is registered as it should be: for its address and events, with its key. The service
	 * cannot be asked, so what is stored is trusted only when n8n starts. Publishing registers again, because a stored
	 * registration may have been deleted.
	 */
	async isRegistered(functions: IHookFunctions): Promise<boolean> {
		if (!isStartOfN8n(functions)) return false;
		if (!isAutomatic(functions)) return true;
		const registrations = Object.values(this.of(functions));
		const { keyFingerprint } = await connectToService(functions);
		return (
			registrations.length === 1 &&
			registrations.every(
				({ address, events, key }) =>
					address === addressOf(functions) && key === keyFingerprint && events.join() === eventsOf(functions).join(),
			)
		);
	}

	/**
	 * Registers the trigger's address for its events, in place of what was registered before. The service signs with a secret
	 * that it does not return, so the registered address carries a token.
	 * @throws ServiceError that says what to do when it cannot be registered
	 */
	async register(functions: IHookFunctions): Promise<void> {
		const address = addressOf(functions);
		const isTest = isTestRun(functions);
		if (eventsOf(functions).length === 0) {
			throw activationError('"Trigger On" is empty', 'Choose at least one event.');
		}
		outputSettings(functions);
		if (!isAutomatic(functions)) await checkSigningSecret(functions);
		// The clock may have been set back.
		const at = (this.lastAt = Math.max(Date.now(), this.lastAt + 1, (this.newest(functions)?.at ?? 0) + 1));
		const created = isAutomatic(functions) ? await createAtService(functions, address, at) : {};
		// A test run keeps the published workflow's webhook. Publishing replaces all webhooks.
		const all = this.of(functions);
		const isReplaced = (old: Registration) => !isTest || old.address === address;
		if (!isTest) this.registered.set(nodeKeyOf(functions), created);
		nodeRecord(functions).registrations = { ...filtered(all, (old) => !isReplaced(old)), ...created };
		// Only now, so that no event is missed in between.
		await deleteAtService(functions, filtered(all, isReplaced));
	}

	/**
	 * Deletes the trigger's webhook at the service, also one that was registered under another host name. A test run has a
	 * path of its own. Never throws.
	 */
	async unregister(functions: IHookFunctions): Promise<void> {
		const path = pathOf(addressOf(functions));
		const isOther = ({ address }: Registration) => pathOf(address) !== path;
		const all = this.of(functions);
		const kept = filtered(all, isOther);
		this.registered.set(nodeKeyOf(functions), filtered(this.registered.get(nodeKeyOf(functions)) ?? {}, isOther));
		nodeRecord(functions).registrations = kept;
		await deleteAtService(
			functions,
			filtered(all, (old) => !isOther(old)),
		);
	}

	/** Adds what this process has registered to the stored data, if it is missing there. */
	restore(functions: IWebhookFunctions): void {
		const record = nodeRecord(functions);
		const all = this.of(functions);
		if (Object.keys(all).some((id) => !Object.hasOwn(record.registrations ?? {}, id))) record.registrations = all;
	}

	/** Whether a delivery carries this trigger's newest token. Older ones were revoked; the key proves one that is not stored yet. */
	async hasToken(functions: IWebhookFunctions, connectOnce: Connect): Promise<boolean> {
		const { token } = functions.getQueryData() as { token?: unknown };
		if (typeof token !== 'string') return false;
		const newest = this.newest(functions);
		if (newest && timingSafeEqual(hashOf(token), Buffer.from(newest.tokenHash, 'base64url'))) return true;
		const [nonce = '', signature = ''] = token.split('.');
		// The time stands first, up to the hyphen.
		if (!(parseInt(nonce, 36) > (newest?.at ?? 0))) return false;
		const expected = signatureOf(functions, await connectOnce(), nonce);
		return timingSafeEqual(hashOf(signature), hashOf(expected));
	}
}

/** What n8n calls when it publishes and unpublishes a workflow, and when a test run in its editor begins and ends. */
export const webhookMethodsOf = (registrations: Registrations) => ({
	default: {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return await withNodeErrors(this.getNode(), async () => await registrations.isRegistered(this));
		},
		async create(this: IHookFunctions): Promise<boolean> {
			await withNodeErrors(this.getNode(), async () => await registrations.register(this));
			return true;
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			await registrations.unregister(this);
			return true;
		},
	},
});
