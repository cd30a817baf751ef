/** The credential type behind each value of the `authentication` parameter: one for each API variant of the service. */
export const CREDENTIAL_TYPES = {
	automationApi: 'giftOrderBatchAutomationApi',
	commerceApi: 'giftOrderBatchCommerceApi',
} as const;

export type Authentication = keyof typeof CREDENTIAL_TYPES;
