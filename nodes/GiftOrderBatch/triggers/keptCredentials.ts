import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

/** How long a credential is kept between two deliveries, in milliseconds. */
const KEPT_MS = 10_000;

interface Kept {
	credential: Promise<ICredentialDataDecryptedObject>;
	until: number;
}

/** By credential type and ID. n8n takes longer to read a credential than for all else of a delivery. */
const kept = new Map<string, Kept>();

const keyOf = (functions: IWebhookFunctions, type: string) => `${type}/${functions.getNode().credentials?.[type]?.id}`;

/** Whether a credential would be taken as it was read for another delivery. */
export function isKept(functions: IWebhookFunctions, type: string): boolean {
	const known = kept.get(keyOf(functions, type));
	return known !== undefined && Date.now() < known.until;
}

/** Reads a credential of the node, or takes the one that was read for another delivery some seconds ago. */
export async function readKeptCredential(
	functions: IWebhookFunctions,
	type: string,
): Promise<ICredentialDataDecryptedObject> {
	const key = keyOf(functions, type);
	const known = kept.get(key);
	if (known && Date.now() < known.until) return await known.credential;
	const credential = functions.getCredentials<ICredentialDataDecryptedObject>(type);
	kept.set(key, { credential, until: Date.now() + KEPT_MS });
	credential.catch(() => kept.delete(key));
	return await credential;
}

/** Forgets a credential that did not serve, since it may have been changed. */
export function forgetCredential(functions: IWebhookFunctions, type: string): void {
	kept.delete(keyOf(functions, type));
}
