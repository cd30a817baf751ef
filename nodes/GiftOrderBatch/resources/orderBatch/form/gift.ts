import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isBlank } from '../../../api/values';
import { parameterHint } from '../../../builderHints';
import { listOrId, timeZoneHint } from '../../commonFields';
import { check, flag, type Problem } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';

/** How the gifts are sent (openapi: OrderBatchSendMethod). */
export const sendMethodField: INodeProperties = {
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
			description: 'Create a gift link for each recipient and send no email',
		},
	],
	description: 'How the gifts reach the recipients',
};

/** Whether the node sends at all. It stands first, since executing the step spends money. */
export const validateOnlyFields: INodeProperties[] = [
	{
		displayName: 'Validate Only',
		name: 'validateOnly',
		type: 'boolean',
		default: false,
		description: 'Whether to show what would be sent, to whom and for how much, without sending anything',
		...parameterHint('Turn it on in a new workflow. The user turns it off once the shown recipients are right.'),
	},
	{
		displayName:
			'Executing this step sends real gifts with a production credential. Turn on Validate Only to see who would get what first.',
		name: 'sendingNotice',
		type: 'notice',
		default: '',
		displayOptions: { hide: { validateOnly: [true] } },
	},
];

/** Who sends, and how (openapi: OrderBatchInput). */
export const senderFields: INodeProperties[] = [
	{
		displayName: 'From Name',
		name: 'fromName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Ann from Acme',
		description: 'The sender that recipients see on the gift and in notifications',
	},
	sendMethodField,
];

/** What goes with the gifts, and when (openapi: OrderBatchInput). */
export const giftFields: INodeProperties[] = [
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Thank you for a great year!',
		description: 'The gift message. It needs a card.',
	},
	{
		displayName: 'Card',
		name: 'cardId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'The digital greeting card. A message needs one. The list names the occasions of each card.',
		hint: 'To see a card, hover over it in the list and click its link',
		...listOrId('searchCards'),
	},
	{
		displayName: 'Scheduled Send On',
		name: 'scheduledSendOn',
		type: 'dateTime',
		default: '',
		description: 'When the gifts are sent, in the time zone of the workflow. Leave it empty to send at once.',
		hint: timeZoneHint,
	},
];

/** The time at which the gifts are sent, under the service's name, not yet checked. */
export const scheduledSendOn = (item: ItemContext): IDataObject => ({
	scheduled_send_on: item.dateTime(item.parameter('scheduledSendOn')) as string,
});

/** Whether the node only shows what it would send. */
export const isValidateOnly = (item: ItemContext): boolean => item.parameter<boolean>('validateOnly') === true;

/** Says why the fields of this file are not what they must be, although the service would take them. */
export function giftProblems(item: ItemContext): Problem[] {
	const isEmptyTime = item.hasExpression('scheduledSendOn') && isBlank(item.parameter('scheduledSendOn'));
	const validateOnly = check(flag('Validate Only'), item.parameter('validateOnly'));
	return [
		...(isEmptyTime
			? [
					{
						message:
							'"Scheduled Send On" is an expression without a value, and the gifts would be sent at once: give it a time, or clear the field',
					},
				]
			: []),
		...('problems' in validateOnly ? validateOnly.problems.map((message) => ({ message })) : []),
	];
}
