import type { INodeProperties } from 'n8n-workflow';

import { parameterHint } from '../../../builderHints';
import { flagField } from '../../fieldTable';
import type { ItemContext } from '../../itemContext';

/** Whether the node sends at all. It stands first, since executing the step spends money. */
export const validateOnlyField = flagField(
	'Validate Only',
	'validateOnly',
	'Whether to show what would be sent, to whom and for how much, without sending anything',
	{
		default: false,
		...parameterHint('Turn it on in a new workflow. The user turns it off after checking the recipients.'),
	},
);

/** What is shown below it while it is off. */
export const sendingNotices: INodeProperties[] = [
	{
		displayName:
			'With a production credential, executing this step sends real gifts. To see who would get what first, turn on Validate Only.',
		name: 'sendingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [false] }, hide: { validateOnly: [true] } },
	},
	{
		displayName:
			'With a production credential, each call of this tool sends real gifts. <b>Set these yourself</b> instead of letting the model define them: Maximum Total (USD) and Recipients Limit under Options, and Customer Reference ID under Additional Fields. Set Tool Description to Set Manually, and say that the tool spends money.',
		name: 'toolNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true] }, hide: { validateOnly: [true] } },
	},
];

export const isValidateOnly = (item: ItemContext): boolean => item.parameter<boolean>('validateOnly') === true;
