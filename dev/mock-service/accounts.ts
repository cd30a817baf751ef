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

const paymentMethods: AccountPaymentMethod[] = [
	{
		id: uuidFrom('payment method', 'company card'),
		name: 'Visa 1234',
		cardholder_name: 'Avery Stone',
		balance: null,
	},
	{
		id: uuidFrom('payment method', 'account balance'),
		name: 'Account balance',
		cardholder_name: null,
		balance: 25_000_000,
	},
	{
		id: uuidFrom('payment method', 'second card'),
		name: 'Mastercard 5678',
		cardholder_name: 'Jordan Reyes',
		balance: null,
	},
	{
		id: uuidFrom('payment method', 'team budget'),
		name: 'Team budget',
		cardholder_name: null,
		balance: 2_500,
	},
];

/** The only payment method whose ID is no UUID (openapi: OrderBatchInput). */
const storedValue: AccountPaymentMethod = {
	id: 'COMMERCE_STORED_VALUE',
	name: 'Stored value',
	cardholder_name: null,
	balance: 500_000,
};

/** The accounts of one organization. They share workspaces, payment methods and webhooks, never batches or orders. */
export const accounts: Record<AccountName, Account> = {
	automation: {
		name: 'automation',
		key: 'local-automation-key',
		variant: 'automation',
		isAdmin: true,
		me: { email: 'avery.stone@example.com', public_app_id: null },
		sender: { first_name: 'Avery', last_name: 'Stone', email: 'avery.stone@example.com' },
		workspaces,
		paymentMethods,
	},
	commerce: {
		name: 'commerce',
		key: 'local-commerce-key',
		variant: 'commerce',
		isAdmin: true,
		me: { email: null, public_app_id: 'app_local_gift_shop' },
		sender: { first_name: 'Jordan', last_name: 'Reyes', email: 'jordan.reyes@example.com' },
		workspaces,
		paymentMethods: [...paymentMethods, storedValue],
	},
	automationMember: {
		name: 'automationMember',
		key: 'local-automation-key-of-a-member',
		variant: 'automation',
		isAdmin: false,
		me: { email: 'riley.moore@example.com', public_app_id: null },
		sender: { first_name: 'Riley', last_name: 'Moore', email: 'riley.moore@example.com' },
		workspaces,
		paymentMethods,
	},
	automationWithoutPaymentMethod: {
		name: 'automationWithoutPaymentMethod',
		key: 'local-automation-key-without-payment-method',
		variant: 'automation',
		isAdmin: true,
		me: { email: 'sam.rivers@example.com', public_app_id: null },
		sender: { first_name: 'Sam', last_name: 'Rivers', email: 'sam.rivers@example.com' },
		workspaces,
		paymentMethods: [],
	},
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
