import type { TriggerPanelDefinition } from 'n8n-workflow';

const WHILE_BUILDING =
	'<b>While you build the workflow</b>, execute this step, and then make one of the chosen events happen: send a gift in the sandbox, or open its gift link. With automatic registration, there is nothing to copy: n8n registers the Test URL until the event arrives. With manual registration, first add a webhook with the Test URL in your gifting account.<br /><br />';

/** What the editor says beside the trigger about trying it, before and after the workflow is published. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive events about your gifts',
	executionsHelp: {
		inactive: `${WHILE_BUILDING}<b>When the workflow is ready</b>, publish (activate) it. Each new event then starts it at the Production URL. You find those executions in the executions list, not in the editor.`,
		active: `${WHILE_BUILDING}<b>The workflow is published</b>: each new event also starts it at the Production URL. You find those executions in the <a data-key="executions">executions list</a>, not in the editor.`,
	},
	activationHint: {
		inactive: 'When your workflow is ready, publish (activate) it. Each new event then starts it.',
		active: 'The published workflow also starts on each new event. You find its executions in the executions list.',
	},
};
