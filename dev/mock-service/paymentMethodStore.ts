import { randomUUID } from 'node:crypto';
import type { Account } from './accounts';
import { refuse } from './serviceError';
import type { AccountPaymentMethod, PaymentMethod, PaymentMethodInput } from './contract';

const CARD = { card_brand: 'visa', card_last_4: '4242', card_exp_month: 12, card_exp_year: 2034 };

/** The payment methods of accounts, cards of commerce end users among them, and the choice of the payment method of a batch. */
export class PaymentMethods {
	private readonly endUserCards = new Map<
		string,
		{ account: Account; endUserId: string; method: AccountPaymentMethod }
	>();

	/** Stores a card of a commerce end user (openapi: createCommerceUserPaymentMethod). */
	add(account: Account, input: PaymentMethodInput): PaymentMethod {
		const id = randomUUID();
		const { cardholder_name: cardholderName, commerce_end_user_id: endUserId } = input;
		const method = { id, name: `Visa ${CARD.card_last_4}`, cardholder_name: cardholderName, balance: null };
		this.endUserCards.set(id, { account, endUserId, method });
		return {
			id,
			...CARD,
			cardholder_name: cardholderName,
			created_at: new Date().toISOString(),
		};
	}

	/** The account's own payment methods, then the cards of its end users (openapi: listPaymentMethods). */
	of(account: Account): AccountPaymentMethod[] {
		const cards = [...this.endUserCards.values()].filter((card) => card.account === account);
		return [...account.paymentMethods, ...cards.map(({ method }) => method)];
	}

	/**
	 * The payment method a batch is paid with: the one asked for, else the account's first.
	 * @throws ServiceError 400 when there is none, it is unknown, or it is another end user's card.
	 */
	choose(account: Account, id: string | undefined, endUserId: string | null): AccountPaymentMethod {
		if (id === undefined) return account.paymentMethods[0] ?? refuse('No payment method on the account');
		const own = account.paymentMethods.find((method) => method.id === id);
		if (own) return own;

		const card = this.endUserCards.get(id);
		if (card?.account !== account) refuse('Payment method not found');
		if (endUserId === null) refuse('commerce_end_user_id is required for a commerce user payment method');
		if (card.endUserId !== endUserId) refuse('Payment method does not belong to the commerce_end_user_id');
		return card.method;
	}

	clear(): void {
		this.endUserCards.clear();
	}
}
