import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

const BASE_URLS = new Map([
	['production', 'https://api.ongoody.com'],
	['sandbox', 'https://api.sandbox.ongoody.com'],
]);

/** The address that `baseUrlOf` finds, as an expression of n8n. It refuses nothing. */
export const BASE_URL_EXPRESSION = `={{ (${JSON.stringify(Object.fromEntries(BASE_URLS))})[$credentials.environment] ?? $credentials.baseUrl.trim().replace(/\\/+$/, "") }}`;

/** The name of the environment of a base address, for messages. */
export function environmentName(baseUrl: string): string {
	const [name] = [...BASE_URLS].find(([, url]) => url === baseUrl) ?? [];
	if (name === undefined) return `the service at ${baseUrl}`;
	return name === 'sandbox' ? 'the sandbox' : name;
}

/** Hosts of this machine and of private networks, as URLs write them; names without a dot are those of containers. */
const PRIVATE_HOSTS =
	/^([^.:]+|.+\.(localhost|local|internal|lan|home\.arpa)|(127|10)(\.\d+){3}|(192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+){2}|\[(::1|f[cd].*|fe[89ab].*)\])$/;

/** Whether only this machine or its private network can reach a host. @param hostname as `URL` has it */
export const isPrivateHost = (hostname: string): boolean => PRIVATE_HOSTS.test(hostname);

/**
 * The base address of a credential, or the sentence that says why there is none. A custom address must be https, or http on a host
 * of this machine or a private network, and ends before /v1; its trailing slashes are dropped. Never throws.
 */
export function baseUrlOf(credentials: ICredentialDataDecryptedObject): { url: string } | { problem: string } {
	const environment = String(credentials.environment);
	if (environment !== 'custom') {
		const url = BASE_URLS.get(environment);
		return url
			? { url }
			: { problem: `"Environment" is ${environment}, which is unknown: choose Production, Sandbox or Custom` };
	}

	const address = String(credentials.baseUrl ?? '').trim();
	if (address === '') return { problem: '"Base URL" is missing: the Custom environment needs one' };
	if (!URL.canParse(address)) {
		// Not shown: it may be the key.
		return { problem: '"Base URL" is not a web address: enter one such as https://api.example.com' };
	}
	const { protocol, hostname, origin, pathname, search, hash, username, password } = new URL(address);
	if (username || password) return { problem: '"Base URL" must not contain a user name or password' };
	if (search || hash) return { problem: '"Base URL" must not contain "?" or "#": enter only the part before /v1' };
	const path = pathname.replace(/(?<!\/)\/+$/, '');
	if (/\/v1$/i.test(path)) return { problem: '"Base URL" must not end in /v1: enter only the part before it' };
	if (protocol !== 'https:' && !(protocol === 'http:' && isPrivateHost(hostname))) {
		return {
			problem: '"Base URL" must begin with https:// (or with http:// on this machine or a private network)',
		};
	}
	return { url: `${origin}${path}` };
}

/**
 * The key of a credential, even if it was pasted together with the word "Bearer", spaces or invisible characters. HTTP clients
 * leave out what no header may hold, so that a key with it could not be hidden in what the service repeats.
 */
export const apiKeyOf = ({ apiKey }: ICredentialDataDecryptedObject): string =>
	String(apiKey ?? '')
		.replace(/^\s*Bearer\s/i, '')
		.replace(/[^!-~]/g, '');
