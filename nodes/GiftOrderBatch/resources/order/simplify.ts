import { objectIn, splitWords } from '../../api/values';
import { pick, type Simplify } from '../commonFields';

/** All fields of an order (openapi: Order). */
export const orderFields = splitWords(`
	amounts card_id cart cart_selections event_times expires_at individual_gift_link is_swapped message order_batch_id
	original_amounts original_cart payment_link recipient_email recipient_first_name recipient_last_name reference_id sender
	shipments status thank_you_note view_count_recipient workspace_id workspace_name
`);

const MAIN_FIELDS = splitWords(`
	id canceled status recipient_first_name recipient_last_name recipient_email individual_gift_link order_batch_id
	customer_reference_id
`);

/**
 * Makes the fields of an order that most workflows need, in USD cents, and those that an option or an operation has added: the
 * Customer Reference ID, and whether it is canceled.
 * @param extra up to three more fields for one use, so that there are at most ten
 */
export const orderSummary =
	(...extra: string[]): Simplify =>
	(order) =>
		pick({ ...order, ...objectIn(order.amounts) }, [...MAIN_FIELDS, ...extra]);

/** The fields of an order of a list that most workflows need. */
export const simplifyOrder = orderSummary('amount_pre_tax_total', 'amount_total', 'expires_at');
