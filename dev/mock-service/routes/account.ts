import { listOf, type Operations, type ServiceContext } from '../context';
import type { PaymentMethodInput, WebhookInput } from '../contract';
import { refuse } from '../serviceError';
import { newSecret } from '../webhookSender';

/** Whose key it is, its workspaces and payment methods, and the webhooks of the organization, which admins manage. */
export function accountOperations({ paymentMethods, webhooks }: ServiceContext): Operations {
	return {
		getMe: ({ account }) => account.me,
		listWorkspaces: ({ account }) => listOf(account.workspaces),
		listPaymentMethods: ({ account }) => listOf(paymentMethods.of(account)),
		createCommerceUserPaymentMethod({ account, body }) {
			if (account.variant !== 'commerce') {
				refuse('Payment methods of end users are for the Commerce API only', 403);
			}
			return paymentMethods.add(account, body as PaymentMethodInput);
		},
		createWebhook({ account, body }) {
			if (!account.isAdmin) refuse('Unauthorized. You must be an admin to manage webhooks.');
			const { url, events } = body as WebhookInput;
			const { id } = webhooks.register({ url, events, secret: newSecret() });
			return { id };
		},
		deleteWebhook({ account, id }) {
			if (!account.isAdmin) refuse('Unauthorized');
			webhooks.remove(id);
		},
	};
}
