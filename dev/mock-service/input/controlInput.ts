import type { FaultRule } from '../faults';
import type { OrderChange } from '../order';
import type { PriceFields } from '../price';
import type { DeliveryRules, WebhookRegistration } from '../webhookSender';
import type { SendStatus } from '../contract';
import { checked } from './request';

const text = { type: 'string' };

function object(properties: object, ...required: string[]) {
	return { type: 'object', properties, required };
}

/** One of the objects of the document. */
function named(name: string) {
	return { $ref: `openapi#/components/schemas/${name}` };
}

function effect(kind: string, properties: object, ...required: string[]) {
	return object({ kind: { const: kind }, ...properties }, ...required);
}

const afterCommit = { type: 'boolean' };

const faultInput = object(
	{
		match: object({ method: text, path: text, pathPattern: { type: 'string', format: 'regex' } }),
		times: {
			anyOf: [
				{ type: 'integer', minimum: 1 },
				object(
					{ probability: { type: 'number', minimum: 0, maximum: 1 }, seed: { type: 'integer' } },
					'probability',
					'seed',
				),
			],
		},
		effect: {
			type: 'object',
			required: ['kind'],
			discriminator: { propertyName: 'kind' },
			oneOf: [
				effect('latency', { ms: { type: 'number', minimum: 0 } }, 'ms'),
				effect(
					'response',
					{
						status: { type: 'integer', minimum: 200, maximum: 599 },
						headers: { type: 'object', additionalProperties: text },
						afterCommit,
					},
					'status',
				),
				effect('drop', { afterCommit }),
				effect('hang', { afterCommit }),
				effect('garbage', { afterCommit }),
				effect('malformed', { form: { enum: ['wrongShape', 'truncated'] } }, 'form'),
			],
		},
	},
	'effect',
);

const webhookInput = object(
	{
		url: { type: 'string', format: 'uri' },
		secret: text,
		events: { type: ['array', 'null'], items: named('EventKind') },
		naming: { enum: ['svix', 'standard'] },
		payload: { enum: ['current', 'legacy'] },
	},
	'url',
	'secret',
);

const batchStateInput = object({ state: named('OrderBatchSendStatus') }, 'state');

const orderChangeInput = object({
	status: named('OrderStatus'),
	shipmentStatus: named('ShipmentStatus'),
	swapToProductIds: { type: 'array', items: text, minItems: 1 },
	mailingAddress: named('MailingAddress'),
	variants: { type: 'array', items: { type: 'array', items: text } },
	thankYouNote: text,
	refunded: { type: 'boolean' },
	createdAt: { type: 'string', format: 'date-time' },
	expiresAt: { type: 'string', format: 'date-time' },
});

const duration = { type: 'number', minimum: 0 };

const optionsInput = object({
	interfaceOnly: { type: 'boolean' },
	priceFields: { enum: ['cart_price', 'cart_price_estimate'] },
	webhookDelivery: object({
		retryDelaysMs: { type: 'array', items: duration },
		timeoutMs: duration,
		disableAfterMs: duration,
		hold: { type: 'boolean' },
	}),
});

/** Reads the body of a control request as one kind of input. @throws ServiceError 400 when it is not. */
const reader =
	<Input>(schema: object) =>
	(body: unknown) =>
		checked(schema, body) as Input;

const readFault = reader<FaultRule & { match?: { method?: string; path?: string; pathPattern?: string } }>(faultInput);
export const readWebhook = reader<WebhookRegistration>(webhookInput);
export const readBatchState = reader<{ state: SendStatus }>(batchStateInput);
export const readOrderChange = reader<OrderChange>(orderChangeInput);
export const readOptions = reader<{
	interfaceOnly?: boolean;
	priceFields?: PriceFields;
	webhookDelivery?: Partial<DeliveryRules>;
}>(optionsInput);

/**
 * Reads a fault rule: `path` is the beginning of the path, `pathPattern` an expression for it.
 * @throws ServiceError 400 when it is none.
 */
export function readFaultRule(body: unknown): FaultRule {
	const { match, ...rule } = readFault(body);
	const path = match?.pathPattern === undefined ? match?.path : new RegExp(match.pathPattern);
	return { ...rule, match: match && { method: match.method, path } };
}
