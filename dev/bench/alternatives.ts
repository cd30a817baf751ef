import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { byId, giftNode, itemsNode, node } from '../harness/workflows';
import { median, type Measurement } from './harness';
import { LATENCY_MS, publish, timeOf, type Setting } from './setting';

/** How a builder sends requests without our node. */
function httpRequestNode({ credential }: Setting, name: string, parameters: INodeParameters): INode {
	const authentication = { authentication: 'predefinedCredentialType', nodeCredentialType: credential.type };
	return {
		...node(name, 'n8n-nodes-base.httpRequest', 4.2, { ...authentication, options: {}, ...parameters }),
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
	};
}

/** Reading a long list: our node, and n8n's own way. */
export async function readOrders(setting: Setting): Promise<Measurement> {
	const orders = 10_000;
	const orderBatchId = await setting.createBatch(orders);
	const list = { resource: 'order', operation: 'getAll', orderBatchId: byId(orderBatchId), returnAll: true };
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $pageCount * 100 >= $response.body.list_meta.total_count }}',
	};
	const httpRequest = httpRequestNode(setting, 'HTTP Request', {
		url: `${setting.service.baseUrl}/v1/order_batches/${orderBatchId}/orders`,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'per_page', value: '100' }] },
		options: { pagination: { pagination } },
	});
	const reading = async (...nodes: INode[]) => {
		const { run } = await publish(setting, nodes);
		return async () => ({ ms: timeOf(await run(), nodes, orders) });
	};
	const [our, their] = ['Gift Order Batch, Order: Get Many', 'HTTP Request and Split Out'];
	return {
		title: `Reading ${orders} orders`,
		method:
			'The time that n8n records for the nodes. HTTP Request uses its own pagination with 100 orders a page, followed by Split ' +
			`Out. The service takes ${LATENCY_MS} ms for each response.`,
		variants: {
			[our]: await reading(giftNode('Orders', setting.credential, { ...list, simplify: false })),
			[their]: await reading(
				httpRequest,
				node('Split Out', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'data', options: {} }),
			),
		},
		verdicts: (of) => [
			{ label: 'times faster than HTTP Request', value: median(of(their, 'ms')) / median(of(our, 'ms')), atLeast: 6 },
		],
	};
}

/** Gifts for the contacts of a CRM: one order batch for all of them, or a request for each. */
export async function sendGifts(setting: Setting): Promise<Measurement> {
	const { credential, service } = setting;
	const { productId } = service.samples;
	const contacts: IDataObject[] = Array.from({ length: 5_000 }, (_, index) => ({
		'First Name': `Guest ${index}`,
		'Last Name': 'Miller',
		Email: `guest.${index}@example.com`,
	}));
	const recipient = '{ first_name: $json["First Name"], last_name: $json["Last Name"], email: $json.Email }';
	const cart = `{ items: [{ product_id: "${productId}", quantity: 1 }] }`;
	const sending = async (send: INode) => {
		const { run } = await publish(setting, [itemsNode('Contacts', contacts), send]);
		return async () => {
			service.reset();
			setting.setLatency(LATENCY_MS);
			const execution = await run();
			const sent = service.orderBatches().reduce((sum, batch) => sum + batch.recipients_count, 0);
			if (sent !== contacts.length) throw new Error(`${send.type} sent ${sent} gifts instead of ${contacts.length}`);
			return { ms: timeOf(execution, [send], contacts.length) };
		};
	};
	const [our, their] = ['Gift Order Batch, Order Batch: Create', 'HTTP Request for each contact'];
	return {
		title: `Gifts for ${contacts.length} contacts`,
		method:
			'The time that n8n records for the node. Gift Order Batch maps and checks the contacts and creates one order batch. ' +
			'HTTP Request creates an order batch for each contact.',
		variants: {
			[our]: await sending(
				giftNode('Send', credential, {
					resource: 'orderBatch',
					operation: 'create',
					fromName: 'The welcome team',
					sendMethod: 'email_and_link',
					recipientsSource: 'inputItems',
					cartItems: { item: [{ product: byId(productId), quantity: 1 }] },
				}),
			),
			[their]: await sending(
				httpRequestNode(setting, 'Send', {
					method: 'POST',
					url: `${service.baseUrl}/v1/order_batches`,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: `={{ { from_name: "The welcome team", send_method: "email_and_link", recipients: [${recipient}], cart: ${cart} } }}`,
				}),
			),
		},
		verdicts: (of) => [
			{ label: 'times faster than HTTP Request', value: median(of(their, 'ms')) / median(of(our, 'ms')), atLeast: 100 },
		],
	};
}
