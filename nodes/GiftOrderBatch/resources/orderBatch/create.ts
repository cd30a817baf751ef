import { endpoints } from '../../api/endpoints';
import { checkOrderBatchInput } from '../../api/validation';
import { simplified, simplifyField } from '../commonFields';
import type { Operation } from '../defineResource';
import { additionalFields, additionalInput } from './additionalFields';
import { cartFields, cartInput } from './cartFields';
import { recipientFields, recipientsInput } from './recipientFields';
import { simplifyOrderBatch } from './simplify';

/** Interface: "OrderBatchInput", `POST /v1/order_batches`. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create an order batch',
	description: 'Send gifts to a list of recipients: one order for each, all with the same cart',
	fields: [
		{
			displayName: 'From Name',
			name: 'fromName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Ann from Acme',
			description: 'The sender that recipients see on the gift and in notifications',
		},
		{
			displayName: 'Send Method',
			name: 'sendMethod',
			type: 'options',
			default: 'email_and_link',
			options: [
				{
					name: 'Direct Send',
					value: 'direct_send',
					description: 'Ship to the mailing address of each recipient, without asking them',
				},
				{
					name: 'Email and Link',
					value: 'email_and_link',
					description: 'Send each recipient an email with their gift link',
				},
				{
					name: 'Link Only',
					value: 'link_multiple_custom_list',
					description: 'Make a gift link for each recipient and send no email',
				},
			],
			description: 'How the gifts reach the recipients',
		},
		...recipientFields,
		...cartFields,
		simplifyField,
		additionalFields,
	],
	async run(item) {
		const input = {
			from_name: item.parameter('fromName'),
			send_method: item.parameter('sendMethod'),
			recipients: recipientsInput(item),
			cart: cartInput(item),
			...additionalInput(item),
		};
		const orderBatch = await item.client.call(
			endpoints.createOrderBatch(item.accept(checkOrderBatchInput(input, new Date()))),
		);
		return simplified(item, orderBatch, simplifyOrderBatch);
	},
};
