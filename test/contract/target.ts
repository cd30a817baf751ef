import { MINUTE_MS } from '../support/durations';

/** What a run can be given: an environment variable, and what it has. A check is not run without what it needs. */
export const GIVEN = {
	automation: ['SERVICE_KEY', 'a key of its Automation API'],
	commerce: ['SERVICE_COMMERCE_KEY', 'a key of its Commerce API'],
	nonAdmin: ['SERVICE_NON_ADMIN_KEY', 'a key of a user who is no admin'],
	withoutPaymentMethod: ['SERVICE_KEY_WITHOUT_PAYMENT_METHOD', 'a key of an account without a payment method'],
	interimCardKey: ['SERVICE_INTERIM_CARD_KEY', 'the key of an interim card of the commerce app'],
	giftCollection: ['SERVICE_GIFT_COLLECTION', 'the ID of a product that is a gift collection'],
} as const;

export type Given = keyof typeof GIVEN;

export type Target = ReturnType<typeof targetOf>;

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const SANDBOX = /(^|\.)sandbox\./;

/**
 * The service that a run is about. A variable that is empty counts as missing.
 * @param startedAt Names and times in the requests come from it, so that a replay has those of its recording.
 * @throws Error when a variable is missing, or the address is not that of a sandbox.
 */
export function targetOf(variables: NodeJS.ProcessEnv, startedAt: Date) {
	const given = Object.entries(GIVEN).flatMap(([name, [variable]]) =>
		variables[variable] ? [[name, variables[variable]]] : [],
	);
	const { SERVICE_URL, SERVICE_KEY } = variables;
	if (!SERVICE_URL || !SERVICE_KEY) throw new Error('SERVICE_URL and SERVICE_KEY are needed');
	const { protocol, hostname, href } = new URL(SERVICE_URL);
	const isLocal = LOCAL.test(hostname);
	if (!isLocal && !(protocol === 'https:' && SANDBOX.test(hostname))) {
		throw new Error(`${hostname} is not a sandbox. Use the https address of one, or a mock service on this machine.`);
	}
	const baseUrl = href.replace(/\/$/, '');
	return {
		baseUrl,
		given: Object.fromEntries(given) as Partial<Record<Given, string>>,
		startedAt,
		/** The least time between the starts of two requests. */
		paceMs: isLocal ? 0 : 1000,
		/** How long to wait for an order batch, and between two looks at it. */
		maxWaitMs: (isLocal ? 1 : 10) * MINUTE_MS,
		pollMs: isLocal ? 50 : 5000,
		/** How far ahead the scheduled order batch is. Nobody waits for the time of that of a mock service. */
		scheduleMs: (isLocal ? 60 : 5) * MINUTE_MS,
		sendScheduled: isLocal
			? async (id: string) => void (await fetch(`${baseUrl}/_control/batches/${id}/complete`, { method: 'POST' }))
			: undefined,
	};
}
