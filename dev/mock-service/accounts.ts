import { uuidFrom } from './ids';
import type { AccountPaymentMethod, Me, Sender, Workspace } from './contract';

export type AccountName = 'automation' | 'commerce' | 'automationMember' | 'automationWithoutPaymentMethod';

/** Who a key belongs to: a user (Automation API) or an app (Commerce API). */
export interface Account {
	name: AccountName;
	key: string;
	variant: 'automation' | 'commerce';
	/** Whether it may manage the webhooks of the organization. */
	isAdmin: boolean;
	me: Me;
	sender: Sender;
	/** Oldest first: the first one is the default of a batch. */
	workspaces: Workspace[];
	/** The account's own payment methods; the first one is the default of a batch. */
	paymentMethods: AccountPaymentMethod[];
}

const workspaces: Workspace[] = ['People Team', 'Customer Success', 'Recruiting'].map((name) => ({
	id: uuidFrom('workspace', name),
	name,
}));

const paymentMethod = (label: string, name: string, cardholder: string | null, balance: number | null) => ({
	id: uuidFrom('payment method', label),
	name,
	cardholder_name: cardholder,
	balance,
});

const paymentMethods: AccountPaymentMethod[] = [
	paymentMethod('company card', 'Visa 1234', 'Avery Stone', null),
	paymentMethod('account balance', 'Account balance', null, 25_000_000),
	paymentMethod('second card', 'Mastercard 5678', 'Jordan Reyes', null),
	paymentMethod('team budget', 'Team budget', null, 2_500),
];

/** The only payment method whose ID is no UUID (openapi: OrderBatchInput). */
const storedValue = { ...paymentMethod('', 'Stored value', null, 500_000), id: 'COMMERCE_STORED_VALUE' };

function accountNamed<Name extends AccountName>(
	name: Name,
	key: string,
	[firstName, lastName]: [string, string],
	fields: Partial<Account> = {},
): Record<Name, Account> {
	const email = `${firstName}.${lastName}@example.com`.toLowerCase();
	const account: Account = {
		name,
		key,
		variant: 'automation',
		isAdmin: true,
		me: { email, public_app_id: null },
		sender: { first_name: firstName, last_name: lastName, email },
		workspaces,
		paymentMethods,
		...fields,
	};
	return { [name]: account } as Record<Name, Account>;
}

/** The accounts of one organization. They share workspaces, payment methods and webhooks, never batches or orders. */
export const accounts: Record<AccountName, Account> = {
	...accountNamed('automation', 'local-automation-key', ['Avery', 'Stone']),
	...accountNamed('commerce', 'local-commerce-key', ['Jordan', 'Reyes'], {
		variant: 'commerce',
		me: { email: null, public_app_id: 'app_local_gift_shop' },
		paymentMethods: [...paymentMethods, storedValue],
	}),
	...accountNamed('automationMember', 'local-automation-key-of-a-member', ['Riley', 'Moore'], { isAdmin: false }),
	...accountNamed('automationWithoutPaymentMethod', 'local-automation-key-without-payment-method', ['Sam', 'Rivers'], {
		paymentMethods: [],
	}),
};

/** The account whose key the `Authorization` header carries, if it is one (openapi: apiKey). */
export function accountOf(authorization: string | undefined): Account | undefined {
	const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
	return Object.values(accounts).find((account) => account.key === key);
}

/** The key of each account. */
export const keys = Object.fromEntries(Object.values(accounts).map(({ name, key }) => [name, key])) as Record<
	AccountName,
	string
>;
