import { postDelivery, type Delivery } from '../../dev/harness/webhookDeliveries';
import { until } from '../support/until';

/** Delivers again and again until n8n accepts it, as senders do: n8n registers webhooks some time after it has started. */
export async function deliver(address: string, delivery: Delivery): Promise<void> {
	await until('n8n accepts the delivery', async () => (await postDelivery(address, delivery)) === 200);
}
