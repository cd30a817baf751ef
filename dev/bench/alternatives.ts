import type { INode, INodeParameters } from 'n8n-workflow';

import { createComplete } from '../harness/batches';
import { byId, giftNode, node } from '../harness/workflows';
import { median, type Measurement } from './harness';
import { LATENCY_MS, PEOPLE, publish, sending, type Setting } from './setting';

/** How a builder sends requests without our node. */
const httpRequestNode = ({ credential }: Setting, parameters: INodeParameters): INode => ({
	...giftNode('HTTP Request', credential, {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credential.type,
		options: {},
		...parameters,
	}),
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
});

/** Our node and n8n's own way: the nodes of each, which work on so many items. */
async function comparison(setting: Setting, size: number, atLeast: number, alternatives: Record<string, INode[]>) {
	const variants: Measurement['variants'] = {};
	for (const [name, nodes] of Object.entries(alternatives)) {
		const { run } = await publish(setting, nodes);
		variants[name] = async () => ({ ms: (await run(size)).ms });
	}
	const verdicts: Measurement['verdicts'] = (of) => {
		const [our, their] = Object.keys(alternatives).map((name) => median(of(name, 'ms'))) as [number, number];
		return [['times faster than HTTP Request', their / our, 'at least', atLeast]];
	};
	return { variants, verdicts };
}

/** Reading a long list. */
export async function readOrders(setting: Setting): Promise<Measurement> {
	const orders = 10_000;
	const orderBatchId = await createComplete(setting.service, orders);
	const list = { resource: 'order', operation: 'getAll', orderBatchId: byId(orderBatchId), returnAll: true };
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $pageCount * 100 >= $response.body.list_meta.total_count }}',
	};
	const httpRequest = httpRequestNode(setting, {
		url: `${setting.service.baseUrl}/v1/order_batches/${orderBatchId}/orders`,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'per_page', value: '100' }] },
		options: { pagination: { pagination } },
	});
	const splitOut = node('Split Out', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'data', options: {} });
	const alternatives = {
		'Gift Order Batch, Order: Get Many': [giftNode('Orders', setting.credential, { ...list, simplify: false })],
		'HTTP Request and Split Out': [httpRequest, splitOut],
	};
	return {
		title: `Reading ${orders} orders`,
		method:
			'The time that n8n records for the nodes. HTTP Request uses its own pagination with 100 orders a page, followed by Split ' +
			`Out. The service takes ${LATENCY_MS} ms for each response.`,
		...(await comparison(setting, orders, 6, alternatives)),
	};
}

/** Gifts for the contacts of a CRM: one order batch for all of them, or a request for each. */
export async function sendGifts(setting: Setting): Promise<Measurement> {
	const { baseUrl, samples } = setting.service;
	const contacts = 5_000;
	const recipient = '{ first_name: $json["First Name"], last_name: $json["Last Name"], email: $json.Email }';
	const cart = `{ items: [{ product_id: "${samples.productId}", quantity: 1 }] }`;
	const httpRequest = httpRequestNode(setting, {
		method: 'POST',
		url: `${baseUrl}/v1/order_batches`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ { from_name: "The welcome team", send_method: "email_and_link", recipients: [${recipient}], cart: ${cart} } }}`,
	});
	const alternatives = {
		'Gift Order Batch, Order Batch: Create': sending(setting),
		'HTTP Request for each contact': [PEOPLE, httpRequest],
	};
	return {
		title: `Gifts for ${contacts} contacts`,
		method:
			'The time that n8n records for the node. Gift Order Batch maps and checks the contacts and creates one order batch. ' +
			'HTTP Request creates an order batch for each contact.',
		...(await comparison(setting, contacts, 100, alternatives)),
	};
}
