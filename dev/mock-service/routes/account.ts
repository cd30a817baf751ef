import { randomBytes } from 'node:crypto';
import { listOf, type Operations, type ServiceContext } from '../context';
import type { PaymentMethodInput, WebhookInput } from '../contract';
import { ServiceError } from '../serviceError';

/** Whose key it is, its workspaces and payment methods, and the webhooks of the organization, which admins manage. */
export function accountOperations({ paymentMethods, webhooks }: ServiceContext): Operations {
	return {
		getMe: ({ account }) => account.me,
		listWorkspaces: ({ account }) => listOf(account.workspaces),
		listPaymentMethods: ({ account }) => listOf(paymentMethods.of(account)),
		createCommerceUserPaymentMethod({ account, body }) {
			if (account.variant !== 'commerce') {
				throw new ServiceError(403, 'Payment methods of end users are for the Commerce API only');
			}
			return paymentMethods.add(account, body as PaymentMethodInput);
		},
		createWebhook({ account, body }) {
			if (!account.isAdmin) throw new ServiceError(400, 'Unauthorized. You must be an admin to manage webhooks.');
			const { url, events } = body as WebhookInput;
			const secret = `whsec_${randomBytes(24).toString('base64')}`;
			const { id } = webhooks.register({ url, events, secret }, account.name);
			return { id };
		},
		deleteWebhook({ account, id }) {
			if (!account.isAdmin) throw new ServiceError(400, 'Unauthorized');
			webhooks.remove(id);
		},
	};
}
