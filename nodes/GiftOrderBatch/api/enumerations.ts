/** openapi: OrderBatchSendMethod. */
export const SEND_METHODS = ['email_and_link', 'link_multiple_custom_list', 'direct_send'] as const;
/** openapi: OrderBatchSwap. */
export const SWAPS = ['single', 'multiple', 'disabled'] as const;
/** openapi: OrderBatchInternationalShippingTier. */
export const INTERNATIONAL_SHIPPING_TIERS = ['disabled', 'standard', 'full'] as const;
